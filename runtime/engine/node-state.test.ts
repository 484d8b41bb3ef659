import { describe, expect, test } from 'vitest';
import { defineFlowNode, definePureNode } from '../nodes/dsl/define-node.ts';
import { boolean, float, integer, trigger } from '../nodes/dsl/ports.ts';
import { createTestRuntime, addTestNodes, logNode, createTestGraph } from './testing-runtime.ts';

const Counter = definePureNode({
  description: '',
  inputs: { From: integer() },
  outputs: { Count: integer() },
  state: ({ From }) => ({ count: From }),
  evaluate: (_, { state }) => {
    state.count += 1;
    return state.count;
  },
});

const Showing = defineFlowNode({
  description: '',
  inputs: { Break: trigger },
  outputs: { Shown: integer() },
  state: () => ({ isBroken: false }),
  live: {
    Shown: ({ state }) => {
      if (state.isBroken) throw new Error('it broke');
      return 7;
    },
  },
  on: {
    Break: ({ state }) => {
      state.isBroken = true;
    },
  },
});

const Reader = defineFlowNode({
  description: '',
  inputs: { In: trigger, Value: float(), Wait: boolean() },
  outputs: { Out: trigger, Next: float(), Read: float() },
  on: {
    In: ({ inputs, outputs, emit, resume, schedule }) => {
      outputs.Next = inputs.Value + 1;
      emit.Out();
      if (inputs.Wait) schedule(0.05);
      else resume();
    },
  },
  resume: ({ inputs, outputs }) => {
    outputs.Read = inputs.Value;
  },
  due: ({ inputs, outputs }) => {
    outputs.Read = inputs.Value;
  },
});

const definitions = addTestNodes({ Counter, Showing, Reader });

const healthyGraph = createTestGraph(
  { frame: 'OnNewFrame', log: logNode('healthy') },
  ['frame.Out > log.In'],
  {
    graphId: 'healthy',
  },
);

describe('the state of a node', () => {
  test('may depend on a node whose state is created later', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph({ start: 'Start', first: 'Gate', second: 'Gate', log: logNode('open') }, [
        'second.IsOpen > first.StartOpen',
        'start.Out > first.In',
        'first.Out > log.In',
      ]),
    );
    runtime.step();
    expect(runtime.data('graph.stopped')).toEqual([]);
    // without its state, the second node outputs false
    expect(runtime.messages()).toEqual([]);
  });

  test('of a pure node is created from its inputs, whichever was created first', () => {
    const runtime = createTestRuntime({ definitions });
    runtime.run(
      createTestGraph(
        { start: 'Start', gate: 'Gate', compare: ['Compare', { B: 6 }], count: 'Counter', from: 'Add' },
        ['from.Result > count.From', 'count.Count > compare.A', 'compare.Result > gate.StartOpen'],
      ),
    );
    runtime.step();
    expect(runtime.data('graph.stopped')).toEqual([]);
    expect(runtime.port('count.out.Count')).toBe(1);
  });

  const before = { delay: ['Delay', { Duration: 0.05 }], stop: 'OnStop' } as const;
  const after = { ...before, gate: 'Gate', log: logNode('through') } as const;

  test('of a node that a sync adds exists when a latent fires first', () => {
    const runtime = createTestRuntime();
    const start = { start: 'Start' };
    runtime.run(createTestGraph({ ...start, ...before }, ['start.Out > delay.In']));
    runtime.step(3);
    const connections = ['start.Out > delay.In', 'delay.Done > gate.In', 'gate.Out > log.In'];
    runtime.execute('graph.load', { graph: createTestGraph({ ...start, ...after }, connections) });
    runtime.step();
    expect(runtime.messages()).toEqual(['through']);
  });

  test('is kept by a node to which a sync adds ports', () => {
    const runtime = createTestRuntime();
    const createActionGraph = (action: string, ...connections: readonly string[]) =>
      createTestGraph(
        { frame: 'OnNewFrame', seven: ['Add', { A: 7 }], run: ['RunAction', { Action: action }] },
        ['frame.Out > run.In', ...connections],
      );
    runtime.run(createActionGraph('time.get'));
    runtime.step();
    const connection = 'seven.Result > run.message';
    runtime.execute('graph.load', { graph: createActionGraph('log.console', connection) });
    runtime.step();
    expect(runtime.messages()).toEqual(['7']);
  });

  test('of a node that a sync adds exists when the graph stops before its next frame', () => {
    const runtime = createTestRuntime();
    runtime.run(createTestGraph(before));
    runtime.step();
    const connections = ['stop.Out > gate.In', 'gate.Out > log.In'];
    runtime.execute('graph.load', { graph: createTestGraph(after, connections) });
    runtime.execute('graph.stop', { graphId: 'graph' });
    expect(runtime.messages()).toEqual(['through']);
  });
});

