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

const testNodes = addTestNodes({
  /** Throws at its trigger. */
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
  /** Starts a job that never finishes. */
  Job: defineFlowNode({
    description: '',
    inputs: { In: trigger },
    outputs: { Out: trigger },
    on: {
      In: ({ startJob, emit }) => {
        startJob(() => {});
        emit.Out();
      },
    },
    done: () => {},
  }),
});

/** Reports the error of a call on the console. */
const failureLog = (call: string) => [`${call}.Failed > failed.In`, `${call}.Error > failed.Message`];

describe('a call does not depend on earlier and other calls', () => {
  test('its Start nodes fire once, also if a latent node has made the call', () => {
    const runtime = createTestRuntime();
    load(
      runtime,
      createTestGraph(
        { start: 'Start', log: logNode('started'), delay: 'Delay' },
        ['start.Out > log.In', 'log.Out > delay.In'],
        { graphId: 'callee' },
      ),
    );
    runtime.run(
      createTestGraph({ start: 'Start', delay: ['Delay', { Duration: 0.05 }], call: call('callee') }, [
        'start.Out > delay.In',
        'delay.Done > call.In',
      ]),
    );
    runtime.step(10);
    expect(runtime.messages()).toEqual(['started']);
  });

  /** A graph that waits for events until it stops itself. */
  const stopping = createTestGraph(
    {
      start: 'Start',
      stop: ['RunGraph', { Graph: 'stopping', Run: false }],
      frame: 'OnNewFrame',
      log: logNode('frame'),
    },
    ['start.Out > stop.In', 'frame.Out > log.In'],
    { graphId: 'stopping' },
  );

  test('a call that stops itself can be made again at once, and takes one frame', () => {
    const runtime = createTestRuntime();
    load(runtime, stopping);
    runtime.run(
      createTestGraph({ start: 'Start', call: call('stopping'), done: logNode('done') }, [
        ...['start.Out > call.In', 'call.Done > done.In', 'done.Out > call.In'],
      ]),
    );
    runtime.step(4);
    expect(runtime.messages()).toEqual(['done', 'done', 'done']);
  });

  test('a call that stops itself and ends at once does not stop the next call', () => {
    const runtime = createTestRuntime();
    runtime.put(...createInterface('callee', { Seconds: ['input', 'Float', 0] }));
    load(
      runtime,
      createTestGraph(
        {
          ...{ start: 'Start', seconds: ['GetVariable', { Variable: 'Seconds' }], branch: 'Branch' },
          ...{ stop: ['RunGraph', { Graph: 'callee', Run: false }], delay: ['Delay', { Duration: 0.1 }] },
          log: logNode('waited'),
        },
        [
          ...['start.Out > branch.In', 'seconds.Value > branch.Condition', 'branch.False > stop.In'],
          ...['branch.True > delay.In', 'delay.Done > log.In'],
        ],
        { graphId: 'callee' },
      ),
    );
    runtime.run(
      withPorts(
        createTestGraph(
          {
            start: 'Start',
            first: call('callee'),
            second: call('callee', { Seconds: 1 }),
            done: logNode('done'),
          },
          ['start.Out > first.In', 'first.Done > second.In', 'second.Done > done.In'],
        ),
        { second: [{ name: 'Seconds', direction: 'input', type: 'Float' }] },
      ),
    );
    runtime.step(10);
    expect(runtime.messages()).toEqual(['waited', 'done']);
  });

  test('a suspended call that has stopped itself ends after it has continued', () => {
    const runtime = createTestRuntime();
    load(
      runtime,
      createTestGraph(
        {
          ...{ start: 'Start', stop: ['RunGraph', { Graph: 'callee', Run: false }], pause: 'Breakpoint' },
          ...{ frame: 'OnNewFrame', log: logNode('frame') },
        },
        ['start.Out > stop.In', 'stop.Out > pause.In', 'frame.Out > log.In'],
        { graphId: 'callee' },
      ),
    );
    runtime.run(
      createTestGraph({ start: 'Start', call: call('callee'), done: logNode('done') }, [
        ...['start.Out > call.In', 'call.Done > done.In'],
      ]),
    );
    runtime.step(4);
    expect(runtime.messages().slice(1)).toEqual(['frame', 'done']);
  });

  test('an input without a value has its default, even if that is null', () => {
    const runtime = createTestRuntime();
    const [variable] = createInterface('callee', { Any: ['input', 'Generic', null] });
    runtime.put({ ...variable!, value: 'the value of the project' });
    load(
      runtime,
      createTestGraph(
        { start: 'Start', any: ['GetVariable', { Variable: 'Any' }], log: 'LogConsole' },
        ['start.Out > log.In', 'any.Value > log.Message'],
        { graphId: 'callee' },
      ),
    );
    runtime.run(createTestGraph({ start: 'Start', call: call('callee') }, ['start.Out > call.In']));
    runtime.step();
    expect(runtime.messages()).toEqual(['']);
  });

  test('removing a private variable leaves that of the project, which the call cannot see', () => {
    const runtime = createTestRuntime();
    runtime.put({ id: 'own', name: 'own', type: 'Float', value: 7, graphId: 'callee' });
    load(
      runtime,
      createTestGraph(
        {
          start: 'Start',
          ...{
            remove: ['DeleteVariable', { Variable: 'own' }],
            again: ['DeleteVariable', { Variable: 'own' }],
          },
          set: ['SetVariable', { Variable: 'own', Value: 8 }],
        },
        ['start.Out > remove.In', 'remove.Out > again.In', 'again.Out > set.In'],
        { graphId: 'callee' },
      ),
    );
    runtime.run(createTestGraph({ start: 'Start', call: call('callee') }, ['start.Out > call.In']));
    runtime.step();
    expect(runtime.data('variable.deleted')).toEqual([]);
    expect(runtime.data('variable.changed')).toEqual([]);
  });

  test('frames and time are those of the call', () => {
    const runtime = createTestRuntime({ fps: 10 });
    load(
      runtime,
      createTestGraph(
        {
          start: 'Start',
          frame: 'FrameCount',
          time: 'ElapsedTime',
          first: 'LogConsole',
          second: 'LogConsole',
        },
        [
          ...['start.Out > first.In', 'frame.Frame > first.Message'],
          ...['first.Out > second.In', 'time.Seconds > second.Message'],
        ],
        { graphId: 'callee' },
      ),
    );
    runtime.run(createTestGraph({ frame: 'OnNewFrame', call: call('callee') }, ['frame.Out > call.In']));
    runtime.step(3);
    expect(runtime.messages()).toEqual(['1', '0.1', '1', '0.1', '1', '0.1']);
  });

  test('a call that is suspended while the time scale changes has waited as long as its caller', () => {
    const runtime = createTestRuntime({ fps: 10 });
    load(
      runtime,
      createTestGraph(
        { start: 'Start', pause: 'Breakpoint', time: 'ElapsedTime', log: 'LogConsole' },
        ['start.Out > pause.In', 'pause.Out > log.In', 'time.Seconds > log.Message'],
        { graphId: 'callee' },
      ),
    );
    runtime.run(
      createTestGraph({ start: 'Start', call: call('callee'), time: 'ElapsedTime', log: 'LogConsole' }, [
        ...['start.Out > call.In', 'call.Done > log.In', 'time.Seconds > log.Message'],
      ]),
    );
    runtime.step();
    runtime.execute('action.run', { action: 'time.setScale', parameters: { scale: 3 } });
    runtime.step();
    const [, called, calling] = runtime.messages();
    expect(called).toBe(calling);
  });

  test('lines of called graphs count for the graph that writes too many, whose report names the call', () => {
    const runtime = createTestRuntime({ limits: { linesPerTick: 2 } });
    load(
      runtime,
      createTestGraph({ start: 'Start', log: logNode('line') }, ['start.Out > log.In'], {
        graphId: 'callee',
      }),
    );
    const createCaller = (graphId: string, count: number) =>
      createTestGraph(
        { frame: 'Start', loop: ['ForLoop', { First: 1, Last: count }], call: call('callee') },
        ['frame.Out > loop.In', 'loop.Body > call.In'],
        { graphId },
      );
    runtime.run(createCaller('noisy', 5), createCaller('quiet', 2));
    runtime.step(2);
    const entries = runtime.data('console.log');
    expect(entries.filter(({ message }) => message === 'line')).toHaveLength(4);
    expect(entries.filter(({ severity }) => severity === 'warning')).toMatchObject([
      { graphId: 'noisy', nodeId: 'call', message: expect.stringContaining('Dropped 3 console lines') },
    ]);
  });

  test.each([
    ['warn', { end: ['SetPosition', { Target: 'nowhere' }] }],
    ['fail', { end: ['SetVariable', { Variable: 'nowhere' }] }],
    ['call themselves', { end: call('callee') }],
  ] as const)('calls that %s cannot flood the console', (_, nodes) => {
    const runtime = createTestRuntime({
      limits: { linesPerTick: 2, callDepth: 2 },
    });
    load(
      runtime,
      createTestGraph({ start: 'Start', ...nodes }, ['start.Out > end.In'], { graphId: 'callee' }),
    );
    runtime.run(
      createTestGraph({ start: 'Start', loop: ['ForLoop', { First: 1, Last: 9 }], call: call('callee') }, [
        ...['start.Out > loop.In', 'loop.Body > call.In'],
      ]),
    );
    runtime.step(2);
    const messages = runtime.messages();
    expect(messages).toHaveLength(3);
    expect(messages[2]).toContain('Dropped 7 console lines');
  });

  test('jobs of called graphs count for the graph that calls them', () => {
    const runtime = createTestRuntime({ definitions: testNodes, limits: { pendingJobs: 3 } });
    load(
      runtime,
      createTestGraph({ start: 'Start', job: 'Job' }, ['start.Out > job.In'], { graphId: 'callee' }),
    );
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          loop: ['ForLoop', { First: 1, Last: 4 }],
          call: call('callee'),
          failed: 'LogConsole',
        },
        ['start.Out > loop.In', 'loop.Body > call.In', ...failureLog('call')],
      ),
    );
    runtime.step();
    expect(runtime.messages()).toEqual([
      expect.stringContaining('too many running jobs'),
      'The graph has too many running jobs.',
    ]);
  });

  test('events that an earlier call has dropped do not delay the report of a later one', () => {
    const runtime = createTestRuntime({ limits: { waitingSize: 1 } });
    runtime.put(
      ...createInterface('callee', { Waits: ['input', 'Boolean', false], Text: ['output', 'String', ''] }),
    );
    load(
      runtime,
      createTestGraph(
        {
          ...{ start: 'Start', set: ['SetVariable', { Variable: 'Text', Value: 'too long' }] },
          ...{
            changed: 'OnVariableChanged',
            waits: ['GetVariable', { Variable: 'Waits' }],
            branch: 'Branch',
          },
          ...{
            delay: ['Delay', { Duration: 0.1 }],
            loop: ['Delay', { Duration: 0.02 }],
            again: 'SetVariable',
          },
        },
        [
          ...['start.Out > set.In', 'set.Out > branch.In', 'waits.Value > branch.Condition'],
          ...['branch.True > delay.In'],
        ],
        { graphId: 'callee' },
      ),
    );
    runtime.run(
      withPorts(
        createTestGraph({ start: 'Start', first: call('callee'), second: call('callee', { Waits: true }) }, [
          ...['start.Out > first.In', 'first.Done > second.In'],
        ]),
        { second: [{ name: 'Waits', direction: 'input', type: 'Boolean' }] },
      ),
    );
    runtime.put({ id: 'other', name: 'other', type: 'Float', value: 0 });
    runtime.step(2);
    runtime.put({ id: 'other', name: 'other', type: 'Float', value: 1 });
    runtime.step(2);
    expect(runtime.messages()).toHaveLength(2);
  });

  test('ports that an earlier call has reported are those of a new graph in a later one', () => {
    const runtime = createTestRuntime();
    load(
      runtime,
      createTestGraph(
        { start: 'Start', set: ['SetVariable', { Variable: 'n', Value: 5 }] },
        ['start.Out > set.In'],
        { graphId: 'callee' },
      ),
    );
    runtime.put({ id: 'n', name: 'n', type: 'Float', value: 0 });
    runtime.run(createTestGraph({ frame: 'OnNewFrame', call: call('callee') }, ['frame.Out > call.In']));
    const countReports = () => {
      const before = runtime.data('ports.updated').length;
      runtime.step(3);
      return runtime
        .data('ports.updated')
        .slice(before)
        .filter((data) => 'caller' in data).length;
    };
    runtime.listenTo('ports.updated');
    expect(countReports()).toBe(3);
    runtime.listenTo();
    expect(countReports()).toBe(0);
    runtime.listenTo('ports.updated');
    expect(countReports()).toBe(3);
  });
});

