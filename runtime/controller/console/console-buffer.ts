import type { ContextType, Severity } from '#spec/events.ts';
import type { ConsoleEntryRecord } from '../../link/console-writer.ts';
import { parseMicroseconds } from './unique-console-timestamps.ts';

/** Criteria for console entries. An entry has to match all of them. */
interface ConsoleFilter {
  readonly type?: Severity | undefined;
  readonly contextType?: ContextType | undefined;
  readonly graphId?: string | undefined;
  readonly nodeId?: string | undefined;
  /** Only entries after this instant, in microseconds since 1970. */
  readonly since?: number | undefined;
}

/**
 * The latest console entries; the oldest are evicted first (description: 'Limits'). Timestamps are strictly increasing.
 */
export interface ConsoleBuffer {
  add(entry: ConsoleEntryRecord): void;
  /** Entries that match, oldest first. */
  list(filter: ConsoleFilter): ConsoleEntryRecord[];
  /** Removes the matching entries. @returns how many were removed */
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
