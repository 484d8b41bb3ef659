// biome-ignore-all lint/style/noNonNullAssertion: values have their full size
/** Blends numbers that are independent of each other. */
import type { TargetType } from './target-operations.ts';

type NumberBlending = TargetType<unknown>;

export const mixNumbers: NumberBlending['mix'] = (blend, values, from, fraction, size) => {
  for (let i = 0; i < size; i += 1) blend[i] = blend[i]! * (1 - fraction) + values[from + i]! * fraction;
};

export const addNumbers: NumberBlending['add'] = (blend, from, to, fraction, size) => {
  for (let i = 0; i < size; i += 1) blend[i]! += (to[i]! - from[i]!) * fraction;
};
