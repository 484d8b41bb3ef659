import type { ContextType, Severity } from '#spec/events.ts';
import type { Entry } from '../../link/console.ts';
import { microsecondsOf } from './console-stamps.ts';

/** What entries are asked for by; all of it has to be so. */
interface ConsoleFilter {
  readonly type?: Severity | undefined;
  readonly contextType?: ContextType | undefined;
  readonly graphId?: string | undefined;
  readonly nodeId?: string | undefined;
  /** Only entries after this instant, in microseconds since 1970. */
  readonly since?: number | undefined;
}

/** The latest entries of the console, oldest evicted first (description: 'Limits'). Their time stamps grow. */
export interface ConsoleBuffer {
  add(entry: Entry): void;
  /** Entries that match, oldest first. */
  read(filter: ConsoleFilter): Entry[];
  /** Forgets the entries that match. @returns how many there were */
  clear(filter?: ConsoleFilter): number;
}

const isAny = <T>(wanted: T | undefined, value: T | undefined): boolean =>
  wanted === undefined || wanted === value;

export const createConsoleBuffer = (capacity: number): ConsoleBuffer => {
  const entries: Entry[] = [];
  const read = ({ type, contextType, graphId, nodeId, since }: ConsoleFilter): Entry[] => {
    const isOld = ({ timestamp }: Entry): boolean =>
      since !== undefined && microsecondsOf(timestamp) <= since;
    return entries
      .slice(entries.findLastIndex(isOld) + 1)
      .filter(
        (entry) =>
          isAny(type, entry.severity) &&
          isAny(contextType, entry.contextType) &&
          isAny(graphId, entry.graphId) &&
          isAny(nodeId, entry.nodeId),
      );
  };
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > capacity) entries.shift();
    },
    read,
    clear(filter = {}) {
      const gone = new Set(read(filter));
      entries.splice(0, entries.length, ...entries.filter((entry) => !gone.has(entry)));
      return gone.size;
    },
  };
};
