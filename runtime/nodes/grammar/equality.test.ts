import { expect, test } from 'vitest';
import { equalWithin, sameValue } from './equality.ts';
import type { Json } from '#spec/values.ts';

const same: [Json, Json][] = [
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

const different: [Json, Json][] = [
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

test.each(same)('%j has the content of %j', (a, b) => {
  expect(sameValue(a, b)).toBe(true);
});

test.each(different)('%j has not the content of %j', (a, b) => {
  expect(sameValue(a, b)).toBe(false);
});

test.each<[number, boolean]>([
  [0.25, true],
  [0.2499, false],
])('numbers anywhere may differ by the tolerance of %d, and by no more', (tolerance, isEqual) => {
  expect(equalWithin(1, 1.25, tolerance)).toBe(isEqual);
  expect(equalWithin({ a: [1.25] }, { a: [1] }, tolerance)).toBe(isEqual);
});
