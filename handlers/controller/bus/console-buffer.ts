import type { ContextType, Severity } from '#spec/events.ts';
import type { ConsoleEntryRecord } from '#runtime/link/console-writer.ts';
import { createIsoFormatter } from '#runtime/link/console-writer.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';

/** Criteria for console entries. An entry must match all of them. */
interface ConsoleFilter {
  readonly type?: Severity | undefined;
  readonly contextType?: ContextType | undefined;
  readonly graphId?: string | undefined;
  readonly nodeId?: string | undefined;
  /** A time in microseconds since 1970. If set, only entries after this time match. */
  readonly since?: number | undefined;
}

const matchesIfSet = <T>(requested: T | undefined, value: T | undefined): boolean =>
  requested === undefined || requested === value;

const isConsoleEvent = ({ type }: RaisedEvent): boolean => type === 'console.log';

/** The latest console entries. The oldest are evicted first (description: 'Limits'). */
export const createConsoleBuffer = (capacity: number) => {
  const entries: ConsoleEntryRecord[] = [];
  const toUniqueTimestamp = createUniqueTimestamps();

  const list = ({ type, contextType, graphId, nodeId, since }: ConsoleFilter): ConsoleEntryRecord[] => {
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

  const recordEvent = (event: RaisedEvent): RaisedEvent => {
    if (!isConsoleEvent(event)) return event;
    const entry = event.data as ConsoleEntryRecord;
    const data = { ...entry, timestamp: toUniqueTimestamp(String(entry.timestamp)) };
    entries.push(data);
    if (entries.length > capacity) entries.shift();
    return { ...event, data };
  };

  return {
    /**
     * Retains the console entries among the events. Every entry gets a later timestamp than the previous entry: if its
     * own time isn't later, it gets the previous timestamp plus a microsecond. Such times occur within the same
     * millisecond, after the clock was set back, or after the link was down. A client that asks for entries after the
     * last one it has seen therefore misses no entry (C-73).
     * @returns the events with these timestamps
     */
    record: (batch: readonly RaisedEvent[]): readonly RaisedEvent[] =>
      batch.some(isConsoleEvent) ? batch.map(recordEvent) : batch,
    /** Returns the matching entries, oldest first. */
    list,
    /**
     * Removes the matching entries.
     * @returns the number of removed entries
     */
    clear(filter: ConsoleFilter = {}): number {
      const removed = new Set(list(filter));
      entries.splice(0, entries.length, ...entries.filter((entry) => !removed.has(entry)));
      return removed.size;
    },
  };
};

export type ConsoleBuffer = ReturnType<typeof createConsoleBuffer>;

/** Creates a function that turns a timestamp into one that is later than all previous ones. */
const createUniqueTimestamps = (): ((timestamp: string) => string) => {
  const formatIso = createIsoFormatter();
  let last = 0;
  let newest = '';
  return (timestamp) => {
    // Skips parsing when the timestamp equals that of the previous entry.
    last = timestamp === newest ? last + 1 : Math.max(parseMicroseconds(timestamp) || 0, last + 1);
    newest = timestamp;
    const milliseconds = Math.floor(last / 1000);
    const microsecondDigits = String(last - milliseconds * 1000).padStart(3, '0');
    return `${formatIso(milliseconds).slice(0, -1)}${microsecondDigits}Z`;
  };
};

const timeZonePattern = /(Z|[+-]\d\d(:?\d\d)?)$/i;

/**
 * Parses an ISO 8601 timestamp into microseconds since 1970. Assumes UTC if the timestamp has no time zone, and returns
 * NaN for any other string.
 */
export const parseMicroseconds = (timestamp: string): number => {
  const beyondMilliseconds = /\.\d{3}(\d{1,3})/.exec(timestamp)?.[1] ?? '';
  const inZone = timeZonePattern.test(timestamp) ? timestamp : `${timestamp}Z`;
  return Date.parse(inZone) * 1000 + Number(beyondMilliseconds.padEnd(3, '0'));
};
