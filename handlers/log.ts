/** What the service says of itself while it runs. */
export interface Log {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
  /** Present where requests may be told of. */
  debug?(about: object, message: string): void;
  isLevelEnabled?(level: 'debug' | 'info'): boolean;
}

/** A path as it may stand in a log: nothing in it can be taken for the end of a line or for a command to a terminal. */
export const toPrintablePath = (path: string): string =>
  path.slice(0, maxPathLength).replace(/[^\x21-\x7e]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`);

/** Longer than any path that leads somewhere. */
const maxPathLength = 2_000;
