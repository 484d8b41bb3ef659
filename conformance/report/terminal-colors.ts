import pc from 'picocolors';
import type { Status } from '../runner/audit-outcome.ts';

export const getStatusColor = (status: Status): 'green' | 'red' | 'yellow' | 'magenta' | 'cyan' | 'dim' => {
  switch (status) {
    case 'PASS':
      return 'green';
    case 'FAIL':
      return 'red';
    case 'FLAKY':
    case 'WARN':
      return 'yellow';
    case 'HARNESS_ERROR':
      return 'magenta';
    case 'OBSERVED':
      return 'cyan';
    default:
      return 'dim';
  }
};

/** Functions that wrap text in terminal escape sequences, or return the text unchanged. */
export type Colors = ReturnType<typeof pc.createColors>;

export const noColors: Colors = pc.createColors(false);

interface Terminal {
  readonly isTTY?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const isNonEmpty = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Whether lines can be overwritten: the stream must be a terminal, and the process must not be a CI job. */
export const isInteractive = ({ isTTY }: Terminal, env: Environment): boolean =>
  isTTY === true && env.TERM !== 'dumb' && (!isNonEmpty(env.CI) || env.CI === 'false');

/**
 * Creates the colors for a stream. NO_COLOR and FORCE_COLOR take precedence. Without these variables, only interactive
 * terminals show colors.
 */
export const createColors = (stream: Terminal, env: Environment): Colors => {
  if (isNonEmpty(env.NO_COLOR)) return noColors;
  if (isNonEmpty(env.FORCE_COLOR))
    return pc.createColors(env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false');
  return pc.createColors(isInteractive(stream, env));
};
