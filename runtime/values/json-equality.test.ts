import { expect, test } from 'vitest';
import { isDeepEqualWithin, isDeepEqual } from './json-equality.ts';
import type { Json } from '#spec/values.ts';

const equalPairs: [Json, Json][] = [
  [0, -0],
  [Number.NaN, Number.NaN],
  [Infinity, Infinity],
  [[], []],
  [
    { a: 1, b: [{ c: null }] },
    { b: [{ c: null }], a: 1 },
  ],
  [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
];

const unequalPairs: [Json, Json][] = [
  [1, '1'],
  [0, false],
  [0, null],
  ['a', 'A'],
  [Number.NaN, 0],
  [Infinity, -Infinity],
  [[], {}],
  [{}, []],
  [null, {}],
  [{}, null],
  [[1], [1, 2]],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: 1 }, { b: 1 }],
  [{ toString: 1 }, { a: 1 }],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }],
];

test.each(equalPairs)('%j equals %j', (a, b) => {
  expect(isDeepEqual(a, b)).toBe(true);
});

test.each(unequalPairs)('%j does not equal %j', (a, b) => {
  expect(isDeepEqual(a, b)).toBe(false);
});

test.each<[number, boolean]>([
  [0.25, true],
  [0.2499, false],
])('nested numbers may differ by the tolerance of %d, and by no more', (tolerance, isEqual) => {
  expect(isDeepEqualWithin(1, 1.25, tolerance)).toBe(isEqual);
  expect(isDeepEqualWithin({ a: [1.25] }, { a: [1] }, tolerance)).toBe(isEqual);
});
