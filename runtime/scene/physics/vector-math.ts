/** Vectors and orientations as plain data. */
import type { Vector3 } from '#spec/values.ts';

/** A unit quaternion. */
export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

export interface Pose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

/** Whether two poses are bit-identical. */
export const isSamePose = (a: Pose, b: Pose): boolean =>
  a.position.x === b.position.x &&
  a.position.y === b.position.y &&
  a.position.z === b.position.z &&
  a.rotation.x === b.rotation.x &&
  a.rotation.y === b.rotation.y &&
  a.rotation.z === b.rotation.z &&
  a.rotation.w === b.rotation.w;

/** Copies the components of a vector that may come from any library. */
export const toPlainVector = ({ x, y, z }: Vector3): Vector3 => ({ x, y, z });
export const toPlainQuaternion = ({ x, y, z, w }: Quaternion): Quaternion => ({ x, y, z, w });

export const zeroVector: Readonly<Vector3> = { x: 0, y: 0, z: 0 };
export const identityQuaternion: Quaternion = { x: 0, y: 0, z: 0, w: 1 };

export const addVectors = (a: Vector3, b: Vector3): Vector3 => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
export const subtractVectors = (a: Vector3, b: Vector3): Vector3 => ({
  x: a.x - b.x,
  y: a.y - b.y,
  z: a.z - b.z,
});
export const scaleVector = (a: Vector3, by: number): Vector3 => ({ x: a.x * by, y: a.y * by, z: a.z * by });
export const multiplyVectors = (a: Vector3, b: Vector3): Vector3 => ({
  x: a.x * b.x,
  y: a.y * b.y,
  z: a.z * b.z,
});
const dotProduct = (a: Vector3, b: Vector3): number => a.x * b.x + a.y * b.y + a.z * b.z;
export const getLength = (a: Vector3): number => Math.sqrt(dotProduct(a, a));
export const mapVector = (a: Vector3, change: (component: number) => number): Vector3 => ({
  x: change(a.x),
  y: change(a.y),
  z: change(a.z),
});

const crossProduct = (a: Vector3, b: Vector3): Vector3 => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});

export const rotateVector = (vector: Vector3, { x, y, z, w }: Quaternion): Vector3 => {
  const axis = { x, y, z };
  const doubled = scaleVector(crossProduct(axis, vector), 2);
  return addVectors(addVectors(vector, scaleVector(doubled, w)), crossProduct(axis, doubled));
};

export const invertQuaternion = ({ x, y, z, w }: Quaternion): Quaternion => ({ x: -x, y: -y, z: -z, w });

/** Combines two rotations. The second rotation is applied first. */
export const multiplyQuaternions = (a: Quaternion, b: Quaternion): Quaternion => ({
  x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
  y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
  z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
  w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
});

/**
 * Interpolates along the shortest arc. The speed is not quite constant, but even enough for rotations within a tick.
 */
export const nlerpQuaternions = (from: Quaternion, to: Quaternion, fraction: number): Quaternion => {
  const toWeight = from.x * to.x + from.y * to.y + from.z * to.z + from.w * to.w < 0 ? -fraction : fraction;
  const fromWeight = 1 - fraction;
  const [x, y, z, w] = [
    from.x * fromWeight + to.x * toWeight,
    from.y * fromWeight + to.y * toWeight,
    from.z * fromWeight + to.z * toWeight,
    from.w * fromWeight + to.w * toWeight,
  ];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return { x: x / length, y: y / length, z: z / length, w: w / length };
};

const degreesPerRadian = 180 / Math.PI;

export const toRadians = (degrees: Vector3): Vector3 => scaleVector(degrees, 1 / degreesPerRadian);
export const toDegrees = (radians: Vector3): Vector3 => scaleVector(radians, degreesPerRadian);
