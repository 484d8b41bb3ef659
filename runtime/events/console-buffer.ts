import type { ContextType, Severity } from '#spec/events.ts';
import type { Entry } from './console.ts';

export interface ConsoleFilter {
  readonly type?: Severity | undefined;
  readonly contextType?: ContextType | undefined;
  /** Only entries after this instant. */
  readonly since?: Date | undefined;
}

/** The latest entries of the console, oldest evicted first (description: 'Limits'). */
export interface ConsoleBuffer {
  add(entry: Entry): void;
  /** Entries that match, oldest first. */
  read(filter: ConsoleFilter): Entry[];
}

export const createConsoleBuffer = (capacity: number): ConsoleBuffer => {
  const entries: Entry[] = [];
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > capacity) entries.shift();
    },
    read({ type, contextType, since }) {
      return entries.filter(
        (entry) =>
          (type === undefined || entry.severity === type) &&
          (contextType === undefined || entry.contextType === contextType) &&
          (since === undefined || Date.parse(entry.timestamp) > since.getTime()),
      );
    },
  };
};
