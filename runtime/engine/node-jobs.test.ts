import { describe, expect, test } from 'vitest';
import { defineFlowNode } from '../nodes/dsl/define-node.ts';
import { generic, string, trigger } from '../nodes/dsl/ports.ts';
import { createNodeJobs } from './node-jobs.ts';
import { createTestRuntime, addTestNodes, createTestGraph } from './testing-runtime.ts';
import type { Json } from '#spec/values.ts';
import type { RuntimeOptions } from '../runtime-options.ts';

/** A job that a test can complete. */
interface StartedJob {
  readonly name: string;
  readonly signal: AbortSignal;
  finish(outcome: Json): void;
}

/** Creates a runtime with a node type `Ask`, whose jobs complete either immediately or when the test completes them. */
const createJobTestRuntime = ({
  completesAtOnce = false,
  ...options
}: Partial<RuntimeOptions> & { completesAtOnce?: boolean } = {}) => {
  const started: StartedJob[] = [];
  const Ask = defineFlowNode({
    description: '',
    inputs: { In: trigger, Cancel: trigger, Name: string() },
    outputs: { Out: trigger, Done: trigger, Answer: generic() },
    on: {
      In: ({ inputs, startJob, emit }) => {
        const { Name: name } = inputs;
        startJob((finish, signal) => {
          started.push({ name, finish, signal });
          if (completesAtOnce) finish(name);
        });
        emit.Out();
      },
      Cancel: ({ cancel }) => cancel(),
    },
    done: ({ outputs, emit }, outcome) => {
      outputs.Answer = outcome;
      emit.Done();
    },
  });
  return { ...createTestRuntime({ ...options, definitions: addTestNodes({ Ask }) }), started };
};

/** A graph that asks for `a` and `b` when it starts, and logs which of the two jobs completes. */
const twoJobsGraph = createTestGraph(
  {
    start: 'Start',
    stop: 'ManualButton',
    a: ['Ask', { Name: 'a' }],
    b: ['Ask', { Name: 'b' }],
    answeredA: ['LogConsole', { Message: 'a' }],
    answeredB: ['LogConsole', { Message: 'b' }],
  },
  [
    'start.Out > a.In',
    'a.Out > b.In',
    'stop.Pressed > a.Cancel',
    'a.Done > answeredA.In',
    'b.Done > answeredB.In',
  ],
);

const run = (options?: Partial<RuntimeOptions>) => {
  const runtime = createJobTestRuntime(options);
  runtime.run(twoJobsGraph);
  runtime.step();
  const [a, b] = runtime.started as [StartedJob, StartedJob];
  return { runtime, a, b };
};

describe('an outcome', () => {
  test('waits for the next tick, and reaches the node that asked', () => {
    const { runtime, a } = run();
    a.finish({ any: ['value'] });
    expect(runtime.messages()).toEqual([]);
    runtime.step();
    expect(runtime.messages()).toEqual(['a']);
    expect(runtime.port('a.out.Answer')).toEqual({ any: ['value'] });
    expect(runtime.raised('console.log')[0]!.tick).toBe(2);
  });

  test('comes in the order of completion, not of the start', () => {
    const { runtime, a, b } = run();
    b.finish(1);
    a.finish(2);
    runtime.step();
    expect(runtime.messages()).toEqual(['b', 'a']);
  });

  test('counts only once', () => {
    const { runtime, a } = run();
    a.finish(1);
    a.finish(2);
    runtime.step();
    a.finish(3);
    runtime.step();
    expect(runtime.messages()).toEqual(['a']);
    expect(runtime.port('a.out.Answer')).toBe(1);
  });

  test('comes before what is due in the same tick', () => {
    const runtime = createJobTestRuntime();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          delay: ['Delay', { Duration: 0 }],
          ask: 'Ask',
          late: ['LogConsole', { Message: 'due' }],
          heard: ['LogConsole', { Message: 'heard' }],
        },
        ['start.Out > delay.In', 'start.Out > ask.In', 'delay.Done > late.In', 'ask.Done > heard.In'],
      ),
    );
    runtime.step();
    runtime.started[0]!.finish(null);
    runtime.step();
    expect(runtime.messages()).toEqual(['heard', 'due']);
  });

  test('that is available at once waits for the next tick as well', () => {
    const runtime = createJobTestRuntime({ completesAtOnce: true });
    runtime.run(twoJobsGraph);
    runtime.step();
    expect(runtime.messages()).toEqual([]);
    runtime.step();
    expect(runtime.messages()).toEqual(['a', 'b']);
  });
});

