import { closeSync, openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { createMachinePace } from '../harness/machine-pace.ts';
import { median } from '../harness/statistics.ts';
import type { MachinePace, PaceKind } from '../harness/machine-pace.ts';

/**
 * Number of iterations of each workload. One iteration takes about 5 ms, so a single interruption does not change the
 * median.
 */
const workloadIterations = 5;

/** Number of slots of four bytes each. Together they are usually eight times as large as a core's cache. */
const memorySlots = 2 ** 22;

/** An odd stride reaches all slots, and each slot is far away from the previous one. */
const memoryStride = 1_566_083_941;

/**
 * Creates a probe that measures the current speed of the machine. When other virtual machines on the same hardware
 * compete for cache and memory bandwidth, allocating objects can take twice as long, whereas computing hardly takes
 * longer. This changes the ratios of different workloads.
 */
export const createMachinePaceProbe = () => {
  const next = Int32Array.from(
    { length: memorySlots },
    (_, slot) => (slot + memoryStride) & (memorySlots - 1),
  );
  const text = Buffer.alloc(300);
  let result = 0;

  const workloads: Record<PaceKind, () => void> = {
    computing() {
      let number = result;
      for (let i = 0; i < 4_000_000; i += 1) number = (Math.imul(number, 1_664_525) + 1_013_904_223) | 0;
      result = number;
    },
    memory() {
      let slot = result & (memorySlots - 1);
      // biome-ignore lint/style/noNonNullAssertion: the index is within the array
      for (let i = 0; i < 30_000; i += 1) slot = next[slot]!;
      result = slot;
    },
    calls() {
      const file = openSync(devNull, 'w');
      for (let i = 0; i < 10_000; i += 1) writeSync(file, text);
      closeSync(file);
    },
    objects() {
      const objects: object[] = [];
      for (let i = 0; i < 200_000; i += 1) {
        objects[i % 2000] = { turn: i, name: `object ${i}` };
      }
      result = objects.length;
    },
  };

  const measureMs = (work: () => void): number => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };

  return {
    measure: (): MachinePace =>
      createMachinePace((kind) =>
        median(Array.from({ length: workloadIterations }, () => measureMs(workloads[kind]))),
      ),
  };
};