describe('a suspended call', () => {
  const suspended = createTestGraph(
    { start: 'Start', pause: 'Breakpoint', log: logNode('continued') },
    ['start.Out > pause.In', 'pause.Out > log.In'],
    { graphId: 'suspended' },
  );

  test('fails when its graph is removed, and the caller continues', () => {
    const runtime = createTestRuntime();
    load(runtime, suspended);
    runtime.listenTo('node.executing', 'node.done');
    runtime.run(
      createTestGraph(
        { start: 'Start', call: call('suspended'), out: logNode('out'), failed: 'LogConsole' },
        [...['start.Out > call.In', 'call.Out > out.In', ...failureLog('call')]],
      ),
    );
    runtime.step();
    runtime.execute('graph.unload', { graphId: 'suspended' });
    runtime.step();
    expect(runtime.messages().slice(1)).toEqual(['out', 'The graph "suspended" was removed.']);
    expect(runtime.data('node.executing')).toHaveLength(runtime.data('node.done').length);
  });

  test('is dropped when its caller is edited or stopped, and leaves nothing', () => {
    for (const command of ['graph.load', 'graph.stop', 'graph.unload'] as const) {
      const runtime = createTestRuntime({ limits: { calledNodes: 6 } });
      load(runtime, suspended);
      const middle = createTestGraph({ start: 'Start', call: call('suspended') }, ['start.Out > call.In'], {
        graphId: 'middle',
      });
      load(runtime, middle);
      const createCaller = (message: string) =>
        createTestGraph({ start: 'Start', call: call('middle'), log: logNode(message) }, [
          ...['start.Out > call.In', 'call.Done > log.In'],
        ]);
      runtime.run(createCaller('first'));
      runtime.step();
      if (command === 'graph.load') load(runtime, createCaller('second'));
      else runtime.execute(command, { graphId: 'graph' });
      runtime.step(2);
      expect(runtime.messages()).toEqual(['Breakpoint reached; time is paused.']);
      expect(runtime.state().engine).toMatchObject({ calls: [] });
    }
  });

  test('that is inside another call ends with it, and the rest of its caller continues', () => {
    const runtime = createTestRuntime({ definitions: testNodes });
    load(
      runtime,
      createTestGraph(
        { start: 'Start', delay: ['Delay', { Duration: 0 }], pause: 'Breakpoint', never: logNode('never') },
        ['start.Out > delay.In', 'delay.Done > pause.In', 'pause.Out > never.In'],
        { graphId: 'inner' },
      ),
      createTestGraph(
        { start: 'Start', call: call('inner'), pause: 'Breakpoint', throw: 'Throw' },
        ['start.Out > call.In', 'call.Out > pause.In', 'pause.Out > throw.In'],
        { graphId: 'outer' },
      ),
    );
    runtime.listenTo('node.executing', 'node.done');
    runtime.run(
      createTestGraph(
        { start: 'Start', second: logNode('second'), call: call('outer'), out: logNode('out') },
        [...['start.Out > call.In', 'start.Out > second.In', 'call.Out > out.In']],
      ),
    );
    runtime.step(4);
    expect(runtime.messages().filter((message) => !String(message).startsWith('Breakpoint'))).toEqual([
      ...['It broke. The call of the graph has failed.', 'out', 'It broke.', 'second'],
    ]);
    expect(runtime.data('node.executing')).toHaveLength(runtime.data('node.done').length);
  });
});

