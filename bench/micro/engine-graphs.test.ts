import { expect, test } from 'vitest';
import { createTriggersFloor } from '../floors/triggers-floor.ts';
import { createEventsFloor } from './engine-events-floor.ts';
import { createEngineGraphs } from './engine-graphs.ts';
import type { GraphsOrder } from './engine-graphs.ts';

const run = async (order: GraphsOrder) => {
  const bench = createEngineGraphs();
  await bench.prepare(order);
  return bench.run({ ms: 5000, count: 16 });
};

test.each<[GraphsOrder, number]>([
  [{ graphs: 3, nodes: 20, work: 'evaluated', subscribed: false }, 16 * 3 * 20],
  [{ graphs: 1, nodes: 20, work: 'triggered', subscribed: true }, 16 * 20],
  [{ graphs: 3, nodes: 20, work: 'none', subscribed: false }, 0],
])('every graph runs in every tick: %j', async (order, activations) => {
  expect(await run(order)).toMatchObject({ ticks: 16, activations });
});

test.each([createEventsFloor, createTriggersFloor])(
  'a floor comes to every node in every round: %o',
  async (create) => {
    const floor = create();
    for (const sum of [320, 640])
      expect(await floor.run({ nodes: 20, ms: 5000, count: 16 })).toMatchObject({ steps: 16, sum });
  },
);
