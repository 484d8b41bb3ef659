/** Validates numbers before they reach the engine, which does not check them. */
import { ApiError } from '#spec/errors.ts';
import type { Range } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { getLength, type Quaternion, scaleVector } from './vector-math.ts';

/**
 * Checks that a number is within a range.
 * @throws ApiError ACTION_FAILED with the name and the range of the number
 */
export const checkNumber = (name: string, value: number, { min, max }: Range): number => {
  // NaN fails both comparisons. Adding 0 turns -0 into 0, because JSON doesn't preserve -0.
  if (value >= min && value <= max) return value + 0;
  throw new ApiError('ACTION_FAILED', `'${name}' is ${value}; physics takes ${min} to ${max}.`, {
    parameter: name,
    value: String(value),
    minimum: min,
    maximum: max,
  });
};

/**
 * Checks that each component of a vector is within a range.
 * @throws ApiError ACTION_FAILED with the name and the range of the component
 */
export const checkVector = (name: string, value: Vector3, range: Range): Vector3 => {
  const check = (axis: keyof Vector3) => checkNumber(`${name}.${axis}`, value[axis], range);
  return { x: check('x'), y: check('y'), z: check('z') };
};

/**
 * Returns the unit vector of a direction.
 * @throws ApiError ACTION_FAILED for a zero vector
 */
export const normalizeDirection = (name: string, value: Vector3): Vector3 => {
  const { x, y, z } = checkVector(name, value, { min: -Number.MAX_VALUE, max: Number.MAX_VALUE });
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) {
    throw new ApiError('ACTION_FAILED', `'${name}' has length 0 and therefore no direction.`, {
      parameter: name,
    });
  }
  // The vector is scaled down first, so that no square overflows.
  const near = { x: x / largest, y: y / largest, z: z / largest };
  return scaleVector(near, 1 / getLength(near));
};

/**
 * Returns the unit quaternion of an orientation.
 * @throws ApiError ACTION_FAILED when the length of the quaternion is 0
 */
export const normalizeRotation = (name: string, value: Quaternion): Quaternion => {
  const { x, y, z, w } = value;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (length > 0 && Number.isFinite(length)) {
    return { x: x / length + 0, y: y / length + 0, z: z / length + 0, w: w / length + 0 };
  }
  throw new ApiError(
    'ACTION_FAILED',
    `'${name}' is not an orientation: expected a quaternion with a length other than 0.`,
    { parameter: name },
  );
};
