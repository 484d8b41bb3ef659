/** The log of the running service. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
  /** Present if requests may be logged. */
  debug?(details: object, message: string): void;
  isLevelEnabled?(level: 'debug' | 'info'): boolean;
}

/** Escapes a path for the log, so that it can't contain line ends or terminal commands. */
export const toPrintablePath = (path: string): string =>
  path.slice(0, maxPathLength).replace(/[^\x21-\x7e]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`);

/** Longer than any path of the service. */
const maxPathLength = 2_000;