test('a graph that is started receives the inputs that are set', () => {
  const runtime = createTestRuntime();
  runtime.put(
    ...createInterface('greeting', {
      Name: ['input', 'String', 'world'],
      Other: ['input', 'String', 'kept'],
    }),
  );
  load(
    runtime,
    createTestGraph(
      {
        ...{ start: 'Start', log: 'LogConsole', other: 'LogConsole' },
        ...{ name: ['GetVariable', { Variable: 'Name' }], second: ['GetVariable', { Variable: 'Other' }] },
      },
      [
        'start.Out > log.In',
        'log.Out > other.In',
        'name.Value > log.Message',
        'second.Value > other.Message',
      ],
      { graphId: 'greeting' },
    ),
  );
  runtime.run(
    withPorts(
      createTestGraph({ start: 'Start', run: ['RunGraph', { Graph: 'greeting', Name: 'you' }] }, [
        'start.Out > run.In',
      ]),
      {
        run: [
          { name: 'Name', direction: 'input', type: 'String' },
          { name: 'Other', direction: 'input', type: 'String' },
        ],
      },
    ),
  );
  runtime.step();
  runtime.step();
  expect(runtime.messages()).toEqual(['you', 'kept']);
  expect(runtime.data('variable.changed')).toMatchObject([{ name: 'Name', value: 'you' }]);
});

