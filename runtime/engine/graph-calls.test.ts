import { describe, expect, test } from 'vitest';
import { defineFlowNode } from '../nodes/dsl/define-node.ts';
import { trigger } from '../nodes/dsl/ports.ts';
import { addTestNodes, createTestGraph, createTestRuntime, logNode } from './testing-runtime.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { GraphSnapshot, VariableSnapshot } from '../link/runtime-link.ts';

const createInterface = (
  graphId: string,
  variables: Readonly<Record<string, readonly ['input' | 'output', PortType, Json]>>,
): VariableSnapshot[] =>
  Object.entries(variables).map(([name, [direction, type, initial]]) => ({
    ...{ id: `${graphId}-${name}`, name, type, value: initial, graphId, direction, default: initial },
  }));

type Ports = NonNullable<GraphSnapshot['nodes'][number]['ports']>;

/** Adds the ports of a called graph's interface to the nodes of a graph. */
const withPorts = (graph: GraphSnapshot, ports: Readonly<Record<string, Ports>>): GraphSnapshot => ({
  ...graph,
  nodes: graph.nodes.map((node) => ({ ...node, ...(ports[node.id] && { ports: ports[node.id] }) })),
});

const call = (graph: string, values: Readonly<Record<string, Json>> = {}) =>
  ['RunGraph', { Graph: graph, Mode: 'Call', ...values }] as const;

/** A graph that doubles its input. */
const doubling = createTestGraph(
  {
    start: 'Start',
    input: ['GetVariable', { Variable: 'In value' }],
    product: ['Multiply', { B: 2 }],
    output: ['SetVariable', { Variable: 'Out value' }],
  },
  ['start.Out > output.In', 'input.Value > product.A', 'product.Result > output.Value'],
  { graphId: 'doubling' },
);
const doublingInterface = createInterface('doubling', {
  'In value': ['input', 'Float', 21],
  'Out value': ['output', 'Float', 0],
});
const doublingPorts: Ports = [
  { name: 'In value', direction: 'input', type: 'Float' },
  { name: 'Out value', direction: 'output', type: 'Float' },
];

const load = (runtime: ReturnType<typeof createTestRuntime>, ...graphs: readonly GraphSnapshot[]) => {
  for (const graph of graphs) runtime.execute('graph.load', { graph });
};

