import { describe, expect, test } from 'vitest';
import { definePureNode } from '../nodes/dsl/define-node.ts';
import { float } from '../nodes/dsl/ports.ts';
import { createTestRuntime, addTestNodes, createTestGraph, createTestVariable } from './testing-runtime.ts';

const definitions = addTestNodes({
  Dice: definePureNode({
    description: '',
    inputs: {},
    outputs: { Value: float() },
    evaluate: (_, { random }) => random(),
  }),
});
const logNode = (message: string) => ['LogConsole', { Message: message }] as const;
const loadGraph = (...graph: Parameters<typeof createTestGraph>) =>
  createTestRuntime().execute('graph.load', { graph: createTestGraph(...graph) });

describe('triggers', () => {
  test('fan out depth first, in the order of their connections', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        { a: logNode('a'), start: 'Start', b: logNode('b'), b2: logNode('b2'), c: logNode('c') },
        ['start.Out > b.In', 'b.Out > b2.In', 'start.Out > c.In', 'start.Out > a.In'],
      ),
    );
    runtime.step();
    expect(runtime.messages()).toEqual(['b', 'b2', 'c', 'a']);
  });

  test('a latent node ends its branch, so a loop does not wait for it', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          loop: ['ForLoop', { Last: 2 }],
          delay: ['Delay', { Duration: 0, OnRetrigger: 'Parallel' }],
          late: logNode('late'),
          done: logNode('done'),
        },
        ['start.Out > loop.In', 'loop.Body > delay.In', 'delay.Done > late.In', 'loop.Completed > done.In'],
      ),
    );
    runtime.step(2);
    expect(runtime.messages()).toEqual(['done', 'late', 'late', 'late']);
  });

  test('a disabled trigger port neither receives nor emits', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          deaf: logNode('deaf'),
          mute: logNode('mute'),
          never: logNode('never'),
          last: logNode('last'),
        },
        ['start.Out > deaf.In', 'start.Out > mute.In', 'mute.Out > never.In', 'start.Out > last.In'],
        { disabled: { deaf: ['in.In'], mute: ['out.Out'] } },
      ),
    );
    runtime.step();
    expect(runtime.messages()).toEqual(['mute', 'last']);
  });

  test('chains and fan-outs may be larger than the stack limit', () => {
    const runtime = createTestRuntime();
    const ids = Array.from({ length: 5_000 }, (_, index) => `n${index}`);
    runtime.put(createTestVariable('n', 0, 'Integer'));
    const nodes = {
      start: 'Start',
      ...Object.fromEntries(ids.map((id) => [id, ['IncrementVariable', { Variable: 'n' }] as const])),
    };
    runtime.run(
      createTestGraph(
        nodes,
        ['start.Out > n0.In', ...ids.slice(1).map((id, index) => `n${index}.Out > ${id}.In`)],
        {
          graphId: 'long',
        },
      ),
      createTestGraph(
        nodes,
        ids.map((id) => `start.Out > ${id}.In`),
        { graphId: 'wide' },
      ),
    );
    runtime.step();
    expect(runtime.data('variable.changed')).toEqual([expect.objectContaining({ value: 10_000 })]);
  });
});

