import { describe, expect, test } from 'vitest';
import { createDeliveryCounter, formatEventNumber } from './delivery-counter.ts';

const marker = 'bench1x1#';
const recordEnd = 0x1e;
const createRecords = (...numbers: number[]) =>
  Buffer.from(numbers.map((n) => `{"m":"${marker}${formatEventNumber(n)}"}`).join('\x1e'));

const countDeliveries = (deliveries: readonly [connection: number, bytes: Buffer][]) => {
  const tally = createDeliveryCounter(marker, 2, recordEnd);
  for (const [connection, bytes] of deliveries) tally.addPayload(connection, bytes, 0, bytes.length, 1);
  return tally;
};

describe('a delivery counter', () => {
  test('reports no failure when every connection received every event once, joined or not', () => {
    const tally = countDeliveries([
      [0, createRecords(0, 1, 2)],
      [1, createRecords(0)],
      [1, createRecords(1, 2)],
    ]);
    expect(tally.findFailure(3)).toBeUndefined();
    expect([tally.deliveries, tally.messages]).toEqual([6, 3]);
  });

  test('counts lost events', () => {
    expect(
      countDeliveries([
        [0, createRecords(0, 1)],
        [1, createRecords(0)],
      ]).findFailure(2),
    ).toBe('lost 1 of 4 deliveries');
  });

  test('detects repeated events', () => {
    expect(
      countDeliveries([
        [0, createRecords(0, 0)],
        [1, createRecords(0)],
      ]).findFailure(1),
    ).toBe('1 deliveries too many of 2');
  });

  test('counts a record that contains its message twice as one event', () => {
    const text = `${marker}${formatEventNumber(0)}`;
    const bytes = Buffer.from(
      `{"m":"${text}","summary":"${text}"}\x1e{"m":"${marker}${formatEventNumber(1)}"}\x1e`,
    );
    const tally = createDeliveryCounter(marker, 1, recordEnd);
    tally.addPayload(0, bytes, 0, bytes.length, 1);
    expect(tally.findFailure(2)).toBeUndefined();
  });

  test('counts a message without records as one event', () => {
    const text = `${marker}${formatEventNumber(0)}`;
    const bytes = Buffer.from(`42{"m":"${text}","summary":"${text}"}`);
    const tally = createDeliveryCounter(marker, 1, undefined);
    tally.addPayload(0, bytes, 0, bytes.length, 1);
    expect(tally.findFailure(1)).toBeUndefined();
  });

  test('detects that one event arrived twice instead of another', () => {
    expect(
      countDeliveries([
        [0, createRecords(0, 1)],
        [1, createRecords(1, 1)],
      ]).findFailure(2),
    ).toContain('connection 1');
  });

  test('ignores events of another round and bytes outside the given range', () => {
    const otherRecord = Buffer.from(`bench1x2#${formatEventNumber(0)}`);
    const tally = createDeliveryCounter(marker, 1, recordEnd);
    const bytes = Buffer.concat([otherRecord, createRecords(0), createRecords(1)]);
    tally.addPayload(0, bytes, 0, otherRecord.length + createRecords(0).length, 1);
    expect(tally.deliveries).toBe(1);
  });
});
