import { describe, expect, it } from 'vitest';
import { createPosition } from './position.ts';
import { eventAt } from './testing.ts';

const holdMs = 1_000;

const setUp = () => {
  let time = 0;
  const position = createPosition(holdMs, () => time);
  return {
    position,
    take: (...events: Parameters<typeof eventAt>[]) =>
      events.map((event) => position.take(eventAt(...event))),
    wait(ms: number) {
      time += ms;
    },
  };
};

describe('a position', () => {
  it('is nowhere until something comes or it is told', () => {
    const { position, take } = setUp();
    expect([position.latest, position.settled]).toEqual([undefined, undefined]);
    take([5]);
    expect(position.latest).toEqual({ streamId: 's1', seq: 5 });
    position.forget();
    expect(position.latest).toBeUndefined();
    position.moveTo({ streamId: 's2', seq: 3 });
    expect([position.latest, position.settled]).toEqual([
      { streamId: 's2', seq: 3 },
      { streamId: 's2', seq: 3 },
    ]);
  });

  it('takes an event once', () => {
    const { take } = setUp();
    expect(take([1], [2], [2], [1], [3])).toEqual([true, true, false, false, true]);
  });

  it('takes what arrives late, but not what a later one of its source stands for', () => {
    const { position, take } = setUp();
    const node = (nodeId: string) => ({ type: 'node.done', nodeId });
    expect(take([1, node('a')], [9], [5, node('a')], [4, node('b')], [4, node('a')])).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(position.latest?.seq).toBe(9);
  });

  it('begins anew with another stream', () => {
    const { position, take } = setUp();
    expect(take([7], [1, { streamId: 's2' }], [1, { streamId: 's2' }])).toEqual([true, true, false]);
    expect(position.latest).toEqual({ streamId: 's2', seq: 1 });
  });

  it('is not settled behind the place that it is told, however late that comes', () => {
    const { position, take } = setUp();
    take([12]);
    position.moveTo({ streamId: 's1', seq: 10 });
    expect([position.latest?.seq, position.settled?.seq]).toEqual([12, 11]);
  });

  it('is settled behind whatever may still be on its way', () => {
    const { position, take, wait } = setUp();
    take([1], [2]);
    for (const seq of [3, 4, 5, 6, 7, 8]) {
      wait(holdMs / 2);
      take([seq]);
      expect(position.settled!.seq).toBeLessThanOrEqual(seq - 2);
    }
    expect(position.settled!.seq).toBeGreaterThan(2);
  });
});
