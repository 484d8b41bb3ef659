import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

process.env.SEED ??= String(randomInt(2 ** 31));
if (!/^-?\d+$/.test(process.env.SEED)) throw new Error('SEED is to be a whole number.');

/** Test files that check a whole target. They take longest, so they start first. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const judges = ({ moduleId }: TestSpecification): boolean => /\/fixtures\/|bench\.test/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(judges), ...sorted.filter((file) => !judges(file))];
  }
}

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['{spec,handlers,runtime,conformance,bench,scripts,fixtures}/**/*.test.ts'],
    // What judges a whole target, or starts processes, says so and has longer: a machine may be busy with other things.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Each process runs one file after the other: to load the project for each file takes as long as the tests.
    isolate: false,
    // What judges a target waits for its events half of the time, and leaves the core to another process.
    maxWorkers: 2 * availableParallelism(),
    maxConcurrency: 10,
    sequence: { sequencer: SlowestFirst },
    globalSetup: '.config/print-seed.ts',
    setupFiles: [
      '.config/seed-fast-check.ts',
      '.config/infinite-loop-watchdog.ts',
      '.config/loopback-only.ts',
    ],
  },
});
