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

const healthy = createTestGraph({ frame: 'OnNewFrame', log: logNode('healthy') }, ['frame.Out > log.In'], {
  graphId: 'healthy',
});

describe('the state of a node', () => {
  test('may depend on a node whose state is created later', () => {
    const stage = createTestRuntime();
    stage.run(
      createTestGraph({ start: 'Start', first: 'Gate', second: 'Gate', log: logNode('open') }, [
        'second.IsOpen > first.StartOpen',
        'start.Out > first.In',
        'first.Out > log.In',
      ]),
    );
    stage.step();
    expect(stage.data('graph.stopped')).toEqual([]);
    // without state, the second node outputs false
    expect(stage.messages()).toEqual([]);
  });

  test('of a pure node is created from its inputs, whichever was created first', () => {
    const stage = createTestRuntime({ definitions });
    stage.run(
      createTestGraph(
        { start: 'Start', gate: 'Gate', compare: ['Compare', { B: 6 }], count: 'Counter', from: 'Add' },
        ['from.Result > count.From', 'count.Count > compare.A', 'compare.Result > gate.StartOpen'],
      ),
    );
    stage.step();
    expect(stage.data('graph.stopped')).toEqual([]);
    expect(stage.port('count.out.Count')).toBe(1);
  });

  const before = { delay: ['Delay', { Duration: 0.05 }], stop: 'OnStop' } as const;
  const after = { ...before, gate: 'Gate', log: logNode('through') } as const;

  test('of a node that a sync adds exists when a latent fires first', () => {
    const stage = createTestRuntime();
    const start = { start: 'Start' };
    stage.run(createTestGraph({ ...start, ...before }, ['start.Out > delay.In']));
    stage.step(3);
    const wires = ['start.Out > delay.In', 'delay.Done > gate.In', 'gate.Out > log.In'];
    stage.execute('graph.load', { graph: createTestGraph({ ...start, ...after }, wires) });
    stage.step();
    expect(stage.messages()).toEqual(['through']);
  });

  test('is kept by a node to which a sync adds ports', () => {
    const stage = createTestRuntime();
    const graph = (action: string, ...wires: readonly string[]) =>
      createTestGraph(
        { frame: 'OnNewFrame', seven: ['Add', { A: 7 }], run: ['RunAction', { Action: action }] },
        ['frame.Out > run.In', ...wires],
      );
    stage.run(graph('time.get'));
    stage.step();
    const wire = 'seven.Result > run.message';
    stage.execute('graph.load', { graph: graph('log.console', wire) });
    stage.step();
    expect(stage.messages()).toEqual(['7']);
  });

  test('of a node that a sync adds exists when the graph stops before its next frame', () => {
    const stage = createTestRuntime();
    stage.run(createTestGraph(before));
    stage.step();
    const wires = ['stop.Out > gate.In', 'gate.Out > log.In'];
    stage.execute('graph.load', { graph: createTestGraph(after, wires) });
    stage.execute('graph.stop', { graphId: 'graph' });
    expect(stage.messages()).toEqual(['through']);
  });
});

describe('a live output that throws', () => {
  const broken = createTestGraph({ start: 'Start', showing: 'Showing' }, ['start.Out > showing.Break']);
  const stopped = [{ graphId: 'graph', name: 'graph', reason: 'error' }];

  test('stops its own graph when its value is to be reported', () => {
    const stage = createTestRuntime({ definitions });
    stage.listenTo('ports.updated');
    stage.run(broken, healthy);
    stage.step(6);
    expect(stage.data('graph.stopped')).toEqual(stopped);
    expect(stage.messages().filter((message) => message === 'healthy')).toHaveLength(6);
    expect(stage.messages()).toContain('it broke The graph was stopped.');
  });

  test('stops it when the values of ports are requested', () => {
    const stage = createTestRuntime({ definitions });
    stage.run(broken, healthy);
    stage.step();
    expect(stage.execute('graph.flush', { graphId: 'graph' }).ports).toEqual([]);
    expect(stage.data('graph.stopped')).toEqual(stopped);
  });

  test('has no effect after the graph has stopped', () => {
    const stage = createTestRuntime({ definitions });
    stage.run(broken);
    stage.step();
    stage.execute('graph.stop', { graphId: 'graph' });
    expect(stage.execute('graph.flush', { graphId: 'graph' }).ports).toEqual([]);
    expect(stage.data('graph.stopped')).toEqual([{ ...stopped[0], reason: 'explicit' }]);
  });
});

describe('an input that is read later than it was resolved', () => {
  test('keeps the received value, although its source has changed', () => {
    const stage = createTestRuntime({ definitions });
    stage.run(
      createTestGraph({ start: 'Start', reader: 'Reader' }, [
        'start.Out > reader.In',
        'reader.Next > reader.Value',
      ]),
    );
    stage.step();
    expect(stage.port('reader.out.Next')).toBe(1);
    expect(stage.port('reader.out.Read') ?? 0).toBe(0);
  });

  test.each(['the same program', 'another one'])('keeps it until the node is due, under %s', (program) => {
    const stage = createTestRuntime({ definitions });
    const nodes = { start: 'Start', frame: 'OnNewFrame', reader: ['Reader', { Wait: true }] } as const;
    const wires = ['start.Out > reader.In', 'frame.Frame > reader.Value'];
    stage.run(createTestGraph({ ...nodes }, wires));
    // frame 1 begins after Start has fired, so the reader received the initial zero
    stage.step(3);
    if (program === 'another one') {
      stage.execute('graph.load', { graph: createTestGraph({ ...nodes, note: 'Note' }, wires) });
    }
    stage.step(3);
    expect(stage.port('reader.out.Next')).toBe(1);
    expect(stage.port('reader.out.Read') ?? 0).toBe(0);
  });
});

describe('after a sync while running', () => {
  const image = (label: string) =>
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
    const stage = createTestRuntime();
    stage.listenTo('ports.updated');
    stage.run(image('before'));
    stage.step(3);
    stage.execute('graph.load', { graph: image('after') });
    expect(stage.port('frames.out.Counter')).toBe(2);
    stage.step(3);
    expect(stage.data('ports.updated').at(-1)).toEqual({
      graphId: 'graph',
      ports: [
        expect.objectContaining({ portId: 'frame.out.Time' }),
        expect.objectContaining({ portId: 'frame.out.Frame', value: 6 }),
      ],
    });
  });

  test('a watched value stays until another one arrives', () => {
    const stage = createTestRuntime();
    const wires = ['start.Out > watch.In', 'sum.Result > watch.Value'];
    const nodes = { start: 'Start', sum: ['Add', { A: 2 }], watch: 'Watch' } as const;
    stage.run(createTestGraph(nodes, wires));
    stage.step();
    stage.execute('graph.load', { graph: createTestGraph({ ...nodes, note: 'Note' }, wires) });
    stage.step();
    expect(stage.port('watch.in.Value')).toBe(2);
  });

  test('work of removed nodes is dropped, however much it is', () => {
    const stage = createTestRuntime({ limits: { waitingEvents: 5 } });
    const nodes = { frame: 'OnNewFrame', log: logNode('on') } as const;
    stage.run(createTestGraph({ ...nodes, button: 'ManualButton' }, ['frame.Out > log.In']));
    stage.step();
    stage.press(...Array.from({ length: 6 }, () => 'button'));
    stage.execute('graph.load', { graph: createTestGraph(nodes, ['frame.Out > log.In']) });
    stage.step();
    expect(stage.messages()).toEqual(['on', 'on']);
    expect(stage.data('graph.stopped')).toEqual([]);
  });
});
