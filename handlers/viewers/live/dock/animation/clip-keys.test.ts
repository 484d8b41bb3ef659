import { expect, it } from 'vitest';
import { toCurve } from './clip-keys.ts';

it('draws the component that changes most, from 0 to 1', () => {
  expect(
    toCurve([
      [0, 0, 0],
      [0.1, 1, 0],
      [0, 4, 0],
    ]),
  ).toEqual([0, 0.25, 1]);
  expect(toCurve([2, 2])).toEqual([0, 0]);
  expect(toCurve([{ r: 0 }, { r: 5 }])).toEqual([0, 1]);
  expect(toCurve(['on', 'off'])).toEqual([]);
});