test('outcomes are taken once, as plain data', () => {
  const jobs = createNodeJobs<string>();
  const number = jobs.start((finish) => finish({ any: 'value' }), 'owner');
  const [arrival] = jobs.takeResults();
  expect(arrival).toEqual({ job: number, outcome: { any: 'value' } });
  expect(jobs.takeResults()).toEqual([]);
  expect([jobs.complete(arrival!), jobs.complete(arrival!)]).toEqual(['owner', undefined]);
});

describe('a job', () => {
  test('is aborted by Cancel, and its outcome is ignored', () => {
    const { runtime, a, b } = run();
    runtime.execute('graph.press', { graphId: 'graph', nodeId: 'stop', port: 'Pressed' });
    runtime.step();
    expect([a.signal.aborted, b.signal.aborted]).toEqual([true, false]);
    a.finish(1);
    runtime.step();
    expect(runtime.messages()).toEqual([]);
  });

  test('that has completed can still be cancelled before its tick', () => {
    const { runtime, a } = run();
    a.finish(1);
    runtime.execute('graph.stop', { graphId: 'graph' });
    runtime.execute('graph.run', { graphId: 'graph' });
    runtime.step(2);
    expect(runtime.messages()).toEqual([]);
  });

  test('is aborted when its graph stops', () => {
    const { runtime, a, b } = run();
    runtime.execute('graph.stop', { graphId: 'graph' });
    expect([a.signal.aborted, b.signal.aborted]).toEqual([true, true]);
    a.finish(1);
    runtime.step();
    expect(runtime.messages()).toEqual([]);
  });

  test('cannot start any more while its graph stops', () => {
    const runtime = createJobTestRuntime();
    runtime.run(createTestGraph({ stop: 'OnStop', ask: 'Ask' }, ['stop.Out > ask.In']));
    runtime.step();
    runtime.execute('graph.stop', { graphId: 'graph' });
    expect(runtime.started).toEqual([]);
    expect(runtime.data('console.log')).toEqual([
      expect.objectContaining({ severity: 'warning', nodeId: 'ask' }),
    ]);
  });

  test('survives a sync that keeps its node, and is aborted by one that does not', () => {
    const { runtime, a, b } = run();
    const withoutNode = {
      ...twoJobsGraph,
      nodes: twoJobsGraph.nodes.filter(({ id }) => id !== 'b' && id !== 'answeredB'),
    };
    runtime.execute('graph.load', {
      graph: {
        ...withoutNode,
        connections: twoJobsGraph.connections.filter(({ from, to }) => ![from[0], to[0]].includes('b')),
      },
    });
    expect([a.signal.aborted, b.signal.aborted]).toEqual([false, true]);
    a.finish(1);
    b.finish(2);
    runtime.step();
    expect(runtime.messages()).toEqual(['a']);
  });
});

test('a graph with too many running jobs is stopped, and all of them are aborted', () => {
  const runtime = createJobTestRuntime({ limits: { pendingJobs: 3 } });
  runtime.run(createTestGraph({ frame: 'OnNewFrame', ask: 'Ask' }, ['frame.Out > ask.In']));
  runtime.step(3);
  expect(runtime.data('graph.stopped')).toEqual([]);
  runtime.step();
  expect(runtime.data('graph.stopped')).toEqual([expect.objectContaining({ reason: 'executionLimit' })]);
  expect(runtime.data('console.log')).toEqual([
    expect.objectContaining({ severity: 'error', nodeId: 'ask', graphId: 'graph' }),
  ]);
  expect(runtime.started.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
});

test('completed jobs make room for others', () => {
  const runtime = createJobTestRuntime({ limits: { pendingJobs: 1 } });
  runtime.run(createTestGraph({ frame: 'OnNewFrame', ask: 'Ask' }, ['frame.Out > ask.In']));
  for (let tick = 0; tick < 5; tick++) {
    runtime.step();
    runtime.started.at(-1)!.finish(tick);
  }
  expect(runtime.data('graph.stopped')).toEqual([]);
  expect(runtime.started).toHaveLength(5);
});