describe('a live output that throws', () => {
  const brokenGraph = createTestGraph({ start: 'Start', showing: 'Showing' }, ['start.Out > showing.Break']);
  const stopped = [{ graphId: 'graph', name: 'graph', reason: 'error' }];

  test('stops its own graph when its value is to be reported', () => {
    const runtime = createTestRuntime({ definitions });
    runtime.listenTo('ports.updated');
    runtime.run(brokenGraph, healthyGraph);
    runtime.step(6);
    expect(runtime.data('graph.stopped')).toEqual(stopped);
    expect(runtime.messages().filter((message) => message === 'healthy')).toHaveLength(6);
    expect(runtime.messages()).toContain('it broke The graph was stopped.');
  });

  test('stops it when the values of ports are requested', () => {
    const runtime = createTestRuntime({ definitions });
    runtime.run(brokenGraph, healthyGraph);
    runtime.step();
    expect(runtime.execute('graph.flush', { graphId: 'graph' }).ports).toEqual([]);
    expect(runtime.data('graph.stopped')).toEqual(stopped);
  });

  test('has no effect after the graph has stopped', () => {
    const runtime = createTestRuntime({ definitions });
    runtime.run(brokenGraph);
    runtime.step();
    runtime.execute('graph.stop', { graphId: 'graph' });
    expect(runtime.execute('graph.flush', { graphId: 'graph' }).ports).toEqual([]);
    expect(runtime.data('graph.stopped')).toEqual([{ ...stopped[0], reason: 'explicit' }]);
  });
});

describe('an input that is read later than it was resolved', () => {
  test('keeps the received value, although its source has changed', () => {
    const runtime = createTestRuntime({ definitions });
    runtime.run(
      createTestGraph({ start: 'Start', reader: 'Reader' }, [
        'start.Out > reader.In',
        'reader.Next > reader.Value',
      ]),
    );
    runtime.step();
    expect(runtime.port('reader.out.Next')).toBe(1);
    expect(runtime.port('reader.out.Read') ?? 0).toBe(0);
  });

  test.each(['the same program', 'another one'])('keeps it until the node is due, under %s', (program) => {
    const runtime = createTestRuntime({ definitions });
    const nodes = { start: 'Start', frame: 'OnNewFrame', reader: ['Reader', { Wait: true }] } as const;
    const connections = ['start.Out > reader.In', 'frame.Frame > reader.Value'];
    runtime.run(createTestGraph({ ...nodes }, connections));
    // frame 1 begins after Start has fired, so the reader has already received the initial zero
    runtime.step(3);
    if (program === 'another one') {
      runtime.execute('graph.load', { graph: createTestGraph({ ...nodes, note: 'Note' }, connections) });
    }
    runtime.step(3);
    expect(runtime.port('reader.out.Next')).toBe(1);
    expect(runtime.port('reader.out.Read') ?? 0).toBe(0);
  });
});

describe('after a sync while running', () => {
  const createImage = (label: string) =>
    createTestGraph(
      {
        start: 'Start',
        frame: 'OnNewFrame',
        watch: 'Watch',
        frames: ['DoN', { Count: 2 }],
        unrelated: logNode(label),
      },
      ['start.Out > watch.In', 'frame.Frame > watch.Value', 'frame.Out > frames.In'],
    );

  test('ports that changed before are still among all that changed, and only changes are reported', () => {
    const runtime = createTestRuntime();
    runtime.listenTo('ports.updated');
    runtime.run(createImage('before'));
    runtime.step(3);
    runtime.execute('graph.load', { graph: createImage('after') });
    expect(runtime.port('frames.out.Counter')).toBe(2);
    runtime.step(3);
    expect(runtime.data('ports.updated').at(-1)).toEqual({
      graphId: 'graph',
      ports: [
        expect.objectContaining({ portId: 'frame.out.Time' }),
        expect.objectContaining({ portId: 'frame.out.Frame', value: 6 }),
      ],
    });
  });

  test('a watched value stays until another one arrives', () => {
    const runtime = createTestRuntime();
    const connections = ['start.Out > watch.In', 'sum.Result > watch.Value'];
    const nodes = { start: 'Start', sum: ['Add', { A: 2 }], watch: 'Watch' } as const;
    runtime.run(createTestGraph(nodes, connections));
    runtime.step();
    runtime.execute('graph.load', { graph: createTestGraph({ ...nodes, note: 'Note' }, connections) });
    runtime.step();
    expect(runtime.port('watch.in.Value')).toBe(2);
  });

  test('work of removed nodes is dropped, however much it is', () => {
    const runtime = createTestRuntime({ limits: { waitingEvents: 5 } });
    const nodes = { frame: 'OnNewFrame', log: logNode('on') } as const;
    runtime.run(createTestGraph({ ...nodes, button: 'ManualButton' }, ['frame.Out > log.In']));
    runtime.step();
    runtime.press(...Array.from({ length: 6 }, () => 'button'));
    runtime.execute('graph.load', { graph: createTestGraph(nodes, ['frame.Out > log.In']) });
    runtime.step();
    expect(runtime.messages()).toEqual(['on', 'on']);
    expect(runtime.data('graph.stopped')).toEqual([]);
  });
});
