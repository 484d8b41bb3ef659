import { describe, expect, it } from 'vitest';
import { createPositionTracker } from './stream-position.ts';
import { createEvent } from './testing-hub-connection.ts';

const holdMs = 1_000;

const createTestPosition = () => {
  let time = 0;
  const position = createPositionTracker(holdMs, () => time);
  return {
    position,
    accept: (...events: Parameters<typeof createEvent>[]) =>
      events.map((event) => position.acceptEvent(createEvent(...event))),
    wait(ms: number) {
      time += ms;
    },
  };
};

describe('a position', () => {
  it('is undefined until an event arrives or the position is set', () => {
    const { position, accept } = createTestPosition();
    expect([position.latest, position.resumePosition]).toEqual([undefined, undefined]);
    accept([5]);
    expect(position.latest).toEqual({ streamId: 's1', seq: 5 });
    position.reset();
    expect(position.latest).toBeUndefined();
    position.advanceTo({ streamId: 's2', seq: 3 });
    expect([position.latest, position.resumePosition]).toEqual([
      { streamId: 's2', seq: 3 },
      { streamId: 's2', seq: 3 },
    ]);
  });

  it('accepts an event once', () => {
    const { accept } = createTestPosition();
    expect(accept([1], [2], [2], [1], [3])).toEqual([true, true, false, false, true]);
  });

  it('accepts late events, except those that a later event of the same source replaces', () => {
    const { position, accept } = createTestPosition();
    const node = (nodeId: string) => ({ type: 'node.done', nodeId });
    expect(accept([1, node('a')], [9], [5, node('a')], [4, node('b')], [4, node('a')])).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(position.latest?.seq).toBe(9);
  });

  it('starts again with another stream', () => {
    const { position, accept } = createTestPosition();
    expect(accept([7], [1, { streamId: 's2' }], [1, { streamId: 's2' }])).toEqual([true, true, false]);
    expect(position.latest).toEqual({ streamId: 's2', seq: 1 });
  });

  it('never resumes behind the position that was set, however late that was', () => {
    const { position, accept } = createTestPosition();
    accept([12]);
    position.advanceTo({ streamId: 's1', seq: 10 });
    expect([position.latest?.seq, position.resumePosition?.seq]).toEqual([12, 11]);
  });

  it('resumes before every event that can still be in flight', () => {
    const { position, accept, wait } = createTestPosition();
    accept([1], [2]);
    for (const seq of [3, 4, 5, 6, 7, 8]) {
      wait(holdMs / 2);
      accept([seq]);
      expect(position.resumePosition!.seq).toBeLessThanOrEqual(seq - 2);
    }
    expect(position.resumePosition!.seq).toBeGreaterThan(2);
  });
});
