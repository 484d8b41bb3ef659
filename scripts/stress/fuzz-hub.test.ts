import { expect, it } from 'vitest';
import { serveFault } from '../../fixtures/faults/serve-fault.ts';
import { fuzzHub } from './fuzz-hub.ts';

it('closes connections that send nonsense with a reason, and no others', { timeout: 300_000 }, async () => {
  const served = await serveFault();
  try {
    const outcome = await fuzzHub(served, { frames: 3_000, connections: 20, seconds: 50, seed: 7 });
    expect(outcome.problems).toEqual([]);
    expect(served.failures).toEqual([]);
    expect(outcome.sent).toBe(3_000);
    // The test would cover little if all frames were accepted, or all were rejected.
    expect(outcome.closed).toBeGreaterThan(300);
    expect(outcome.closed).toBeLessThan(1_500);
  } finally {
    await served.close();
  }
});
