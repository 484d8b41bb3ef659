import pc from 'picocolors';

/** Wraps texts in the escape sequences of a terminal, or leaves them as they are. */
export type Colours = ReturnType<typeof pc.createColors>;

export const noColours: Colours = pc.createColors(false);

interface Terminal {
  readonly isTTY?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Whether lines can be written over: a terminal that somebody looks at. */
export const isLive = ({ isTTY }: Terminal, env: Environment): boolean =>
  isTTY === true && env.TERM !== 'dumb' && (!isSet(env.CI) || env.CI === 'false');

/** Colours for a stream: NO_COLOR and FORCE_COLOR decide; without them a live terminal has colours. */
export const coloursFor = (stream: Terminal, env: Environment): Colours => {
  if (isSet(env.NO_COLOR)) return noColours;
  if (isSet(env.FORCE_COLOR)) return pc.createColors(env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false');
  return pc.createColors(isLive(stream, env));
};
