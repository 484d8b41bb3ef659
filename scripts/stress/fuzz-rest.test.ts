import { expect, it } from 'vitest';
import { changeReply } from '../../fixtures/faults/intercept-calls.ts';
import { serveFault } from '../../fixtures/faults/serve-fault.ts';
import { fuzzRest } from './fuzz-rest.ts';

it('finds that every response to generated requests is documented', { timeout: 300_000 }, async () => {
  const served = await serveFault();
  try {
    const outcome = await fuzzRest(served, { runs: 1_500, seconds: 50, seed: 7 });
    expect(outcome.problems).toEqual([]);
    expect(served.failures).toEqual([]);
    // The test would cover little if all requests were rejected.
    expect(outcome.sent).toBe(1_500);
    expect(outcome.succeeded).toBeGreaterThan(400);
  } finally {
    await served.close();
  }
});

it('reports an undocumented response', { timeout: 300_000 }, async () => {
  const served = await serveFault({
    wrap: changeReply('listVariables', (response) =>
      response.status === 400 ? { ...response, status: 418 } : response,
    ),
  });
  try {
    const { problems } = await fuzzRest(served, { runs: 1_000, seconds: 50, seed: 7 });
    expect(problems).toEqual([expect.stringMatching(/^undocumented 418: GET \/api\/variables\?/)]);
  } finally {
    await served.close();
  }
});
