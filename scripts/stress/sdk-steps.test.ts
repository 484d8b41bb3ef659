import { expect, it } from 'vitest';
import { measureSdkSteps } from './sdk-steps.ts';

it('measures the steps of a runtime of the SDK', { timeout: 60_000 }, async () => {
  const { loads } = await measureSdkSteps({ nodes: 150, objects: 3, steps: 10 });
  expect(loads.map(({ load }) => load)).toEqual(['an empty engine, 150 nodes', '3 objects moved by a graph']);
  for (const { stepsPerSecond } of loads) expect(stepsPerSecond).toBeGreaterThan(0);
});
