import type { ContextType, Severity } from '#spec/events.ts';
import type { ConsoleEntryRecord } from '#runtime/link/console-writer.ts';
import { parseMicroseconds } from './unique-console-timestamps.ts';

/** Criteria for console entries. An entry must match all of them. */
interface ConsoleFilter {
  readonly type?: Severity | undefined;
  readonly contextType?: ContextType | undefined;
  readonly graphId?: string | undefined;
  readonly nodeId?: string | undefined;
  /** A time in microseconds since 1970. If set, only entries after this time match. */
  readonly since?: number | undefined;
}

/**
 * The latest console entries. The oldest are evicted first (description: 'Limits'), and timestamps strictly increase.
 */
export interface ConsoleBuffer {
  add(entry: ConsoleEntryRecord): void;
  /** Returns the matching entries, oldest first. */
  list(filter: ConsoleFilter): ConsoleEntryRecord[];
  /**
   * Removes the matching entries.
   * @returns the number of removed entries
   */
  clear(filter?: ConsoleFilter): number;
}

const matchesIfSet = <T>(requested: T | undefined, value: T | undefined): boolean =>
  requested === undefined || requested === value;

export const createConsoleBuffer = (capacity: number): ConsoleBuffer => {
  const entries: ConsoleEntryRecord[] = [];
  const read = ({ type, contextType, graphId, nodeId, since }: ConsoleFilter): ConsoleEntryRecord[] => {
    const isOld = ({ timestamp }: ConsoleEntryRecord): boolean =>
      since !== undefined && parseMicroseconds(timestamp) <= since;
    return entries
      .slice(entries.findLastIndex(isOld) + 1)
      .filter(
        (entry) =>
          matchesIfSet(type, entry.severity) &&
          matchesIfSet(contextType, entry.contextType) &&
          matchesIfSet(graphId, entry.graphId) &&
          matchesIfSet(nodeId, entry.nodeId),
      );
  };
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > capacity) entries.shift();
    },
    list: read,
    clear(filter = {}) {
      const removed = new Set(read(filter));
      entries.splice(0, entries.length, ...entries.filter((entry) => !removed.has(entry)));
      return removed.size;
    },
  };
};
