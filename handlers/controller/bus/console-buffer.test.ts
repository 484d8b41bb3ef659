import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createEventBus } from './event-bus.ts';
import { createConsoleBuffer, parseMicroseconds } from './console-buffer.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';

const createLogEvent = (milliseconds: number, id = ''): RaisedEvent => ({
  type: 'console.log',
  tick: 1,
  time: 0,
  data: {
    id,
    timestamp: new Date(milliseconds).toISOString(),
    severity: 'log',
    contextType: 'none',
    message: id,
  },
});

const listTimestamps = (events: readonly RaisedEvent[]): unknown[] => {
  const bus = createEventBus('s', createConsoleBuffer(1000).record);
  const timestamps: unknown[] = [];
  bus.subscribe((batch) => timestamps.push(...batch.map(({ data }) => data.timestamp)));
  bus.publish(events);
  return timestamps;
};

describe('timestamps of console entries', () => {
  it('keep the time of each entry while it increases', () => {
    expect(listTimestamps([createLogEvent(0), createLogEvent(1), createLogEvent(1500)])).toEqual([
      '1970-01-01T00:00:00.000001Z',
      '1970-01-01T00:00:00.001000Z',
      '1970-01-01T00:00:01.500000Z',
    ]);
  });

  it('add a microsecond to the last one for entries with the same, an earlier or no time', () => {
    const nameless = { ...createLogEvent(5), data: { timestamp: 'when?' } };
    expect(
      listTimestamps([createLogEvent(5), createLogEvent(5), createLogEvent(2), nameless, createLogEvent(6)]),
    ).toEqual([
      '1970-01-01T00:00:00.005000Z',
      '1970-01-01T00:00:00.005001Z',
      '1970-01-01T00:00:00.005002Z',
      '1970-01-01T00:00:00.005003Z',
      '1970-01-01T00:00:00.006000Z',
    ]);
  });

  it('leave the raised events and other kinds of events unchanged', () => {
    const raised = createLogEvent(5);
    const before = structuredClone(raised);
    const done: RaisedEvent = { type: 'node.done', tick: 1, time: 0, data: { timestamp: 'mine' } };
    expect(listTimestamps([raised, raised, done])).toContain('mine');
    expect(raised).toEqual(before);
  });

  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01T00:00:00.5Z', 500_000],
    ['1970-01-01T00:00:00.1234Z', 123_400],
    ['1970-01-01T00:00:00.123456Z', 123_456],
    ['1970-01-01T00:00:00.123456999Z', 123_456],
    ['1970-01-01T02:00:00.000001+02:00', 1],
  ])('parses %s as %i microseconds', (text, expected) => expect(parseMicroseconds(text)).toBe(expected));
});

/** Console activity: either a batch of lines logged at the same time, or a client's request for a page. */
const consoleActivity = fc.oneof(
  fc.record({ lines: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 9 }) }),
  fc.record({ limit: fc.integer({ min: 1, max: 4 }) }),
);

test('a poller that passes the last timestamp it has seen gets every entry once, in order', () => {
  fc.assert(
    fc.property(fc.array(consoleActivity, { maxLength: 40 }), (activities) => {
      const buffer = createConsoleBuffer(1000);
      const bus = createEventBus('s', buffer.record);
      const written: string[] = [];
      const polled: string[] = [];
      let since = 0;
      const poll = (limit: number): number => {
        const page = buffer.list({ since }).slice(0, limit);
        polled.push(...page.map(({ id }) => id));
        since = page.length > 0 ? parseMicroseconds(page.at(-1)!.timestamp) : since;
        return page.length;
      };
      for (const { lines, limit } of activities as { lines?: number[]; limit?: number }[]) {
        if (limit !== undefined) poll(limit);
        const ids = (lines ?? []).map((_, i) => `${written.length + i}`);
        bus.publish(ids.map((id, i) => createLogEvent(lines![i]!, id)));
        written.push(...ids);
      }
      while (poll(3) > 0);
      expect(polled).toEqual(written);
    }),
  );
});
