import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Measures the memory that this process uses after a garbage collection. */
export const measureOwnMemory = async (): Promise<NodeJS.MemoryUsage> => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let round = 0; round < 5; round += 1) {
    await setImmediate();
    collect();
  }
  return process.memoryUsage();
};
