import { expect, test } from 'vitest';
import { createTriggersBaseline } from '../baselines/triggers-baseline.ts';
import { createEngineEventsBaseline } from './engine-events-baseline.ts';
import { createEngineGraphsBench } from './engine-graphs-bench.ts';
import type { EngineGraphsOptions } from './engine-graphs-bench.ts';

const runGraphs = async (options: EngineGraphsOptions) => {
  const bench = createEngineGraphsBench();
  await bench.prepare(options);
  return bench.run({ ms: 5000, count: 16 });
};

test.each<[EngineGraphsOptions, number]>([
  [{ graphs: 3, nodes: 20, work: 'evaluated', subscribed: false }, 16 * 3 * 20],
  [{ graphs: 1, nodes: 20, work: 'triggered', subscribed: true }, 16 * 20],
  [{ graphs: 3, nodes: 20, work: 'none', subscribed: false }, 0],
])('every graph runs in every tick: %j', async (options, activations) => {
  expect(await runGraphs(options)).toMatchObject({ ticks: 16, activations });
});

test.each([createEngineEventsBaseline, createTriggersBaseline])(
  'a baseline reaches every node in every round: %o',
  async (create) => {
    const baseline = create();
    for (const sum of [320, 640])
      expect(await baseline.run({ nodes: 20, ms: 5000, count: 16 })).toMatchObject({ steps: 16, sum });
  },
);
