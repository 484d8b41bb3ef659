import { createIsoFormatter } from '../../link/iso-timestamp.ts';
import type { RaisedEvent } from '../../link/runtime-link.ts';
import type { EventBus } from '../bus/event-bus.ts';

const timeZonePattern = /(Z|[+-]\d\d(:?\d\d)?)$/i;

/**
 * Parses an ISO 8601 timestamp into microseconds since 1970. It assumes UTC when no time zone is given and returns NaN
 * for any other text.
 */
export const parseMicroseconds = (timestamp: string): number => {
  const beyondMilliseconds = /\.\d{3}(\d{1,3})/.exec(timestamp)?.[1] ?? '';
  const inZone = timeZonePattern.test(timestamp) ? timestamp : `${timestamp}Z`;
  return Date.parse(inZone) * 1000 + Number(beyondMilliseconds.padEnd(3, '0'));
};

/** Creates a formatter of microseconds since 1970. */
const createMicrosecondFormatter = (): ((microseconds: number) => string) => {
  const formatIso = createIsoFormatter();
  return (microseconds) => {
    const milliseconds = Math.floor(microseconds / 1000);
    const microsecondDigits = String(microseconds - milliseconds * 1000).padStart(3, '0');
    return `${formatIso(milliseconds).slice(0, -1)}${microsecondDigits}Z`;
  };
};

/**
 * Wraps a bus so that every console entry has a later timestamp than the one before. An entry of the same millisecond,
 * or of an earlier time because the clock was set back or the link was down, gets the last timestamp plus a
 * microsecond. A client that asks for entries after the last one it has seen therefore misses none (C-73).
 */
export const withUniqueConsoleTimestamps = (bus: EventBus): EventBus => {
  const formatMicroseconds = createMicrosecondFormatter();
  let last = 0;
  let newest = '';

  const withUniqueTimestamp = (event: RaisedEvent): RaisedEvent => {
    if (event.type !== 'console.log') return event;
    const timestamp = String(event.data.timestamp);
    // Skips parsing when the time equals that of the entry before.
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
