import { expect, it } from 'vitest';
import { shortenValue } from './shorten-value.ts';

it.each([
  [undefined, ''],
  [null, 'null'],
  [3055.27, '3\u00a0055'],
  [1_234_567, '1\u00a0234\u00a0567'],
  [-0.99712, '−0.997'],
  [33.9512, '33.95'],
  [0.078, '0.078'],
  [-0.0001, '0'],
  [-25_000_000, '−2.50e7'],
  [Number.NEGATIVE_INFINITY, '−∞'],
  [true, 'true'],
  [{ x: 0, y: 1.25, z: -2 }, '0, 1.25, −2'],
  [[1], '1 item'],
  [['a', 'b'], '2 items'],
  ['a text that is too long for a card', 'a text that is too long …'],
])('shortens %j to %j', (value, text) => {
  expect(shortenValue(value)).toBe(text);
});
