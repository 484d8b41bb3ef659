import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';

/** Runs a graph for some ticks and returns what the graph wrote to the console. */
const listMessages = (graph: Parameters<typeof createTestGraph>, ticks = 1) => {
  const runtime = createTestRuntime();
  runtime.run(createTestGraph(...graph));
  runtime.step(ticks);
  return runtime.messages();
};

test.each([
  [true, 'yes'],
  [false, 'no'],
])('Branch with %s fires %s', (Condition, expected) => {
  expect(
    listMessages([
      { start: 'Start', branch: ['Branch', { Condition }], yes: logNode('yes'), no: logNode('no') },
      ['start.Out > branch.In', 'branch.True > yes.In', 'branch.False > no.In'],
    ]),
  ).toEqual([expected]);
});

describe('Sequence', () => {
  test('fires its outputs in order, each to completion', () => {
    expect(
      listMessages([
        {
          start: 'Start',
          sequence: 'Sequence',
          a: logNode('a'),
          a2: logNode('a2'),
          b: logNode('b'),
          c: logNode('c'),
        },
        [
          'start.Out > sequence.In',
          'sequence.Then2 > c.In',
          'sequence.Then0 > a.In',
          'a.Out > a2.In',
          'sequence.Then1 > b.In',
        ],
      ]),
    ).toEqual(['a', 'a2', 'b', 'c']);
  });

  test('has as many outputs as Count says', () => {
    expect(
      listMessages([
        { start: 'Start', sequence: ['Sequence', { Count: 6 }], last: logNode('sixth') },
        ['start.Out > sequence.In', 'sequence.Then5 > last.In'],
      ]),
    ).toEqual(['sixth']);
    expect(() =>
      listMessages([{ sequence: ['Sequence', { Count: 2 }], a: logNode('a') }, ['sequence.Then2 > a.In']]),
    ).toThrow('Then2');
  });
});

/** Creates a graph that logs the index of every iteration and the end of the loop. */
const createLoopGraph = (
  values: Record<string, number>,
  extraConnections: string[] = [],
): Parameters<typeof createTestGraph> => [
  { start: 'Start', loop: ['ForLoop', values], pass: 'LogConsole', done: logNode('done') },
  [
    'start.Out > loop.In',
    'loop.Body > pass.In',
    'loop.Completed > done.In',
    'text.Result > pass.Message',
    ...extraConnections,
  ],
];

describe('ForLoop', () => {
  const runLoop = (values: Record<string, number>, connections: string[] = []) => {
    const [nodes, base] = createLoopGraph(values);
    return listMessages([
      { ...nodes, text: ['Select', { Condition: true }] },
      [...base!, 'loop.Index > text.IfTrue', ...connections],
    ]);
  };

  test('counts from First to Last in increments of Step', () => {
    expect(runLoop({ First: 2, Last: 7, Step: 2 })).toEqual(['2', '4', '6', 'done']);
    expect(runLoop({ First: 1, Last: -1, Step: -1 })).toEqual(['1', '0', '-1', 'done']);
    expect(runLoop({ First: 0, Last: 1, Step: 0 })).toEqual(['0', '1', 'done']);
  });
  test('without any pass only fires Completed', () => {
    expect(runLoop({ First: 1, Last: 0 })).toEqual(['done']);
  });
  test('Break ends it after the current pass', () => {
    expect(runLoop({ First: 1, Last: 9 }, ['pass.Out > loop.Break'])).toEqual(['1', 'done']);
  });
  test('can be nested', () => {
    const runtime = createTestRuntime();
    runtime.put({ id: 'n', name: 'n', type: 'Integer', value: 0 });
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          outer: ['ForLoop', { Last: 2 }],
          inner: ['ForLoop', { Last: 3 }],
          count: ['IncrementVariable', { Variable: 'n' }],
        },
        ['start.Out > outer.In', 'outer.Body > inner.In', 'inner.Body > count.In'],
      ),
    );
    runtime.step();
    expect(runtime.data('variable.changed')).toEqual([expect.objectContaining({ value: 12, previous: 0 })]);
  });
  test('reads its bounds once, on entry', () => {
    const runtime = createTestRuntime();
    runtime.put({ id: 'n', name: 'n', type: 'Integer', value: 3 });
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          last: ['GetVariable', { Variable: 'n' }],
          loop: ['ForLoop', { First: 1 }],
          more: ['IncrementVariable', { Variable: 'n' }],
        },
        ['start.Out > loop.In', 'last.Value > loop.Last', 'loop.Body > more.In'],
      ),
    );
    runtime.step();
    expect(runtime.data('variable.changed')).toEqual([expect.objectContaining({ value: 6 })]);
  });
});

