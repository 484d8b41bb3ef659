export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
  /** Absent if requests must not be logged. */
  debug?(details: object, message: string): void;
  isLevelEnabled?(level: 'debug' | 'info'): boolean;
}

/** Escapes a path for the log, so that the path can't contain line breaks or terminal commands. */
export const toPrintablePath = (path: string): string =>
  path.slice(0, maxPathLength).replace(/[^\x21-\x7e]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`);

/** The maximum length of a path in the log. Every path that the service serves is shorter. */
const maxPathLength = 2_000;
