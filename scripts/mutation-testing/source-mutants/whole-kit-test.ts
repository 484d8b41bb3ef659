/** The kit as a judge of mutants: a test of its own, which no other run of tests includes. */
import { expect, it } from 'vitest';
import { runConformance } from '../../../conformance/run-conformance.ts';
import { servedConditions, serveReference } from '../../../fixtures/targets/reference-target.ts';

it('finds nothing to blame', async () => {
  const served = await serveReference({ conditions: servedConditions });
  try {
    const { url, token, manifest } = served;
    const { requirements } = await runConformance({ url, token, manifest, seed: 1 });
    const blamed = requirements.filter(({ status }) => status === 'FAIL' || status === 'HARNESS_ERROR');
    expect(blamed).toEqual([]);
    expect(served.failures).toEqual([]);
  } finally {
    await served.close();
  }
});
