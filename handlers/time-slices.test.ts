import { expect, it } from 'vitest';
import { createTimeSlices } from './event-loop-turns.ts';

/** Creates work with the given number of units. Each unit advances the test's clock by a few milliseconds. */
const createTestWork = () => {
  let time = 0;
  const slices = createTimeSlices({ now: () => time, atEndOfTurn: (run) => void setImmediate(run) });
  const finished: string[] = [];
  const runUnits = async (name: string, units: number, ms: number): Promise<void> => {
    for (let unit = 0; unit < units; unit++) {
      const pause = slices.startNextUnit();
      if (pause) await pause;
      finished.push(name);
      time += ms;
    }
  };
  return { runUnits, finished };
};

it('continues at once within its slice, and in a later turn after it', async () => {
  const { runUnits, finished } = createTestWork();
  const completion = runUnits('a', 12, 1);
  expect(finished).toHaveLength(5);
  await completion;
  expect(finished).toHaveLength(12);
});

it('gives each piece of work a slice in turn', async () => {
  const { runUnits, finished } = createTestWork();
  await Promise.all([runUnits('a', 3, 10), runUnits('b', 3, 10), runUnits('c', 3, 10)]);
  expect(finished.join('')).toBe('aabcabcbc');
});

it('ends a slice of many short units too', async () => {
  const { runUnits, finished } = createTestWork();
  const completion = runUnits('a', 1_000, 0);
  expect(finished).toHaveLength(1_000);
  await completion;
  expect(finished).toHaveLength(1_000);
});
