// biome-ignore-all lint/style/noNonNullAssertion: key indexes are valid, and values have their full size
/** Samples curves into arrays that the caller provides, so that a step allocates no memory. */
import { memoizeWeak } from '../../memoize-weak.ts';
import { fastCosine, maxSlerpCosine, fastSine, slerp } from './quaternion-math.ts';
import type { Curve } from '../clips/clip.ts';

type Times = Curve['times'];

/**
 * Returns the last key at or before a time; -1 when the time is before the first key.
 * @param hint the previous result, which is usually the right key or next to it
 */
export const findKeyBefore = (times: Times, time: number, hint: number): number => {
  if (isKeyAt(times, time, hint)) return hint;
  if (isKeyAt(times, time, hint + 1)) return hint + 1;
  let low = -1;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
};

const isKeyAt = (times: Times, time: number, key: number): boolean =>
  key >= 0 &&
  key < times.length &&
  times[key]! <= time &&
  (key + 1 === times.length || time < times[key + 1]!);

/** Returns the offset of a key's value. */
const getKeyOffset = ({ interpolation, size }: Curve, key: number): number =>
  interpolation === 'CUBICSPLINE' ? (key * 3 + 1) * size : key * size;

const copyKey = (curve: Curve, key: number, out: number[]): void => {
  const at = getKeyOffset(curve, key);
  for (let i = 0; i < curve.size; i += 1) out[i] = curve.numbers[at + i]!;
};

export const copyFirstValue = (curve: Curve, out: number[]): void => copyKey(curve, 0, out);

/**
 * Samples a curve of independent numbers.
 * @param key the last key at or before the time
 */
export const sampleNumbers = (curve: Curve, key: number, time: number, out: number[]): void => {
  const { interpolation, times, numbers, size } = curve;
  if (key < 0) copyKey(curve, 0, out);
  else if (key + 1 >= times.length || interpolation === 'STEP') copyKey(curve, key, out);
  else if (interpolation === 'CUBICSPLINE') sampleCubicSpline(curve, key, time, out);
  else {
    const fraction = (time - times[key]!) / (times[key + 1]! - times[key]!);
    const from = key * size;
    const to = from + size;
    for (let i = 0; i < size; i += 1)
      out[i] = numbers[from + i]! * (1 - fraction) + numbers[to + i]! * fraction;
  }
};

/**
 * Interpolates between two keys that have three numbers each, as in most tracks.
 * @param from offset of the first key
 */
export const lerpTriple = (
  numbers: Curve['numbers'],
  from: number,
  fraction: number,
  out: number[],
): void => {
  const remaining = 1 - fraction;
  out[0] = numbers[from]! * remaining + numbers[from + 3]! * fraction;
  out[1] = numbers[from + 1]! * remaining + numbers[from + 4]! * fraction;
  out[2] = numbers[from + 2]! * remaining + numbers[from + 5]! * fraction;
};

/**
 * Samples a curve of quaternions along the shortest arcs, at constant speed.
 * @param arcs the result of `getSlerpArcs`
 */
export const sampleQuaternion = (
  curve: Curve,
  arcs: readonly number[],
  key: number,
  time: number,
  out: number[],
): void => {
  const { interpolation, times, numbers } = curve;
  if (interpolation !== 'LINEAR' || key < 0 || key + 1 >= times.length) {
    sampleNumbers(curve, key, time, out);
    if (interpolation === 'CUBICSPLINE') normalizeQuaternion(out);
    return;
  }
  const fraction = (time - times[key]!) / (times[key + 1]! - times[key]!);
  const from = key * 4;
  const arc = key * arcStride;
  const angle = arcs[arc]! * fraction;
  if (angle === 0) {
    slerp(numbers, from, numbers, from + 4, fraction, out, 0);
    return;
  }
  const cos = fastCosine(angle);
  const sin = fastSine(angle);
  out[0] = numbers[from]! * cos + arcs[arc + 1]! * sin;
  out[1] = numbers[from + 1]! * cos + arcs[arc + 2]! * sin;
  out[2] = numbers[from + 2]! * cos + arcs[arc + 3]! * sin;
  out[3] = numbers[from + 3]! * cos + arcs[arc + 4]! * sin;
};

/** Count of numbers per arc. */
const arcStride = 5;

/**
 * Computes the arcs between the keys of a quaternion curve. Each arc consists of the angle, at most a right angle, and
 * the quaternion orthogonal to the first key on the shortest arc to the second. The angle is 0 where its sine is too
 * small to divide by.
 */
export const getSlerpArcs = memoizeWeak(({ times, numbers }: Curve): readonly number[] => {
  const arcs: number[] = [];
  for (let from = 0; from + 4 < times.length * 4; from += 4) {
    let dot = 0;
    for (let i = from; i < from + 4; i += 1) dot += numbers[i]! * numbers[i + 4]!;
    const cosine = Math.abs(dot);
    const angle = cosine < maxSlerpCosine ? Math.acos(cosine) : 0;
    const perSine = Math.sign(dot || 1) / Math.sin(angle);
    arcs.push(angle);
    for (let i = from; i < from + 4; i += 1) arcs.push((numbers[i + 4]! - numbers[i]! * dot) * perSine);
  }
  return arcs;
});

/** Samples a Hermite spline whose tangents are given per second (glTF 2.0, appendix C). */
const sampleCubicSpline = (
  { times, numbers, size }: Curve,
  key: number,
  time: number,
  out: number[],
): void => {
  const span = times[key + 1]! - times[key]!;
  const t = (time - times[key]!) / span;
  const t2 = t * t;
  const t3 = t2 * t;
  const nextWeight = 3 * t2 - 2 * t3;
  const outTangent = (t3 - 2 * t2 + t) * span;
  const inTangent = (t3 - t2) * span;
  const value = (key * 3 + 1) * size;
  const next = value + 3 * size;
  for (let i = 0; i < size; i += 1) {
    out[i] =
      (1 - nextWeight) * numbers[value + i]! +
      outTangent * numbers[value + size + i]! +
      nextWeight * numbers[next + i]! +
      inTangent * numbers[next - size + i]!;
  }
};

/** Normalizes a quaternion. This is necessary because quaternion splines do not have unit length between their keys. */
const normalizeQuaternion = (quaternion: number[]): void => {
  const length = Math.hypot(quaternion[0]!, quaternion[1]!, quaternion[2]!, quaternion[3]!);
  if (length === 0) quaternion.splice(0, 4, 0, 0, 0, 1);
  else for (let i = 0; i < 4; i += 1) quaternion[i]! /= length;
};
