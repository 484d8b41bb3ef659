import pc from 'picocolors';

/** Wraps text in terminal escape sequences, or returns it unchanged. */
export type Colors = ReturnType<typeof pc.createColors>;

export const noColors: Colors = pc.createColors(false);

interface Terminal {
  readonly isTTY?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const isNonEmpty = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Whether lines can be overwritten: the stream is a terminal, and no CI job. */
export const isInteractive = ({ isTTY }: Terminal, env: Environment): boolean =>
  isTTY === true && env.TERM !== 'dumb' && (!isNonEmpty(env.CI) || env.CI === 'false');

/**
 * Creates the colors for a stream. NO_COLOR and FORCE_COLOR decide first; otherwise only interactive terminals get
 * colors.
 */
export const createColors = (stream: Terminal, env: Environment): Colors => {
  if (isNonEmpty(env.NO_COLOR)) return noColors;
  if (isNonEmpty(env.FORCE_COLOR))
    return pc.createColors(env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false');
  return pc.createColors(isInteractive(stream, env));
};
