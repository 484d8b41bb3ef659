import { describe, expect, test } from 'vitest';
import {
  createTestRuntime,
  evaluatePureNode,
  createTestGraph,
  createTestVariable,
} from '../../engine/testing-runtime.ts';

describe('arithmetic', () => {
  test.each([
    ['Add', { A: 2, B: 3 }, 5],
    ['Subtract', { A: 2, B: 3 }, -1],
    ['Multiply', { A: 2, B: 3 }, 6],
    ['Divide', { A: 3, B: 2 }, 1.5],
    ['Modulo', { A: 7, B: 3 }, 1],
    ['Modulo', { A: -7, B: 3 }, 2],
    ['Modulo', { A: 7, B: -3 }, -2],
    ['Modulo', { A: -7, B: -3 }, -1],
    ['Power', { Base: 2, Exponent: 10 }, 1024],
    ['Power', { Base: -2, Exponent: 3 }, -8],
    ['Power', { Base: 4, Exponent: 0.5 }, 2],
    ['Power', { Base: 0, Exponent: 0 }, 1],
    ['Power', { Base: 10, Exponent: 999 }, Number.MAX_VALUE],
    ['SquareRoot', { Value: 6.25 }, 2.5],
    ['SquareRoot', { Value: 0 }, 0],
    ['Absolute', { Value: -2.5 }, 2.5],
    ['Absolute', { Value: 2.5 }, 2.5],
    ['Round', { Value: 2.5, Mode: 'Round' }, 3],
    ['Round', { Value: -2.5, Mode: 'Round' }, -3],
    ['Round', { Value: 2.4, Mode: 'Round' }, 2],
    ['Round', { Value: -0.4, Mode: 'Round' }, 0],
    ['Round', { Value: 2.9, Mode: 'Floor' }, 2],
    ['Round', { Value: -2.1, Mode: 'Floor' }, -3],
    ['Round', { Value: 2.1, Mode: 'Ceil' }, 3],
    ['Round', { Value: -0.9, Mode: 'Ceil' }, 0],
    ['Round', { Value: 2.9, Mode: 'Truncate' }, 2],
    ['Round', { Value: -2.9, Mode: 'Truncate' }, -2],
    ['Lerp', { A: 10, B: 20, T: 0.25 }, 12.5],
    ['Lerp', { A: 10, B: 20, T: 0 }, 10],
    ['Lerp', { A: 10, B: 20, T: 1 }, 20],
    ['Lerp', { A: 10, B: 20, T: 2 }, 30],
    ['Lerp', { A: 10, B: 20, T: 2, Clamped: true }, 20],
    ['Lerp', { A: 10, B: 20, T: -1, Clamped: true }, 10],
    ['Lerp', { A: -1e308, B: 1.5e308, T: 1 }, 1.5e308],
    ['Remap', { Value: 5, InMin: 0, InMax: 10, OutMin: 100, OutMax: 200 }, 150],
    ['Remap', { Value: 5, InMin: 10, InMax: 0, OutMin: 0, OutMax: 4 }, 2],
    ['Remap', { Value: 20, InMin: 0, InMax: 10, OutMin: 100, OutMax: 200 }, 300],
    ['Remap', { Value: 20, InMin: 0, InMax: 10, OutMin: 100, OutMax: 200, Clamped: true }, 200],
    ['Remap', { Value: -5, InMin: 0, InMax: 10, OutMin: 100, OutMax: 200, Clamped: true }, 100],
    ['Min', { A: 2, B: 3 }, 2],
    ['Max', { A: 2, B: 3 }, 3],
    ['Clamp', { Value: 5, Min: 0, Max: 2 }, 2],
    ['Clamp', { Value: -5, Min: -2, Max: 2 }, -2],
    ['Clamp', { Value: 1, Min: -2, Max: 2 }, 1],
    ['Clamp', { Value: 1, Min: 6, Max: 4 }, 4],
  ])('%s of %o is %d', (category, values, expected) => {
    expect(evaluatePureNode(category, values).value).toBe(expected);
  });

  test('results stay finite: an overflow yields the largest number', () => {
    expect(evaluatePureNode('Add', { A: 1e308, B: 1e308 }).value).toBe(Number.MAX_VALUE);
    expect(evaluatePureNode('Multiply', { A: 1e308, B: -1e308 }).value).toBe(-Number.MAX_VALUE);
  });
});

