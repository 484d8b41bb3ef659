/**
 * Operations on quaternions (x, y, z, w) in number arrays. The three.js class is not used, because it would require a
 * separate object for each quaternion.
 */

type Numbers = Float32Array | Float64Array | readonly number[];

/**
 * Creates an array of numbers that are initially NaN, because arrays that initially contain integers are slower in V8.
 */
export const createNumbers = (size: number): number[] => Array.from({ length: size }, () => Number.NaN);

/** Cosine of half the angle between two rotations. Above this cosine, the sine is too small to divide by. */
export const maxSlerpCosine = 0.9995;

/**
 * Returns the sine of an angle from 0 to a right angle, with an error of at most 1e-9. This function takes a quarter of
 * the time of `Math.sin`, which matters because every step needs thousands of sines.
 */
export const fastSine = (x: number): number => {
  const s = x * x;
  return (
    x *
    (1 +
      s *
        (-1 / 6 +
          s * (1 / 120 + s * (-1 / 5040 + s * (1 / 362880 + s * (-1 / 39916800 + s * (1 / 6227020800)))))))
  );
};

/** Returns the cosine of an angle from 0 to a right angle, approximated like `fastSine`. */
export const fastCosine = (x: number): number => {
  const s = x * x;
  return (
    1 +
    s *
      (-1 / 2 +
        s *
          (1 / 24 +
            s * (-1 / 720 + s * (1 / 40320 + s * (-1 / 3628800 + s * (1 / 479001600 - s / 87178291200))))))
  );
};

/**
 * Interpolates along the shortest arc between two rotations. `out` may be the same array as `from` or `to`, whose
 * rotation is then overwritten.
 */
export const slerp = (
  from: Numbers,
  fromAt: number,
  to: Numbers,
  toAt: number,
  fraction: number,
  out: number[],
  outAt: number,
): void => {
  const ax = from[fromAt];
  const ay = from[fromAt + 1];
  const az = from[fromAt + 2];
  const aw = from[fromAt + 3];
  const bx = to[toAt];
  const by = to[toAt + 1];
  const bz = to[toAt + 2];
  const bw = to[toAt + 3];
  const dot = ax * bx + ay * by + az * bz + aw * bw;
  const cosine = Math.abs(dot);
  let fromWeight = 1 - fraction;
  let toWeight = fraction;
  if (cosine < maxSlerpCosine) {
    const angle = Math.acos(cosine);
    const perSine = 1 / Math.sqrt(1 - cosine * cosine);
    fromWeight = fastSine(fromWeight * angle) * perSine;
    toWeight = fastSine(toWeight * angle) * perSine;
  }
  if (dot < 0) toWeight = -toWeight;
  out[outAt] = ax * fromWeight + bx * toWeight;
  out[outAt + 1] = ay * fromWeight + by * toWeight;
  out[outAt + 2] = az * fromWeight + bz * toWeight;
  out[outAt + 3] = aw * fromWeight + bw * toWeight;
  if (cosine >= maxSlerpCosine) normalizeAt(out, outAt);
};

const normalizeAt = (quaternion: number[], at: number): void => {
  const scale =
    1 /
    Math.sqrt(
      quaternion[at] ** 2 + quaternion[at + 1] ** 2 + quaternion[at + 2] ** 2 + quaternion[at + 3] ** 2,
    );
  for (let i = at; i < at + 4; i += 1) quaternion[i] *= scale;
};

/** Multiplies two rotations. `out` may be the same array as `first` or `second`, whose rotation is then overwritten. */
export const multiplyQuaternions = (first: Numbers, at: number, second: Numbers, out: number[]): void => {
  const ax = first[at];
  const ay = first[at + 1];
  const az = first[at + 2];
  const aw = first[at + 3];
  const bx = second[0];
  const by = second[1];
  const bz = second[2];
  const bw = second[3];
  out[0] = ax * bw + aw * bx + ay * bz - az * by;
  out[1] = ay * bw + aw * by + az * bx - ax * bz;
  out[2] = az * bw + aw * bz + ax * by - ay * bx;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
};

const halfRadiansPerDegree = Math.PI / 360;

/** Converts Euler angles in degrees (order XYZ) to a quaternion in place. */
export const eulerDegreesToQuaternion = (quaternion: number[]): void => {
  const x = quaternion[0] * halfRadiansPerDegree;
  const y = quaternion[1] * halfRadiansPerDegree;
  const z = quaternion[2] * halfRadiansPerDegree;
  const sx = Math.sin(x);
  const sy = Math.sin(y);
  const sz = Math.sin(z);
  const cx = Math.cos(x);
  const cy = Math.cos(y);
  const cz = Math.cos(z);
  quaternion[0] = sx * cy * cz + cx * sy * sz;
  quaternion[1] = cx * sy * cz - sx * cy * sz;
  quaternion[2] = cx * cy * sz + sx * sy * cz;
  quaternion[3] = cx * cy * cz - sx * sy * sz;
};
