import { expect, test } from 'vitest';
import { createTestRuntime, createTestGraph, createTestVariable } from './testing-runtime.ts';
import type { GraphSnapshot } from '../link/runtime-link.ts';

/** Runs a graph that makes a variable grow, and serializes every event as the service does for observers. */
const runGraph = (graph: GraphSnapshot, ticks: number) => {
  const runtime = createTestRuntime();
  runtime.put(createTestVariable('grows', null));
  runtime.run(graph);
  runtime.step(ticks);
  const maxEventLength = Math.max(...runtime.batches.flat().map((event) => JSON.stringify(event).length));
  return { runtime, maxEventLength };
};

test('a list that is repeatedly nested in itself stays shallow enough to be serialized', () => {
  const { runtime, maxEventLength } = runGraph(
    createTestGraph(
      {
        frame: 'OnNewFrame',
        loop: ['ForLoop', { Last: 300 }],
        get: ['GetVariable', { Variable: 'grows' }],
        wrap: 'MakeList',
        set: ['SetVariable', { Variable: 'grows' }],
      },
      ['frame.Out > loop.In', 'loop.Body > set.In', 'get.Value > wrap.Item0', 'wrap.List > set.Value'],
    ),
    20,
  );
  expect(maxEventLength).toBeLessThan(2_000);
  expect(runtime.data('graph.stopped')).toEqual([]);
  expect(runtime.messages()).toEqual([expect.stringContaining('levels')]);
});

test('an event about a variable that is stored in the variable does not double it endlessly', () => {
  const { runtime, maxEventLength } = runGraph(
    createTestGraph(
      {
        start: 'Start',
        first: ['SetVariable', { Variable: 'grows', Value: 1 }],
        on: ['OnEvent', { Pattern: 'variable.changed' }],
        set: ['SetVariable', { Variable: 'grows' }],
      },
      ['start.Out > first.In', 'on.Out > set.In', 'on.Data > set.Value'],
    ),
    60,
  );
  expect(maxEventLength).toBeLessThan(5_000_000);
  expect(runtime.data('graph.stopped')).toEqual([]);
  expect(runtime.messages()).toEqual([expect.stringContaining('values and characters')]);
});

test.each([
  ['a long text', 'x'.repeat(1_000_000), 'TextLength', 'Text', 'Length'],
  ['a long list', Array.from({ length: 10_000 }, (_, index) => index), 'ListLength', 'List', 'Length'],
])(
  'work on %s costs steps for its size, so that a loop over it does not block a tick',
  (_, value, kind, input, output) => {
    const runtime = createTestRuntime({ limits: { stepsPerActivation: 2_000 } });
    runtime.put(createTestVariable('large', value));
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          loop: ['ForLoop', { Last: 600 }],
          get: ['GetVariable', { Variable: 'large' }],
          work: kind,
          watch: 'Watch',
        },
        [
          'start.Out > loop.In',
          'loop.Body > watch.In',
          `get.Value > work.${input}`,
          `work.${output} > watch.Value`,
        ],
      ),
    );
    runtime.step();
    expect(runtime.data('graph.stopped')).toEqual([
      { graphId: 'graph', name: 'graph', reason: 'executionLimit' },
    ]);
    expect(runtime.data('console.log')).toEqual([expect.objectContaining({ nodeId: 'work' })]);
  },
);
