/** Numbers on their way to the engine, which takes whatever it is given. */
import { ApiError } from '#spec/errors.ts';
import type { Range } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { getLength, scaleVector } from './vector-math.ts';
import type { Quaternion } from './vector-math.ts';

const axes = ['x', 'y', 'z'] as const;

/** @throws Fault ACTION_FAILED that names the number, and what it may be. */
export const checkNumber = (name: string, value: number, { min, max }: Range): number => {
  // Not a number compares with nothing. Zero has one sign only, so that it comes back from JSON as it went in.
  if (value >= min && value <= max) return value + 0;
  throw new ApiError('ACTION_FAILED', `'${name}' is ${value}; physics takes ${min} to ${max}.`, {
    parameter: name,
    value: String(value),
    minimum: min,
    maximum: max,
  });
};

/** @throws Fault ACTION_FAILED that names the component, and what it may be. */
export const checkVector = (name: string, value: Vector3, range: Range): Vector3 => {
  const [x, y, z] = axes.map((axis) => checkNumber(`${name}.${axis}`, value[axis], range)) as [
    number,
    number,
    number,
  ];
  return { x, y, z };
};

/** A vector of the same direction and length 1. @throws Fault ACTION_FAILED when it has no direction. */
export const normalizeDirection = (name: string, value: Vector3): Vector3 => {
  const { x, y, z } = checkVector(name, value, { min: -Number.MAX_VALUE, max: Number.MAX_VALUE });
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) {
    throw new ApiError('ACTION_FAILED', `'${name}' has no length, so that it points nowhere.`, {
      parameter: name,
    });
  }
  // Made smaller first, so that no square of it overflows.
  const near = { x: x / largest, y: y / largest, z: z / largest };
  return scaleVector(near, 1 / getLength(near));
};

/** An orientation of length 1. @throws Fault ACTION_FAILED when it is none. */
export const normalizeRotation = (name: string, value: Quaternion): Quaternion => {
  const { x, y, z, w } = value;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (length > 0 && Number.isFinite(length)) {
    return { x: x / length + 0, y: y / length + 0, z: z / length + 0, w: w / length + 0 };
  }
  throw new ApiError('ACTION_FAILED', `'${name}' is no orientation: expected a quaternion with a length.`, {
    parameter: name,
  });
};