test.each([
  ['Divide', { A: 8, B: 0 }, 0],
  ['Modulo', { A: 8, B: 0 }, 0],
  ['Power', { Base: 0, Exponent: -1 }, 0],
  ['Power', { Base: -8, Exponent: 0.5 }, 0],
  ['SquareRoot', { Value: -4 }, 0],
  ['Trigonometry', { Function: 'Tan', Value: 90 }, 0],
  ['Trigonometry', { Function: 'Tan', Value: -90 }, 0],
  ['Trigonometry', { Function: 'Asin', Value: 2 }, 0],
  ['Trigonometry', { Function: 'Acos', Value: -2 }, 0],
  ['Remap', { Value: 3, InMin: 1, InMax: 1, OutMin: 7, OutMax: 9 }, 7],
])('%s of %j is not defined: it yields %d and one warning per run', (category, values, expected) => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ frame: 'OnNewFrame', node: [category, values], watch: 'Watch' }, [
      'frame.Out > watch.In',
      'node.Result > watch.Value',
    ]),
  );
  runtime.step(5);
  expect(runtime.port('watch.in.Value')).toBe(expected);
  expect(runtime.data('console.log')).toEqual([
    expect.objectContaining({ severity: 'warning', contextType: 'node', graphId: 'graph', nodeId: 'node' }),
  ]);
  runtime.execute('graph.stop', { graphId: 'graph' });
  runtime.execute('graph.run', { graphId: 'graph' });
  runtime.step(5);
  expect(runtime.messages()).toHaveLength(2);
});

test.each([
  ['Sin', 30, 0.5],
  ['Sin', -90, -1],
  ['Sin', 450, 1],
  ['Sin', 180, 0],
  ['Cos', 60, 0.5],
  ['Cos', 90, 0],
  ['Cos', -180, -1],
  ['Tan', 45, 1],
  ['Tan', 360, 0],
  ['Asin', 1, 90],
  ['Acos', 0.5, 60],
  ['Atan', -1, -45],
])('%s of %d is %d, in degrees', (name, Value, expected) => {
  expect(evaluatePureNode('Trigonometry', { Function: name, Value }).value).toBeCloseTo(expected, 12);
});

test('Sin, Cos and Tan are exact at multiples of 90 degrees', () => {
  const evaluateAt = (name: string, Value: number) =>
    evaluatePureNode('Trigonometry', { Function: name, Value }).value;
  expect([evaluateAt('Sin', 180), evaluateAt('Cos', 270), evaluateAt('Tan', 180)]).toEqual([0, 0, 0]);
});

describe('random numbers', () => {
  /** Returns the values that two readers of the same random node receive, for many frames. */
  const drawNumbers = (category: string, values: Record<string, number>, seed = 1) => {
    const runtime = createTestRuntime({ seed });
    runtime.listenTo('ports.updated');
    runtime.run(
      createTestGraph(
        {
          frame: 'OnNewFrame',
          node: [category, values],
          pair: ['MakeList', { Count: 2 }],
          all: ['GetVariable', { Variable: 'all' }],
          more: 'ListAppend',
          set: ['SetVariable', { Variable: 'all' }],
        },
        [
          'frame.Out > set.In',
          'node.Result > pair.Item0',
          'node.Result > pair.Item1',
          'pair.List > more.Item',
          'all.Value > more.List',
          'more.Result > set.Value',
        ],
      ),
    );
    runtime.put(createTestVariable('all', [], 'List'));
    runtime.step(300);
    return runtime.data('variable.changed').at(-1)!.value as [number, number][];
  };

  test('RandomFloat is from Min up to Max, the same for all that one activation reads', () => {
    const pairs = drawNumbers('RandomFloat', { Min: -2, Max: 3 });
    const drawIntegers = pairs.map(([first]) => first);
    expect(pairs.every(([first, second]) => first === second)).toBe(true);
    expect(drawIntegers.every((number) => number >= -2 && number < 3)).toBe(true);
    expect(new Set(drawIntegers).size).toBe(300);
    expect(Math.min(...drawIntegers)).toBeLessThan(-1.5);
    expect(Math.max(...drawIntegers)).toBeGreaterThan(2.5);
  });

  test('RandomInteger is a whole number from Min to Max, both included', () => {
    const drawIntegers = (Min: number, Max: number) =>
      [...new Set(drawNumbers('RandomInteger', { Min, Max }).map(([first]) => first))].sort();
    expect(drawIntegers(4, 6)).toEqual([4, 5, 6]);
    expect(drawIntegers(6, 4)).toEqual([4, 5, 6]);
    expect(drawIntegers(5, 5)).toEqual([5]);
  });

  test.each(['RandomFloat', 'RandomInteger'])('%s draws depend on the seed', (category) => {
    const values = { Min: 0, Max: 1000 };
    expect(drawNumbers(category, values, 5)).toEqual(drawNumbers(category, values, 5));
    expect(drawNumbers(category, values, 5)).not.toEqual(drawNumbers(category, values, 6));
  });
});