describe('data', () => {
  test('a pure source is evaluated once per activation, and again for the next one', () => {
    const runtime = createTestRuntime({ definitions });
    runtime.run(
      createTestGraph(
        { frame: 'OnNewFrame', dice: 'Dice', difference: 'Subtract', roll: 'Watch', zero: 'Watch' },
        [
          'frame.Out > zero.In',
          'dice.Value > difference.A',
          'dice.Value > difference.B',
          'difference.Result > zero.Value',
          'zero.Out > roll.In',
          'dice.Value > roll.Value',
        ],
      ),
    );
    const results = [1, 2, 3].map(() => {
      runtime.step();
      expect(runtime.port('zero.in.Value')).toBe(0);
      return runtime.port('roll.in.Value');
    });
    expect(new Set(results).size).toBe(3);
  });

  test('a source that is read through several lazy inputs is evaluated once per activation', () => {
    const runtime = createTestRuntime({ definitions });
    runtime.run(
      createTestGraph(
        {
          frame: 'OnNewFrame',
          dice: 'Dice',
          one: ['Select', { Condition: true }],
          two: ['Select', { Condition: true }],
          difference: 'Subtract',
          zero: 'Watch',
        },
        [
          'frame.Out > zero.In',
          'dice.Value > one.IfTrue',
          'dice.Value > two.IfTrue',
          'one.Result > difference.A',
          'two.Result > difference.B',
          'difference.Result > zero.Value',
        ],
      ),
    );
    runtime.step(3);
    expect(runtime.port('zero.in.Value')).toBe(0);
  });

  test('a source that is not pure provides its latched value, initially the zero of its type', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph({ frame: 'OnNewFrame', watch: 'Watch', every: ['OnInterval', { Seconds: 3 / 60 }] }, [
        'frame.Out > watch.In',
        'every.Count > watch.Value',
      ]),
    );
    runtime.step(2);
    expect(runtime.port('watch.in.Value')).toBe(0);
    runtime.step(3);
    expect(runtime.port('watch.in.Value')).toBe(1);
  });

  test('values are converted between types', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          half: ['Divide', { A: 5, B: 2 }],
          loop: ['ForLoop', { First: 1 }],
          pass: logNode('pass'),
        },
        ['start.Out > loop.In', 'half.Result > loop.Last', 'loop.Body > pass.In'],
      ),
    );
    runtime.step();
    expect(runtime.messages()).toHaveLength(3);
  });

  test('a chain of pure nodes may be longer than the call stack is deep', () => {
    const runtime = createTestRuntime();
    const ids = Array.from({ length: 20_000 }, (_, index) => `a${index}`);
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          watch: 'Watch',
          ...Object.fromEntries(ids.map((id) => [id, ['Add', { B: 1 }] as const])),
        },
        [
          'start.Out > watch.In',
          ...ids.slice(1).map((id, index) => `a${index}.Result > ${id}.A`),
          `${ids.at(-1)}.Result > watch.Value`,
        ],
      ),
    );
    runtime.step();
    expect(runtime.port('watch.in.Value')).toBe(20_000);
  });

  test('cycles of pure nodes are rejected, even through lazy inputs', () => {
    expect(() => loadGraph({ a: 'Add', b: 'Add' }, ['a.Result > b.A', 'b.Result > a.A'])).toThrow(
      expect.objectContaining({ code: 'CYCLIC_CONNECTION', details: { nodeIds: ['a', 'b'] } }),
    );
    expect(() => loadGraph({ a: 'And' }, ['a.Result > a.B'])).toThrow(
      expect.objectContaining({ code: 'CYCLIC_CONNECTION' }),
    );
  });
});

describe('a graph with an unknown name is rejected', () => {
  test.each([
    ['NODE_TYPE_NOT_FOUND', { a: 'Nonsense' }, []],
    ['NODE_NOT_FOUND', { a: 'Start' }, ['a.Out > b.In']],
    ['PORT_NOT_FOUND', { a: 'Start', b: 'Watch' }, ['a.Off > b.In']],
    ['PORT_NOT_FOUND', { a: 'Start', b: 'Watch' }, ['a.Out > b.Inn']],
  ])('%s', (code, nodes, connections) => {
    expect(() => loadGraph(nodes, connections)).toThrow(expect.objectContaining({ code }));
  });
});

