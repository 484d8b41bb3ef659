/** Configuration for Stryker, which works in a copy of the project. */
import { BaseSequencer } from 'vitest/node';
import { defineConfig } from 'vitest/config';
import { getTestFiles } from '../scripts/mutation-testing/source-mutants/test-groups.ts';
import usual from './vitest.config.ts';
import type { TestSpecification } from 'vitest/node';
import type { TestGroup } from '../scripts/mutation-testing/source-mutants/test-groups.ts';

const testGroup = getTestFiles(process.env.MUTATE_JUDGE as TestGroup);

/**
 * Begins with the tests whose paths are most similar to the mutated file's path, because these tests are the most
 * likely to detect the mutant.
 */
class ClosestPathFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { related } = this.ctx.config;
    const [broken = ''] = related?.length === 1 ? related : [];
    const nearness = ({ moduleId }: TestSpecification): number =>
      [...broken].findIndex((letter, index) => letter !== moduleId[index]);
    return broken === '' ? files : files.toSorted((a, b) => nearness(b) - nearness(a));
  }
}

export default defineConfig({
  test: {
    ...usual.test,
    ...testGroup,
    // The loop watchdog is omitted, because Stryker stops a test that loops forever and counts the mutant as detected.
    setupFiles: ['.config/seed-fast-check.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    sequence: { sequencer: ClosestPathFirst },
  },
});
