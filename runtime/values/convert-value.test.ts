import { expect, test } from 'vitest';
import { toCanonicalValue } from '#spec/value-shapes.ts';
import { type Json, variableTypes } from '#spec/values.ts';
import { convertValue } from '#spec/convert-value.ts';
import { createTestRuntime, createTestGraph, createTestVariable } from '../engine/testing-runtime.ts';

test.each([
  ['Greater', true],
  [2, true],
  ['Less', false],
  ['Nonsense', false],
  [99, false],
  [null, false],
])(
  'a Dropdown that receives %j chooses the option with that label or index, or else the first',
  (value, isGreater) => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('operator', value));
    runtime.run(
      createTestGraph(
        {
          frame: 'OnNewFrame',
          operator: ['GetVariable', { Variable: 'operator' }],
          node: ['Compare', { A: 2, B: 1 }],
          watch: 'Watch',
        },
        ['frame.Out > watch.In', 'operator.Value > node.Operator', 'node.Result > watch.Value'],
      ),
    );
    runtime.step();
    expect(runtime.port('watch.in.Value')).toBe(isGreater);
  },
);

test.each(variableTypes)(
  'the value that a graph writes to a variable of type %s can be saved and read again',
  (type) => {
    const numbers = [1e300, -1e300, 2 ** 53, 0.5, Infinity, Number.NaN];
    const values: Json[] = [
      ...numbers,
      numbers,
      { x: Infinity, r: -Infinity, a: 2 },
      'text',
      '1e300',
      true,
      null,
      [],
    ];
    for (const value of values) {
      const converted = convertValue(type, value);
      expect(toCanonicalValue(type, converted), `${type} of ${String(value)}`).toEqual(converted);
    }
  },
);