test('WhileLoop evaluates its condition before each pass', () => {
  const runtime = createTestRuntime();
  runtime.put({ id: 'n', name: 'n', type: 'Integer', value: 0 });
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        n: ['GetVariable', { Variable: 'n' }],
        less: ['Compare', { B: 3 }],
        loop: 'WhileLoop',
        more: ['IncrementVariable', { Variable: 'n' }],
        done: logNode('done'),
      },
      [
        'start.Out > loop.In',
        'n.Value > less.A',
        'less.Result > loop.Condition',
        'loop.Body > more.In',
        'loop.Completed > done.In',
      ],
    ),
  );
  runtime.step();
  expect(runtime.data('variable.changed')).toEqual([expect.objectContaining({ value: 3 })]);
  expect(runtime.messages()).toEqual(['done']);
});

test('WhileLoop ends on Break after the current pass', () => {
  expect(
    listMessages([
      {
        start: 'Start',
        loop: ['WhileLoop', { Condition: true }],
        pass: logNode('pass'),
        done: logNode('done'),
      },
      ['start.Out > loop.In', 'loop.Body > pass.In', 'pass.Out > loop.Break', 'loop.Completed > done.In'],
    ]),
  ).toEqual(['pass', 'done']);
});

describe('Gate', () => {
  const runGate = (StartOpen: boolean, connection: string) =>
    listMessages([
      { start: 'Start', frame: 'OnNewFrame', gate: ['Gate', { StartOpen }], through: logNode('through') },
      ['frame.Out > gate.In', 'gate.Out > through.In', connection],
    ]);

  test('passes triggers only while open', () => {
    expect(runGate(true, 'start.Out > gate.Open')).toEqual(['through']);
    expect(runGate(true, 'start.Out > gate.Close')).toEqual([]);
    expect(runGate(false, 'start.Out > gate.Close')).toEqual([]);
    expect(runGate(false, 'start.Out > gate.Open')).toEqual(['through']);
    expect(runGate(false, 'start.Out > gate.Toggle')).toEqual(['through']);
    expect(runGate(true, 'start.Out > gate.Toggle')).toEqual([]);
  });

  test('IsOpen outputs the initial state before anything has passed', () => {
    const runtime = createTestRuntime();
    runtime.run(createTestGraph({ gate: 'Gate' }));
    runtime.step();
    expect(runtime.port('gate.out.IsOpen')).toBe(true);
  });
});

test('DoOnce passes the first trigger, and the first after a reset', () => {
  expect(
    listMessages(
      [
        {
          frame: 'OnNewFrame',
          again: ['OnInterval', { Seconds: 2 / 60 }],
          once: 'DoOnce',
          through: logNode('through'),
        },
        ['frame.Out > once.In', 'again.Out > once.Reset', 'once.Out > through.In'],
      ],
      4,
    ),
  ).toEqual(['through', 'through']);
});

test('DoN passes the first Count triggers, and as many after a reset', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph(
      { go: 'ManualButton', reset: 'ManualButton', some: ['DoN', { Count: 2 }], through: logNode('through') },
      ['go.Pressed > some.In', 'reset.Pressed > some.Reset', 'some.Out > through.In'],
    ),
  );
  runtime.press('go', 'go', 'go');
  runtime.step();
  expect(runtime.messages()).toHaveLength(2);
  expect(runtime.port('some.out.Counter')).toBe(2);
  runtime.press('reset');
  runtime.step();
  expect(runtime.port('some.out.Counter')).toBe(0);
  runtime.press('go', 'go', 'go');
  runtime.step();
  expect(runtime.messages()).toHaveLength(4);
});

test('FlipFlop alternates, starting with A, and IsA is whether A fired last', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ frame: 'OnNewFrame', flip: 'FlipFlop', a: logNode('a'), b: logNode('b') }, [
      'frame.Out > flip.In',
      'flip.A > a.In',
      'flip.B > b.In',
    ]),
  );
  runtime.step(3);
  expect(runtime.messages()).toEqual(['a', 'b', 'a']);
  expect(runtime.port('flip.out.IsA')).toBe(true);
});
