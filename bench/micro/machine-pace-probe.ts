import { closeSync, openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { createMachinePace } from '../harness/machine-pace.ts';
import { median } from '../harness/statistics.ts';
import type { MachinePace, PaceKind } from '../harness/machine-pace.ts';

/** Iterations of each workload. One takes some 5 ms, so a single interruption does not change the median. */
const workloadIterations = 5;

/** Four bytes each; usually eight times as large as the cache of a core in total. */
const memorySlots = 2 ** 22;

/** An odd stride reaches all slots, each far away from the one before. */
const memoryStride = 1_566_083_941;

/**
 * Measures the current speed of the machine. Neighbours of a virtual machine take cache and memory bandwidth away:
 * allocating objects then takes twice as long and computing hardly longer, so that ratios of different workloads
 * change.
 */
export const createMachinePaceProbe = () => {
  const next = Int32Array.from(
    { length: memorySlots },
    (_, place) => (place + memoryStride) & (memorySlots - 1),
  );
  const text = Buffer.alloc(300);
  let kept = 0;

  const works: Record<PaceKind, () => void> = {
    computing() {
      let number = kept;
      for (let turn = 0; turn < 4_000_000; turn += 1)
        number = (Math.imul(number, 1_664_525) + 1_013_904_223) | 0;
      kept = number;
    },
    memory() {
      let place = kept & (memorySlots - 1);
      // biome-ignore lint/style/noNonNullAssertion: each place names another
      for (let turn = 0; turn < 30_000; turn += 1) place = next[place]!;
      kept = place;
    },
    calls() {
      const file = openSync(devNull, 'w');
      for (let turn = 0; turn < 10_000; turn += 1) writeSync(file, text);
      closeSync(file);
    },
    objects() {
      const made: object[] = [];
      for (let turn = 0; turn < 200_000; turn += 1) {
        made[turn % 2000] = { turn, name: `object ${turn}` };
      }
      kept = made.length;
    },
  };

  const msOf = (work: () => void): number => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };

  return {
    measure: (): MachinePace =>
      createMachinePace((kind) =>
        median(Array.from({ length: workloadIterations }, () => msOf(works[kind]))),
      ),
  };
};
