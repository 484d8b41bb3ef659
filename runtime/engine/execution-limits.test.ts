import { describe, expect, test } from 'vitest';
import { defineFlowNode, definePureNode } from '../nodes/dsl/define-node.ts';
import { boolean, trigger } from '../nodes/dsl/ports.ts';
import { createTestRuntime, addTestNodes, createTestGraph } from './testing-runtime.ts';
import type { GraphSnapshot } from '../link/runtime-link.ts';
import type { RuntimeOptions } from '../runtime-options.ts';

const healthyGraph = createTestGraph(
  { frame: 'OnNewFrame', log: ['LogConsole', { Message: 'healthy' }] },
  ['frame.Out > log.In'],
  { graphId: 'healthy' },
);

/** Runs a graph that exceeds a limit next to a healthy graph, and checks that only the first graph is stopped. */
const runBreachingGraph = (graph: GraphSnapshot, options: Partial<RuntimeOptions> = {}, ticks = 2) => {
  const runtime = createTestRuntime(options);
  runtime.run(graph, healthyGraph);
  runtime.step(ticks);
  const errors = runtime.data('console.log').filter(({ severity }) => severity === 'error');
  expect(runtime.messages().filter((message) => message === 'healthy')).toHaveLength(ticks);
  return { stopped: runtime.data('graph.stopped'), errors };
};

const createStopMatcher = (reason: string) => [{ graphId: 'graph', name: 'graph', reason }];

test('an endless loop is stopped after 100,000 steps', () => {
  const { stopped, errors } = runBreachingGraph(
    createTestGraph({ start: 'Start', loop: ['WhileLoop', { Condition: true }], body: 'Watch' }, [
      'start.Out > loop.In',
      'loop.Body > body.In',
    ]),
  );
  expect(stopped).toEqual(createStopMatcher('executionLimit'));
  expect(errors).toEqual([expect.objectContaining({ graphId: 'graph', contextType: 'node' })]);
});

test('a cycle of triggers is stopped', () => {
  const { stopped, errors } = runBreachingGraph(
    createTestGraph({ start: 'Start', a: 'Watch', b: 'Watch' }, [
      'start.Out > a.In',
      'a.Out > b.In',
      'b.Out > a.In',
    ]),
  );
  expect(stopped).toEqual(createStopMatcher('executionLimit'));
  expect(['a', 'b']).toContain(errors[0]!.nodeId);
});

test('triggers that nest deeper than the stack limit are stopped', () => {
  const nested = createTestGraph({ start: 'Start', loop: ['ForLoop', { Last: 1 }] }, [
    'start.Out > loop.In',
    'loop.Body > loop.In',
  ]);
  const { stopped, errors } = runBreachingGraph(nested);
  expect(stopped).toEqual(createStopMatcher('executionLimit'));
  expect(errors).toEqual([
    expect.objectContaining({ nodeId: 'loop', message: expect.stringContaining('nested') }),
  ]);
});

test('a listener for node events does not change the nesting limit of triggers', () => {
  const chain = Array.from({ length: 3000 }, (_, index) => `n${index}`);
  const runtime = createTestRuntime();
  runtime.listenTo('node.executing', 'node.done');
  runtime.run(
    createTestGraph({ start: 'Start', ...Object.fromEntries(chain.map((id) => [id, 'Watch'])) }, [
      'start.Out > n0.In',
      ...chain.slice(1).map((id, index) => `n${index}.Out > ${id}.In`),
    ]),
  );
  runtime.step();
  expect(runtime.data('graph.stopped')).toEqual([]);
  expect(runtime.data('node.done')).toHaveLength(3001);
});

test('lazy inputs that nest too deeply are stopped', () => {
  const chain = Array.from({ length: 3000 }, (_, index) => `n${index}`);
  const { stopped } = runBreachingGraph(
    createTestGraph(
      {
        start: 'Start',
        branch: 'Branch',
        ...Object.fromEntries(chain.map((id) => [id, ['Or', { A: false }] as const])),
      },
      [
        'start.Out > branch.In',
        'n0.Result > branch.Condition',
        ...chain.slice(1).map((id, index) => `${id}.Result > n${index}.B`),
      ],
    ),
  );
  expect(stopped).toEqual(createStopMatcher('executionLimit'));
});

test('a tick has its own limit, in addition to that of an activation', () => {
  const events = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`e${index}`, 'OnNewFrame']));
  const { stopped } = runBreachingGraph(createTestGraph(events), { limits: { stepsPerTick: 99 } });
  expect(stopped).toEqual(createStopMatcher('executionLimit'));
});

test('steps do not accumulate over ticks', () => {
  const runtime = createTestRuntime({ limits: { stepsPerTick: 100 } });
  runtime.run(healthyGraph);
  runtime.step(100);
  expect(runtime.data('graph.stopped')).toEqual([]);
});

test('too many pending latents are stopped', () => {
  const { stopped, errors } = runBreachingGraph(
    createTestGraph(
      { start: 'Start', loop: ['ForLoop', { Last: 20_000 }], delay: ['Delay', { OnRetrigger: 'Parallel' }] },
      ['start.Out > loop.In', 'loop.Body > delay.In'],
    ),
  );
  expect(stopped).toEqual(createStopMatcher('executionLimit'));
  expect(errors).toEqual([expect.objectContaining({ nodeId: 'delay' })]);
});

describe('a node that throws', () => {
  const definitions = addTestNodes({
    Faulty: defineFlowNode({
      description: '',
      inputs: { In: trigger },
      outputs: {},
      on: {
        In: () => {
          throw new Error('it broke');
        },
      },
    }),
    FaultyPure: definePureNode({
      description: '',
      inputs: {},
      outputs: { Result: boolean() },
      evaluate: () => {
        throw new Error('it broke');
      },
    }),
  });

  test.each([
    ['Faulty', ['start.Out > bad.In']],
    ['FaultyPure', ['start.Out > branch.In', 'bad.Result > branch.Condition']],
    ['FaultyPure', ['start.Out > branch.In', 'bad.Result > or.B', 'or.Result > branch.Condition']],
  ])('stops only its own graph: %s %j', (kind, connections) => {
    const { stopped, errors } = runBreachingGraph(
      createTestGraph({ start: 'Start', branch: 'Branch', or: 'Or', bad: kind }, connections),
      { definitions },
    );
    expect(stopped).toEqual(createStopMatcher('error'));
    expect(errors).toEqual([
      expect.objectContaining({ nodeId: 'bad', message: expect.stringContaining('it broke') }),
    ]);
  });
});

test('a graph that answers every event with several new ones is stopped', () => {
  const answers = Object.fromEntries(
    ['a', 'b', 'c'].map((id) => [id, ['SendCustomEvent', { Name: 'more' }] as const]),
  );
  const { stopped, errors } = runBreachingGraph(
    createTestGraph(
      {
        start: 'Start',
        first: ['SendCustomEvent', { Name: 'more' }],
        on: ['OnCustomEvent', { Name: 'more' }],
        ...answers,
      },
      ['start.Out > first.In', 'on.Out > a.In', 'on.Out > b.In', 'on.Out > c.In'],
    ),
    {},
    20,
  );
  expect(stopped).toEqual(createStopMatcher('executionLimit'));
  expect(errors).toEqual([
    expect.objectContaining({ nodeId: 'on', message: expect.stringContaining('events waiting') }),
  ]);
});