describe('running and stopping', () => {
  test('only a loaded graph can run', () => {
    expect(() => createTestRuntime().execute('graph.run', { graphId: 'graph' })).toThrow(
      expect.objectContaining({ code: 'GRAPH_NOT_SYNCED' }),
    );
  });

  test('graphs run in the order in which they were started', () => {
    const runtime = createTestRuntime();
    const createSpeaker = (graphId: string) =>
      createTestGraph({ frame: 'OnNewFrame', log: logNode(graphId) }, ['frame.Out > log.In'], { graphId });
    for (const graphId of ['a', 'b', 'c']) runtime.execute('graph.load', { graph: createSpeaker(graphId) });
    for (const graphId of ['c', 'a', 'b']) runtime.execute('graph.run', { graphId });
    runtime.step();
    expect(runtime.messages()).toEqual(['c', 'a', 'b']);
  });

  test('running a graph that runs changes nothing, and neither does stopping one that does not', () => {
    const runtime = createTestRuntime();
    runtime.run(createTestGraph({ start: 'Start', log: logNode('started') }, ['start.Out > log.In']));
    runtime.step();
    runtime.execute('graph.run', { graphId: 'graph' });
    runtime.step();
    runtime.execute('graph.stop', { graphId: 'graph' });
    runtime.execute('graph.stop', { graphId: 'graph' });
    expect(runtime.messages()).toEqual(['started']);
    expect(runtime.data('graph.running')).toEqual([{ graphId: 'graph', name: 'graph' }]);
    expect(runtime.data('graph.stopped')).toEqual([{ graphId: 'graph', name: 'graph', reason: 'explicit' }]);
  });

  test('an unloaded graph stops with reason unloaded and cannot run any more', () => {
    const runtime = createTestRuntime();
    runtime.run(createTestGraph({ start: 'Start' }));
    runtime.execute('graph.unload', { graphId: 'graph' });
    expect(runtime.data('graph.stopped')).toEqual([expect.objectContaining({ reason: 'unloaded' })]);
    expect(() => runtime.execute('graph.run', { graphId: 'graph' })).toThrow();
  });

  test('every run starts with new state', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph({ frame: 'OnNewFrame', once: 'DoOnce', log: logNode('once') }, [
        'frame.Out > once.In',
        'once.Out > log.In',
      ]),
    );
    runtime.step(2);
    runtime.execute('graph.stop', { graphId: 'graph' });
    runtime.execute('graph.run', { graphId: 'graph' });
    runtime.step(2);
    expect(runtime.messages()).toEqual(['once', 'once']);
  });
});

describe('sync while running', () => {
  const createLogGraph = (message: string, once = 'once') =>
    createTestGraph(
      {
        start: 'Start',
        frame: 'OnNewFrame',
        [once]: 'DoOnce',
        log: logNode(message),
        delay: ['Delay', { Duration: 5 / 60 }],
        late: logNode('late'),
        every: ['OnInterval', { Seconds: 1 / 60 }],
      },
      [`frame.Out > ${once}.In`, `${once}.Out > log.In`, 'start.Out > delay.In', 'delay.Done > late.In'],
    );

  test('nodes with unchanged ids keep state, latched outputs and pending latents; Start does not fire again', () => {
    const runtime = createTestRuntime();
    runtime.run(createLogGraph('before'));
    runtime.step(2);
    runtime.execute('graph.load', { graph: createLogGraph('after') });
    expect(runtime.port('every.out.Count')).toBe(2);
    runtime.step(4);
    expect(runtime.messages()).toEqual(['before', 'late']);
    expect(runtime.port('every.out.Count')).toBe(6);
    expect(runtime.data('graph.running')).toHaveLength(1);
  });

  test('a new node starts with its own state, and the synchronized version runs', () => {
    const runtime = createTestRuntime();
    runtime.run(createLogGraph('before'));
    runtime.step();
    runtime.execute('graph.load', { graph: createLogGraph('after', 'fresh') });
    runtime.step();
    expect(runtime.messages()).toEqual(['before', 'after']);
  });

  test('the pending work of a removed node is dropped', () => {
    const runtime = createTestRuntime();
    runtime.run(createLogGraph('before'));
    runtime.step();
    runtime.execute('graph.load', { graph: createTestGraph({ start: 'Start' }) });
    runtime.step(20);
    expect(runtime.messages()).toEqual(['before']);
  });

  test('a rejected graph leaves the old one running', () => {
    const runtime = createTestRuntime();
    runtime.run(createTestGraph({ frame: 'OnNewFrame', log: logNode('on') }, ['frame.Out > log.In']));
    runtime.step();
    expect(() => runtime.execute('graph.load', { graph: createTestGraph({ a: 'Nonsense' }) })).toThrow();
    runtime.step();
    expect(runtime.messages()).toEqual(['on', 'on']);
  });
});

test('latents fire in order of due tick, then scheduling order, across graphs', () => {
  const runtime = createTestRuntime();
  const createDelayGraph = (graphId: string, ticks: number) =>
    createTestGraph(
      { start: 'Start', delay: ['Delay', { Duration: ticks / 60 }], log: logNode(graphId) },
      ['start.Out > delay.In', 'delay.Done > log.In'],
      { graphId },
    );
  runtime.run(
    createDelayGraph('three', 3),
    createDelayGraph('two', 2),
    createDelayGraph('also three', 3),
    createDelayGraph('one', 1),
  );
  runtime.step(10);
  expect(runtime.messages()).toEqual(['one', 'two', 'three', 'also three']);
});
