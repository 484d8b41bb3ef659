/** Runs the whole kit as a single test that may detect a mutant. No other test run includes this file. */
import { expect, it } from 'vitest';
import { runConformance } from '../../../conformance/run-conformance.ts';
import { servedConditions, serveReference } from '../../../fixtures/targets/reference-target.ts';

it('finds no failure', async () => {
  const served = await serveReference({ conditions: servedConditions });
  try {
    const { url, token, manifest } = served;
    const { requirements } = await runConformance({ url, token, manifest, seed: 1 });
    const failedRequirements = requirements.filter(
      ({ status }) => status === 'FAIL' || status === 'HARNESS_ERROR',
    );
    expect(failedRequirements).toEqual([]);
    expect(served.failures).toEqual([]);
  } finally {
    await served.close();
  }
});
