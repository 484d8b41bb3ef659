import { expect, it } from 'vitest';
import { chooseSuites } from './index.ts';

it('loads each suite by its id, in the order in which they run', async () => {
  const load = (names?: readonly string[]): Promise<string[]> =>
    Promise.all(chooseSuites(names).map(async (loadSuite) => (await loadSuite()).id));
  const all = await load();
  expect(new Set(all).size).toBe(all.length);
  for (const id of all) expect(await load([id])).toEqual([id]);
  expect(await load(['kit', 'fan-out'])).toEqual(['fan-out', 'kit']);
});

it('lists all suites when a name is unknown', () => {
  expect(() => chooseSuites(['fan'])).toThrow("no suite is called 'fan'; there are backpressure, fan-out, ");
});
