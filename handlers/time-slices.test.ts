import { expect, it } from 'vitest';
import { createTimeSlices } from './time-slices.ts';

/** Creates work of this many units, each of which takes some milliseconds of a stepped clock. */
const createTestWork = () => {
  let time = 0;
  const slices = createTimeSlices({ now: () => time, atEndOfTurn: (run) => void setImmediate(run) });
  const done: string[] = [];
  const work = async (name: string, units: number, ms: number): Promise<void> => {
    for (let unit = 0; unit < units; unit++) {
      const pause = slices.startNextUnit();
      if (pause) await pause;
      done.push(name);
      time += ms;
    }
  };
  return { work, done };
};

it('continues at once within its slice, and in a later turn after it', async () => {
  const { work, done } = createTestWork();
  const ended = work('a', 12, 1);
  expect(done).toHaveLength(5);
  await ended;
  expect(done).toHaveLength(12);
});

it('gives each piece of work a slice in turn', async () => {
  const { work, done } = createTestWork();
  await Promise.all([work('a', 3, 10), work('b', 3, 10), work('c', 3, 10)]);
  expect(done.join('')).toBe('aabcabcbc');
});

it('ends a slice of many short units too', async () => {
  const { work, done } = createTestWork();
  const ended = work('a', 1_000, 0);
  expect(done).toHaveLength(1_000);
  await ended;
  expect(done).toHaveLength(1_000);
});
