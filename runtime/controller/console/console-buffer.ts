import type { ContextType, Severity } from '#spec/events.ts';
import type { Entry } from '../../link/console.ts';
import { microsecondsOf } from './console-stamps.ts';

interface ConsoleFilter {
  readonly type?: Severity | undefined;
  readonly contextType?: ContextType | undefined;
  /** Only entries after this instant, in microseconds since 1970. */
  readonly since?: number | undefined;
}

/** The latest entries of the console, oldest evicted first (description: 'Limits'). Their time stamps grow. */
export interface ConsoleBuffer {
  add(entry: Entry): void;
  /** Entries that match, oldest first. */
  read(filter: ConsoleFilter): Entry[];
  /** Forgets all entries. @returns how many there were */
  clear(): number;
}

export const createConsoleBuffer = (capacity: number): ConsoleBuffer => {
  const entries: Entry[] = [];
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > capacity) entries.shift();
    },
    clear: () => entries.splice(0).length,
    read({ type, contextType, since }) {
      const isOld = ({ timestamp }: Entry): boolean =>
        since !== undefined && microsecondsOf(timestamp) <= since;
      return entries
        .slice(entries.findLastIndex(isOld) + 1)
        .filter(
          (entry) =>
            (type === undefined || entry.severity === type) &&
            (contextType === undefined || entry.contextType === contextType),
        );
    },
  };
};
