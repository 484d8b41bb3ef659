import type { Vector3 } from '#spec/values.ts';

/** Keeps numbers finite: a value that overflows becomes the largest finite number. */
export const clampToFinite = (value: number): number => {
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? 0 : Math.sign(value) * Number.MAX_VALUE;
};

export const clampVectorToFinite = ({ x, y, z }: Vector3): Vector3 => ({
  x: clampToFinite(x),
  y: clampToFinite(y),
  z: clampToFinite(z),
});
