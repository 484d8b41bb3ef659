import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineEventNode } from '../nodes/dsl/define-node.ts';
import { integer, trigger } from '../nodes/dsl/ports.ts';
import { createTestRuntime, addTestNodes, logNode, createTestGraph } from './testing-runtime.ts';

const ticks = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 }));
const graphId = fc.constantFrom('idle', 'late', 'watch', 'busy', 'loop', 'boss');
const command = fc.oneof(
  fc.record({ kind: fc.constant('step' as const), ticks }),
  fc.record({ kind: fc.constantFrom('run', 'stop', 'load', 'rewire', 'flush', 'unload'), graphId }),
  fc.record({ kind: fc.constant('scale' as const), scale: fc.constantFrom(0, 0.3, 1, 2) }),
  fc.record({ kind: fc.constantFrom('send', 'order'), graphId }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const nodesByGraph = {
  idle: { start: 'Start', frame: 'OnNewFrame', log: logNode('once') },
  late: { start: 'Start', frame: 'OnNewFrame', wait: ['Delay', { Duration: 0.5 }], log: logNode('late') },
  watch: { start: 'Start', frame: 'OnNewFrame', watch: 'Stopwatch', stop: 'OnStop', log: logNode('over') },
  busy: { start: 'Start', frame: 'OnNewFrame', event: ['OnCustomEvent', { Name: 'go' }], log: logNode('go') },
  loop: { frame: 'OnNewFrame', loop: ['ForLoop', { Last: 9 }], body: 'Watch', log: logNode('looped') },
  boss: {
    frame: 'OnNewFrame',
    end: ['OnCustomEvent', { Name: 'end' }],
    stop: ['RunGraph', { Run: false }],
    log: logNode('stopped'),
  },
} as const;
const connectionsByGraph: Readonly<Record<string, readonly string[]>> = {
  idle: ['start.Out > log.In'],
  late: ['start.Out > wait.In', 'wait.Done > log.In'],
  watch: ['start.Out > watch.Start', 'stop.Out > log.In', 'frame.Time > log.Message'],
  busy: ['event.Out > log.In', 'frame.Frame > log.Message'],
  boss: ['end.Out > stop.In', 'end.Payload > stop.Graph'],
  loop: ['frame.Out > loop.In', 'loop.Body > body.In', 'loop.Completed > log.In'],
};
const createGraph = (graphId: string, extraConnections: readonly string[] = []) =>
  createTestGraph(
    nodesByGraph[graphId as keyof typeof nodesByGraph],
    [...(connectionsByGraph[graphId] ?? []), ...extraConnections],
    { graphId },
  );

/**
 * @param stepsPerTick the step budget that all graphs share
 * @param hasFrameListener whether there is a listener for each frame, which keeps every graph awake
 */
const runCommands = (commands: readonly Command[], stepsPerTick: number, hasFrameListener: boolean) => {
  const runtime = createTestRuntime({ limits: { stepsPerSecond: 60 * stepsPerTick } });
  if (hasFrameListener) runtime.listenTo('node.executing');
  const idle: (readonly string[])[] = [];
  runtime.target.listen({ onEvents: () => {}, onIdleGraphs: (graphIds) => idle.push(graphIds) });
  for (const graphId of Object.keys(nodesByGraph)) runtime.run(createGraph(graphId));
  const loaded = new Set(Object.keys(nodesByGraph));
  const states: unknown[] = [];
  const flushedPorts: unknown[] = [];
  for (const next of commands) {
    if (next.kind === 'step') runtime.step(next.ticks);
    else if (next.kind === 'scale')
      runtime.execute('action.run', { action: 'time.setScale', parameters: { scale: next.scale } });
    else if (next.kind === 'send') runtime.execute('graph.send', { name: 'go', payload: null });
    else if (next.kind === 'order')
      runtime.execute('graph.send', { name: 'end', payload: next.graphId, graphId: 'boss' });
    else if (next.kind === 'load' || next.kind === 'rewire') {
      const extraConnections = next.kind === 'rewire' ? ['frame.Out > log.In'] : [];
      runtime.execute('graph.load', { graph: createGraph(next.graphId, extraConnections) });
      loaded.add(next.graphId);
    } else if (loaded.has(next.graphId)) {
      if (next.kind === 'flush')
        flushedPorts.push(runtime.execute('graph.flush', { graphId: next.graphId }).ports);
      else runtime.execute(`graph.${next.kind}` as 'graph.run', { graphId: next.graphId });
      if (next.kind === 'unload') loaded.delete(next.graphId);
    }
    const { engine, ...rest } = runtime.state() as { readonly engine: object };
    states.push({ ...rest, engine: { ...engine, interest: [] } });
  }
  return JSON.stringify({ states, flushed: flushedPorts, idle, messages: runtime.messages() });
};

test('graphs have the same results with and without sleeping', () => {
  fc.assert(
    fc.property(
      fc.array(command, { maxLength: 20 }),
      fc.oneof(fc.constant(10_000), fc.integer({ min: 520, max: 530 })),
      (commands, stepsPerTick) => {
        expect(runCommands(commands, stepsPerTick, false)).toBe(runCommands(commands, stepsPerTick, true));
      },
    ),
    { numRuns: 200 },
  );
});

describe('a graph whose frames lead nowhere', () => {
  const frames = { made: 0, caughtUp: 0 };
  const definitions = addTestNodes({
    OnFrame: defineEventNode({
      description: '',
      inputs: {},
      outputs: { Out: trigger, Frame: integer() },
      when: {
        frame: ({ outputs, graph, emit }) => {
          frames.made += 1;
          outputs.Frame = graph.frame;
          emit.Out();
        },
      },
      catchUp: ({ outputs, graph }) => {
        frames.caughtUp += 1;
        outputs.Frame = graph.frame;
      },
    }),
  });
  const createSleepingRuntime = (connections: readonly string[] = []) => {
    const runtime = createTestRuntime({ definitions });
    runtime.run(createTestGraph({ frame: 'OnFrame', log: logNode('frame') }, connections));
    runtime.step(100);
    Object.assign(frames, { made: 0, caughtUp: 0 });
    runtime.step(1_000);
    return runtime;
  };

  test('skips them until somebody reads its values, which are up to date then', () => {
    const runtime = createSleepingRuntime();
    expect(frames).toEqual({ made: 0, caughtUp: 0 });
    expect(runtime.port('frame.out.Frame')).toBe(1_100);
    runtime.step(10);
    expect(runtime.port('frame.out.Frame')).toBe(1_110);
    expect(frames).toEqual({ made: 0, caughtUp: 2 });
  });

  test.each(['ports.updated', 'node.executing'] as const)(
    'runs them as soon as there is a listener for %s',
    (type) => {
      const runtime = createSleepingRuntime();
      runtime.listenTo(type);
      runtime.step(6);
      expect(frames.made).toBe(6);
      expect(runtime.raised(type).length).toBeGreaterThan(1);
    },
  );

  test('runs them as soon as they lead somewhere', () => {
    const runtime = createSleepingRuntime();
    const graph = createTestGraph({ frame: 'OnFrame', log: logNode('frame') }, ['frame.Out > log.In']);
    runtime.execute('graph.load', { graph });
    runtime.step(3);
    expect(runtime.messages()).toEqual(['frame', 'frame', 'frame']);
    expect(runtime.port('frame.out.Frame')).toBe(1_103);
  });

  test('runs all of them when they lead somewhere from the start', () => {
    createSleepingRuntime(['frame.Out > log.In']);
    expect(frames.made).toBe(1_000);
  });

  test('has its final values after its stop', () => {
    const runtime = createSleepingRuntime();
    runtime.execute('graph.stop', { graphId: 'graph' });
    runtime.step(5);
    expect(runtime.port('frame.out.Frame')).toBe(1_100);
  });
});

test('time with a changing scale is exact to the last bit, whether a graph sleeps or not', () => {
  const runtime = createTestRuntime();
  runtime.run(createTestGraph({ frame: 'OnNewFrame' }));
  const setTimeScale = (setTimeScale: number) =>
    runtime.execute('action.run', { action: 'time.setScale', parameters: { scale: setTimeScale } });
  runtime.step(60);
  expect(runtime.port('frame.out.Time')).toBe(60 * (1 / 60));
  setTimeScale(0.5);
  runtime.step(30);
  expect(runtime.port('frame.out.DeltaTime')).toBe(0.5 / 60);
  expect(runtime.port('frame.out.Time')).toBe(1 + 30 * (0.5 / 60));
});

test('a graph that another one stops as the time scale changes shows its last step', () => {
  const runtime = createTestRuntime();
  runtime.run(createGraph('idle'), createGraph('boss'));
  runtime.step(40);
  runtime.execute('graph.send', { name: 'end', payload: 'idle', graphId: 'boss' });
  runtime.step();
  runtime.execute('action.run', { action: 'time.setScale', parameters: { scale: 0.5 } });
  runtime.step();
  const values = ['DeltaTime', 'Frame'].map((port) => runtime.port(`frame.out.${port}`, 'idle'));
  expect(values).toEqual([1 / 60, 41]);
});
