import { createIsoFormatter } from '#runtime/link/console-writer.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import type { EventBus } from '../bus/event-bus.ts';

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

/** Creates a function that formats microseconds since 1970 as a timestamp. */
const createMicrosecondFormatter = (): ((microseconds: number) => string) => {
  const formatIso = createIsoFormatter();
  return (microseconds) => {
    const milliseconds = Math.floor(microseconds / 1000);
    const microsecondDigits = String(microseconds - milliseconds * 1000).padStart(3, '0');
    return `${formatIso(milliseconds).slice(0, -1)}${microsecondDigits}Z`;
  };
};

/**
 * Wraps a bus so that every console entry has a later timestamp than the previous entry. If an entry's own time isn't
 * later, the entry receives the previous timestamp plus a microsecond. Such times occur within the same millisecond,
 * after the clock was set back, or after the link was down. A client that asks for entries after the last one it has
 * seen therefore misses no entry (C-73).
 */
export const withUniqueConsoleTimestamps = (bus: EventBus): EventBus => {
  const formatMicroseconds = createMicrosecondFormatter();
  let last = 0;
  let newest = '';

  const withUniqueTimestamp = (event: RaisedEvent): RaisedEvent => {
    if (event.type !== 'console.log') return event;
    const timestamp = String(event.data.timestamp);
    // Skips parsing when the timestamp equals that of the previous entry.
    last = timestamp === newest ? last + 1 : Math.max(parseMicroseconds(timestamp) || 0, last + 1);
    newest = timestamp;
    return { ...event, data: { ...event.data, timestamp: formatMicroseconds(last) } };
  };

  return {
    streamId: bus.streamId,
    get seq() {
      return bus.seq;
    },
    publish: (batch) =>
      bus.publish(batch.some(({ type }) => type === 'console.log') ? batch.map(withUniqueTimestamp) : batch),
    skip: bus.skip,
    subscribe: bus.subscribe,
  };
};
