import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

process.env.SEED ??= String(randomInt(2 ** 31));
if (!/^-?\d+$/.test(process.env.SEED)) throw new Error('SEED is to be a whole number.');

/** Starts with the test files that check a whole target, because these files take longest. */
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
    // Tests that check several targets or start processes set a longer timeout themselves. The rest take a few seconds,
    // but a slow machine that shares its cores needs a minute for some of them.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // The failures at the end of a run consist of a line each, which shows short lists whole.
    chaiConfig: { truncateThreshold: 400 },
    // Each process runs its test files one after another without isolation, because loading the project for each file
    // would take as long as the tests.
    isolate: false,
    // Tests that check a target spend half of their time waiting for events, so two processes can share a core.
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