describe('a call of a graph', () => {
  test('passes inputs in and outputs back within the same frame', () => {
    const runtime = createTestRuntime();
    runtime.put(...doublingInterface);
    load(runtime, doubling);
    runtime.run(
      withPorts(
        createTestGraph(
          {
            start: 'Start',
            first: call('doubling', { 'In value': 4 }),
            second: call('doubling'),
            log: 'LogConsole',
          },
          [
            'start.Out > first.In',
            'first.Done > second.In',
            'second.Done > log.In',
            'second.Out value > log.Message',
          ],
        ),
        { first: doublingPorts, second: doublingPorts },
      ),
    );
    runtime.step();
    expect(runtime.port('first.out.Out value')).toBe(8);
    expect(runtime.messages()).toEqual(['42']);
  });

  test('fires its nodes, then Out, and then Done', () => {
    const runtime = createTestRuntime();
    load(
      runtime,
      createTestGraph({ start: 'Start', log: logNode('called') }, ['start.Out > log.In'], {
        graphId: 'callee',
      }),
    );
    runtime.run(
      createTestGraph({ start: 'Start', call: call('callee'), out: logNode('out'), done: logNode('done') }, [
        'start.Out > call.In',
        'call.Out > out.In',
        'call.Done > done.In',
      ]),
    );
    runtime.step();
    expect(runtime.messages()).toEqual(['called', 'out', 'done']);
  });

  test('ends when its delays have ended, each call with its own state', () => {
    const runtime = createTestRuntime({ fps: 1 });
    runtime.put(...createInterface('waiting', { Seconds: ['input', 'Float', 1] }));
    load(
      runtime,
      createTestGraph(
        {
          start: 'Start',
          seconds: ['GetVariable', { Variable: 'Seconds' }],
          delay: 'Delay',
          log: 'LogConsole',
        },
        [
          'start.Out > delay.In',
          'seconds.Value > delay.Duration',
          'delay.Done > log.In',
          'seconds.Value > log.Message',
        ],
        { graphId: 'waiting' },
      ),
    );
    runtime.run(
      withPorts(
        createTestGraph(
          {
            start: 'Start',
            loop: ['ForLoop', { First: 1, Last: 3 }],
            call: call('waiting'),
            done: logNode('done'),
          },
          ['start.Out > loop.In', 'loop.Body > call.In', 'loop.Index > call.Seconds', 'call.Done > done.In'],
        ),
        { call: [{ name: 'Seconds', direction: 'input', type: 'Float' }] },
      ),
    );
    for (let tick = 0; tick < 4; tick++) runtime.step();
    expect(runtime.messages()).toEqual(['1', 'done', '2', 'done', '3', 'done']);
  });

  test('a failing node fails the call, and the caller continues', () => {
    const runtime = createTestRuntime({
      definitions: addTestNodes({
        Throw: defineFlowNode({
          description: '',
          inputs: { In: trigger },
          outputs: { Out: trigger },
          on: {
            In: () => {
              throw new Error('It broke.');
            },
          },
        }),
      }),
    });
    load(
      runtime,
      createTestGraph(
        { start: 'Start', first: logNode('before'), throw: 'Throw', rest: logNode('never') },
        ['start.Out > first.In', 'first.Out > throw.In', 'start.Out > rest.In'],
        { graphId: 'failing' },
      ),
    );
    runtime.listenTo('node.executing', 'node.done');
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          call: call('failing'),
          out: logNode('out'),
          failed: 'LogConsole',
          other: logNode('other'),
        },
        [
          ...['start.Out > call.In', 'start.Out > other.In', 'call.Out > out.In', 'call.Failed > failed.In'],
          'call.Error > failed.Message',
        ],
      ),
    );
    runtime.step();
    expect(runtime.messages()).toEqual([
      'before',
      'It broke. The call of the graph has failed.',
      ...['out', 'It broke.', 'other'],
    ]);
    expect(runtime.data('node.executing')).toHaveLength(runtime.data('node.done').length);
    expect(runtime.data('graph.stopped')).toEqual([]);
  });

  test('a failure in a later frame reaches the caller', () => {
    const runtime = createTestRuntime();
    load(
      runtime,
      createTestGraph(
        { start: 'Start', delay: 'Delay', first: 'Sequence' },
        ['start.Out > delay.In', 'delay.Done > first.In', 'first.Then0 > first.In'],
        { graphId: 'endless' },
      ),
    );
    runtime.run(
      createTestGraph({ start: 'Start', call: call('endless'), failed: 'LogConsole' }, [
        ...['start.Out > call.In', 'call.Failed > failed.In', 'call.Error > failed.Message'],
      ]),
    );
    for (let tick = 0; tick < 70; tick++) runtime.step();
    expect(runtime.messages()).toEqual([
      expect.stringMatching(/too many steps.*The call of the graph has failed/),
      expect.stringContaining('too many steps'),
    ]);
    expect(runtime.data('graph.stopped')).toEqual([]);
  });

  test('recursion ends with an error that says what is missing', () => {
    const runtime = createTestRuntime();
    load(
      runtime,
      createTestGraph({ start: 'Start', call: call('recursive') }, ['start.Out > call.In'], {
        graphId: 'recursive',
      }),
    );
    runtime.run(
      createTestGraph({ start: 'Start', call: call('recursive'), done: logNode('done') }, [
        ...['start.Out > call.In', 'call.Done > done.In'],
      ]),
    );
    runtime.step();
    expect(runtime.messages()).toEqual([
      '"recursive" cannot be called, because calls may be nested at most 32 deep. Graphs that call each other need a condition that ends the recursion.',
      'done',
    ]);
  });

  test('stops with its caller, after OnStop has fired', () => {
    const runtime = createTestRuntime();
    load(
      runtime,
      createTestGraph(
        {
          ...{ start: 'Start', delay: 'Delay', never: logNode('never') },
          ...{ stop: 'OnStop', stopped: logNode('callee stopped') },
        },
        ['start.Out > delay.In', 'delay.Done > never.In', 'stop.Out > stopped.In'],
        { graphId: 'callee' },
      ),
    );
    runtime.run(
      createTestGraph(
        { start: 'Start', call: call('callee'), stop: 'OnStop', stopped: logNode('caller stopped') },
        ['start.Out > call.In', 'stop.Out > stopped.In'],
      ),
    );
    runtime.step();
    runtime.execute('graph.stop', { graphId: 'graph' });
    for (let tick = 0; tick < 70; tick++) runtime.step();
    expect(runtime.messages()).toEqual(['caller stopped', 'callee stopped']);
  });

  test('a called graph that waits for events ends when it stops itself', () => {
    const runtime = createTestRuntime();
    runtime.put(...createInterface('counting', { Frames: ['output', 'Integer', 0] }));
    load(
      runtime,
      createTestGraph(
        {
          frame: 'OnNewFrame',
          count: ['IncrementVariable', { Variable: 'Frames' }],
          enough: ['Compare', { Operator: 'GreaterOrEqual', B: 3 }],
          branch: 'Branch',
          stop: ['RunGraph', { Graph: 'counting', Run: false }],
        },
        [
          ...['frame.Out > count.In', 'count.Out > branch.In', 'count.Value > enough.A'],
          ...['enough.Result > branch.Condition', 'branch.True > stop.In'],
        ],
        { graphId: 'counting' },
      ),
    );
    runtime.run(
      withPorts(
        createTestGraph({ start: 'Start', call: call('counting'), done: 'LogConsole' }, [
          ...['start.Out > call.In', 'call.Done > done.In', 'call.Frames > done.Message'],
        ]),
        { call: [{ name: 'Frames', direction: 'output', type: 'Integer' }] },
      ),
    );
    for (let tick = 0; tick < 10; tick++) runtime.step();
    expect(runtime.messages()).toEqual(['3']);
    expect(runtime.data('variable.changed')).toEqual([]);
  });

  test('its events and lines name the call', () => {
    const runtime = createTestRuntime();
    load(
      runtime,
      createTestGraph({ start: 'Start', log: logNode('hello') }, ['start.Out > log.In'], {
        graphId: 'callee',
      }),
    );
    runtime.listenTo('node.executing');
    runtime.run(createTestGraph({ start: 'Start', call: call('callee') }, ['start.Out > call.In']));
    runtime.step();
    const caller = { call: 1, graphId: 'graph', nodeId: 'call' };
    expect(runtime.data('console.log')).toMatchObject([{ graphId: 'callee', nodeId: 'log', caller }]);
    const executing = runtime.data('node.executing');
    expect(executing.filter((data) => 'caller' in data)).toEqual([
      { graphId: 'callee', nodeId: 'start', category: 'Start', port: 'Out', caller },
      { graphId: 'callee', nodeId: 'log', category: 'LogConsole', port: 'In', caller },
    ]);
    expect(runtime.data('graph.running')).toEqual([{ graphId: 'graph', name: 'graph' }]);
  });

  test('a breakpoint in a called graph suspends its caller, too', () => {
    const runtime = createTestRuntime();
    load(
      runtime,
      createTestGraph(
        { start: 'Start', stop: 'Breakpoint', log: logNode('called') },
        [...['start.Out > stop.In', 'stop.Out > log.In']],
        { graphId: 'callee' },
      ),
    );
    runtime.run(
      createTestGraph({ start: 'Start', call: call('callee'), done: logNode('done') }, [
        ...['start.Out > call.In', 'call.Done > done.In'],
      ]),
    );
    runtime.step();
    expect(runtime.messages()).toEqual(['Breakpoint reached; time is paused.']);
    runtime.step();
    expect(runtime.messages().slice(1)).toEqual(['called', 'done']);
  });

  test('each call draws its own random numbers, the same in every run', () => {
    const draw = (): readonly unknown[] => {
      const runtime = createTestRuntime({ seed: 7 });
      load(
        runtime,
        createTestGraph(
          { start: 'Start', random: 'RandomFloat', log: 'LogConsole' },
          [...['start.Out > log.In', 'random.Result > log.Message']],
          { graphId: 'drawing' },
        ),
      );
      runtime.run(
        createTestGraph({ start: 'Start', loop: ['ForLoop', { First: 1, Last: 5 }], call: call('drawing') }, [
          'start.Out > loop.In',
          'loop.Body > call.In',
        ]),
      );
      runtime.step();
      return runtime.messages();
    };
    expect(new Set(draw()).size).toBe(5);
    expect(draw()).toEqual(draw());
  });

  test('editing or removing the called graph affects later calls only', () => {
    const runtime = createTestRuntime();
    const createCallee = (message: string) =>
      createTestGraph(
        { start: 'Start', delay: ['Delay', { Duration: 0 }], log: logNode(message) },
        [...['start.Out > delay.In', 'delay.Done > log.In']],
        { graphId: 'callee' },
      );
    load(runtime, createCallee('old'));
    runtime.run(
      createTestGraph(
        { button: 'ManualButton', call: call('callee'), done: logNode('done'), failed: 'LogConsole' },
        [
          'button.Pressed > call.In',
          'call.Done > done.In',
          'call.Failed > failed.In',
          'call.Error > failed.Message',
        ],
      ),
    );
    const press = () => {
      runtime.press('button');
      runtime.step();
    };
    runtime.step();
    press();
    load(runtime, createCallee('new'));
    runtime.step();
    press();
    runtime.step();
    press();
    runtime.execute('graph.unload', { graphId: 'callee' });
    press();
    expect(runtime.messages()).toEqual([
      ...['old', 'done', 'new', 'done'],
      ...['The graph "callee" was removed.', 'The runtime has no graph named "callee".'],
    ]);
  });
});