test('10,000 calls that end in every way leave nothing', () => {
  const maxNodes = 5_000;
  const runtime = createTestRuntime({ definitions: testNodes, limits: { calledNodes: maxNodes } });
  const createCallee = (graphId: string, nodes: Parameters<typeof createTestGraph>[0], ...wires: string[]) =>
    createTestGraph({ start: 'Start', ...nodes }, wires, { graphId });
  const stop = ['RunGraph', { Graph: 'stopping', Run: false }] as const;
  const forever = ['Delay', { Duration: 1e6 }] as const;
  const callees = [
    createCallee('instant', { log: 'Sequence' }, 'start.Out > log.In'),
    createCallee('later', { delay: ['Delay', { Duration: 0 }] }, 'start.Out > delay.In'),
    createCallee('failing', { throw: 'Throw' }, 'start.Out > throw.In'),
    createCallee('stopping', { stop, forever }, 'start.Out > forever.In', 'start.Out > stop.In'),
    createCallee('forever', { forever }, 'start.Out > forever.In'),
    createCallee('nesting', { call: call('forever') }, 'start.Out > call.In'),
  ];
  load(runtime, ...callees);
  const names = callees.map(({ graphId }) => graphId);
  const caller = createTestGraph(
    {
      ...{ button: 'ManualButton', loop: ['ForLoop', { First: 1, Last: 170 }] },
      ...Object.fromEntries(names.map((name) => [name, call(name)])),
    },
    ['button.Pressed > loop.In', ...names.map((name) => `loop.Body > ${name}.In`)],
  );
  runtime.run(caller);
  runtime.step();
  const endings = [
    () => runtime.execute('graph.stop', { graphId: 'graph' }),
    () => runtime.execute('graph.unload', { graphId: 'graph' }),
    () => load(runtime, createTestGraph({ button: 'ManualButton' })),
    () => {
      for (const graphId of names) runtime.execute('graph.unload', { graphId });
    },
  ];
  let calls = 0;
  for (let round = 0; round < 12; round++) {
    runtime.press('button');
    runtime.step(3);
    calls += 7 * 170;
    endings[round % endings.length]?.();
    load(runtime, ...callees);
    runtime.run(caller);
    runtime.step();
    expect(runtime.state().engine).toMatchObject({ callCount: calls, calls: [], callsToStop: [] });
  }
  expect(calls).toBeGreaterThan(10_000);

  const largest = Array.from({ length: maxNodes - 2 }, (_, index) => [`n${index}`, 'Sequence'] as const);
  load(
    runtime,
    createCallee(
      'largest',
      { ...Object.fromEntries(largest), log: logNode('largest') },
      'start.Out > log.In',
    ),
  );
  runtime.run(
    createTestGraph({ start: 'Start', call: call('largest') }, ['start.Out > call.In'], { graphId: 'last' }),
  );
  runtime.step();
  expect(runtime.messages().at(-1)).toBe('largest');
}, 60_000);
