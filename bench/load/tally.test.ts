import { describe, expect, test } from 'vitest';
import { createTally, eventNumber } from './tally.ts';

const marker = 'bench1x1#';
const recordEnd = 0x1e;
const record = (...numbers: number[]) =>
  Buffer.from(numbers.map((n) => `{"m":"${marker}${eventNumber(n)}"}`).join('\x1e'));

const tallyOf = (deliveries: readonly [connection: number, bytes: Buffer][]) => {
  const tally = createTally(marker, 2, recordEnd);
  for (const [connection, bytes] of deliveries) tally.take(connection, bytes, 0, bytes.length, 1);
  return tally;
};

describe('a tally', () => {
  test('is content when every connection had every event once, joined or not', () => {
    const tally = tallyOf([
      [0, record(0, 1, 2)],
      [1, record(0)],
      [1, record(1, 2)],
    ]);
    expect(tally.complaint(3)).toBeUndefined();
    expect([tally.deliveries, tally.messages]).toEqual([6, 3]);
  });

  test('counts what was lost', () => {
    expect(
      tallyOf([
        [0, record(0, 1)],
        [1, record(0)],
      ]).complaint(2),
    ).toBe('lost 1 of 4 deliveries');
  });

  test('sees repetition', () => {
    expect(
      tallyOf([
        [0, record(0, 0)],
        [1, record(0)],
      ]).complaint(1),
    ).toBe('1 deliveries too many of 2');
  });

  test('takes a record that repeats its message for one event', () => {
    const text = `${marker}${eventNumber(0)}`;
    const bytes = Buffer.from(
      `{"m":"${text}","summary":"${text}"}\x1e{"m":"${marker}${eventNumber(1)}"}\x1e`,
    );
    const tally = createTally(marker, 1, recordEnd);
    tally.take(0, bytes, 0, bytes.length, 1);
    expect(tally.complaint(2)).toBeUndefined();
  });

  test('takes a message without records for one event', () => {
    const text = `${marker}${eventNumber(0)}`;
    const bytes = Buffer.from(`42{"m":"${text}","summary":"${text}"}`);
    const tally = createTally(marker, 1, undefined);
    tally.take(0, bytes, 0, bytes.length, 1);
    expect(tally.complaint(1)).toBeUndefined();
  });

  test('sees that one event came twice in place of another', () => {
    expect(
      tallyOf([
        [0, record(0, 1)],
        [1, record(1, 1)],
      ]).complaint(2),
    ).toContain('connection 1');
  });

  test('does not count events of another round, nor what lies outside the given bytes', () => {
    const other = Buffer.from(`bench1x2#${eventNumber(0)}`);
    const tally = createTally(marker, 1, recordEnd);
    const bytes = Buffer.concat([other, record(0), record(1)]);
    tally.take(0, bytes, 0, other.length + record(0).length, 1);
    expect(tally.deliveries).toBe(1);
  });
});
