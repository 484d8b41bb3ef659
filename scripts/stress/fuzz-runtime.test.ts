import { expect, it } from 'vitest';
import { fuzzRuntimeResponses, fuzzAssets } from './fuzz-runtime.ts';

const seed = Number(process.env.SEED);

it('returns 500 for no request, whatever a runtime answers and requests', async () => {
  const { problems, statuses } = await fuzzRuntimeResponses({ runs: 1_000, seed });
  expect(problems).toEqual([]);
  expect(statuses[422]).toBeGreaterThan(100);
});

it('returns 500 for no request, whatever is in the assets folder', async () => {
  expect((await fuzzAssets({ runs: 30, seed })).problems).toEqual([]);
});
