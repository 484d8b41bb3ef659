/** Vectors and orientations as plain data. */
import type { Vector3 } from '#spec/values.ts';

/** An orientation of length 1. */
export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

/** Where something is in the world, and how it is turned. */
export interface Pose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

/** Whether two poses are the same to the last bit. */
export const isSamePose = (a: Pose, b: Pose): boolean =>
  a.position.x === b.position.x &&
  a.position.y === b.position.y &&
  a.position.z === b.position.z &&
  a.rotation.x === b.rotation.x &&
  a.rotation.y === b.rotation.y &&
  a.rotation.z === b.rotation.z &&
  a.rotation.w === b.rotation.w;

/** Without what a library has beside the numbers. */
export const plainVector = ({ x, y, z }: Vector3): Vector3 => ({ x, y, z });
export const plainQuaternion = ({ x, y, z, w }: Quaternion): Quaternion => ({ x, y, z, w });

export const zero: Readonly<Vector3> = { x: 0, y: 0, z: 0 };
export const upright: Quaternion = { x: 0, y: 0, z: 0, w: 1 };

export const plus = (a: Vector3, b: Vector3): Vector3 => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
export const minus = (a: Vector3, b: Vector3): Vector3 => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
export const scaled = (a: Vector3, by: number): Vector3 => ({ x: a.x * by, y: a.y * by, z: a.z * by });
/** Multiplied axis by axis. */
export const times = (a: Vector3, b: Vector3): Vector3 => ({ x: a.x * b.x, y: a.y * b.y, z: a.z * b.z });
const dot = (a: Vector3, b: Vector3): number => a.x * b.x + a.y * b.y + a.z * b.z;
export const lengthOf = (a: Vector3): number => Math.sqrt(dot(a, a));
export const mapped = (a: Vector3, change: (component: number) => number): Vector3 => ({
  x: change(a.x),
  y: change(a.y),
  z: change(a.z),
});

const cross = (a: Vector3, b: Vector3): Vector3 => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});

/** The vector, turned. */
export const turned = (vector: Vector3, { x, y, z, w }: Quaternion): Vector3 => {
  const axis = { x, y, z };
  const twice = scaled(cross(axis, vector), 2);
  return plus(plus(vector, scaled(twice, w)), cross(axis, twice));
};

export const inverse = ({ x, y, z, w }: Quaternion): Quaternion => ({ x: -x, y: -y, z: -z, w });

/** First the second turn, then the first. */
export const product = (a: Quaternion, b: Quaternion): Quaternion => ({
  x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
  y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
  z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
  w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
});

/** A share of the shortest way from one orientation to another: evenly enough for a part of a turn within a tick. */
export const between = (from: Quaternion, to: Quaternion, share: number): Quaternion => {
  const side = from.x * to.x + from.y * to.y + from.z * to.z + from.w * to.w < 0 ? -share : share;
  const rest = 1 - share;
  const [x, y, z, w] = [
    from.x * rest + to.x * side,
    from.y * rest + to.y * side,
    from.z * rest + to.z * side,
    from.w * rest + to.w * side,
  ];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return { x: x / length, y: y / length, z: z / length, w: w / length };
};

const degreesPerRadian = 180 / Math.PI;

export const inRadians = (degrees: Vector3): Vector3 => scaled(degrees, 1 / degreesPerRadian);
export const inDegrees = (radians: Vector3): Vector3 => scaled(radians, degreesPerRadian);
