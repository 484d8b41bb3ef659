/** Samples the curves of numeric tracks into arrays that the caller provides, so that a step allocates no memory. */
import {
  createNumbers,
  eulerDegreesToQuaternion,
  fastCosine,
  fastSine,
  maxSlerpCosine,
  slerp,
} from './quaternion-math.ts';
import type { interpolations } from '#spec/actions/animation.ts';

export type Interpolation = (typeof interpolations)[number];

type Numbers = Float32Array | Float64Array;

/** Keys whose values can be interpolated. */
export interface Curve {
  readonly interpolation: Interpolation;
  /** Key times in seconds from the start of the clip, in increasing order. */
  readonly times: Numbers;
  /** Count of numbers per value. */
  readonly size: number;
  /** The values of the keys, in order. Each key of a cubic spline has an in-tangent, a value and an out-tangent. */
  readonly numbers: Numbers;
}

/**
 * Returns the last key at or before a time; -1 when the time is before the first key.
 * @param hint the previous result, which is usually the right key or next to it
 */
export const findKeyBefore = (times: Numbers, time: number, hint: number): number => {
  if (isKeyAt(times, time, hint)) return hint;
  if (isKeyAt(times, time, hint + 1)) return hint + 1;
  let low = -1;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return low;
};

const isKeyAt = (times: Numbers, time: number, key: number): boolean =>
  key >= 0 && key < times.length && times[key] <= time && (key + 1 === times.length || time < times[key + 1]);

const getKeyOffset = ({ interpolation, size }: Curve, key: number): number =>
  interpolation === 'CUBICSPLINE' ? (key * 3 + 1) * size : key * size;

const copyKey = (curve: Curve, key: number, out: number[]): void => {
  const at = getKeyOffset(curve, key);
  for (let i = 0; i < curve.size; i += 1) out[i] = curve.numbers[at + i];
};

/**
 * Samples a curve of independent numbers.
 * @param key the last key at or before the time
 */
const sampleNumbers = (curve: Curve, key: number, time: number, out: number[]): void => {
  const { interpolation, times, numbers, size } = curve;
  if (key < 0) copyKey(curve, 0, out);
  else if (key + 1 >= times.length || interpolation === 'STEP') copyKey(curve, key, out);
  else if (interpolation === 'CUBICSPLINE') sampleCubicSpline(curve, key, time, out);
  else {
    const fraction = (time - times[key]) / (times[key + 1] - times[key]);
    const from = key * size;
    const to = from + size;
    for (let i = 0; i < size; i += 1)
      out[i] = numbers[from + i] * (1 - fraction) + numbers[to + i] * fraction;
  }
};

/**
 * Interpolates between two keys that have three numbers each, as in most tracks.
 * @param from offset of the first key
 */
const lerpTriple = (numbers: Curve['numbers'], from: number, fraction: number, out: number[]): void => {
  const remaining = 1 - fraction;
  out[0] = numbers[from] * remaining + numbers[from + 3] * fraction;
  out[1] = numbers[from + 1] * remaining + numbers[from + 4] * fraction;
  out[2] = numbers[from + 2] * remaining + numbers[from + 5] * fraction;
};

/**
 * Samples a curve of quaternions along the shortest arcs, at constant speed.
 * @param arcs the result of `getSlerpArcs`
 */
const sampleQuaternion = (
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
  const fraction = (time - times[key]) / (times[key + 1] - times[key]);
  const from = key * 4;
  const arc = key * arcStride;
  const angle = arcs[arc] * fraction;
  if (angle === 0) {
    slerp(numbers, from, numbers, from + 4, fraction, out, 0);
    return;
  }
  const cos = fastCosine(angle);
  const sin = fastSine(angle);
  out[0] = numbers[from] * cos + arcs[arc + 1] * sin;
  out[1] = numbers[from + 1] * cos + arcs[arc + 2] * sin;
  out[2] = numbers[from + 2] * cos + arcs[arc + 3] * sin;
  out[3] = numbers[from + 3] * cos + arcs[arc + 4] * sin;
};

/** Count of numbers per arc. */
const arcStride = 5;

/**
 * Computes the arcs between the keys of a quaternion curve. Each arc consists of the angle, at most a right angle, and
 * the quaternion orthogonal to the first key on the shortest arc to the second. The angle is 0 where its sine is too
 * small to divide by.
 */
const getSlerpArcs = ({ times, numbers }: Curve): readonly number[] => {
  const arcs: number[] = [];
  for (let from = 0; from + 4 < times.length * 4; from += 4) {
    let dot = 0;
    for (let i = from; i < from + 4; i += 1) dot += numbers[i] * numbers[i + 4];
    const cosine = Math.abs(dot);
    const angle = cosine < maxSlerpCosine ? Math.acos(cosine) : 0;
    const perSine = Math.sign(dot || 1) / Math.sin(angle);
    arcs.push(angle);
    for (let i = from; i < from + 4; i += 1) arcs.push((numbers[i + 4] - numbers[i] * dot) * perSine);
  }
  return arcs;
};

/** Samples a Hermite spline whose tangents are given per second (glTF 2.0, appendix C). */
const sampleCubicSpline = (
  { times, numbers, size }: Curve,
  key: number,
  time: number,
  out: number[],
): void => {
  const span = times[key + 1] - times[key];
  const t = (time - times[key]) / span;
  const t2 = t * t;
  const t3 = t2 * t;
  const nextWeight = 3 * t2 - 2 * t3;
  const outTangent = (t3 - 2 * t2 + t) * span;
  const inTangent = (t3 - t2) * span;
  const value = (key * 3 + 1) * size;
  const next = value + 3 * size;
  for (let i = 0; i < size; i += 1) {
    out[i] =
      (1 - nextWeight) * numbers[value + i] +
      outTangent * numbers[value + size + i] +
      nextWeight * numbers[next + i] +
      inTangent * numbers[next - size + i];
  }
};

/** Normalizes a quaternion. This is necessary because quaternion splines do not have unit length between their keys. */
const normalizeQuaternion = (quaternion: number[]): void => {
  const length = Math.hypot(quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  if (length === 0) quaternion.splice(0, 4, 0, 0, 0, 1);
  else for (let i = 0; i < 4; i += 1) quaternion[i] /= length;
};

export interface CurveSampler {
  readonly firstValue: readonly number[];
  /**
   * Writes the value at a time to `out`.
   * @param hint the key returned by the previous call
   * @returns the last key at or before the time; -1 when the time is before the first key
   */
  sample(time: number, hint: number, out: number[]): number;
}

const getFirstValue = (curve: Curve): number[] => {
  const first = createNumbers(curve.size);
  copyKey(curve, 0, first);
  return first;
};

export class NumbersSampler implements CurveSampler {
  readonly firstValue: readonly number[];
  readonly #curve: Curve;
  /** Whether the curve interpolates linearly between values of three numbers, as most curves do. */
  readonly #isTriple: boolean;

  constructor(curve: Curve) {
    this.firstValue = getFirstValue(curve);
    this.#curve = curve;
    this.#isTriple = curve.size === 3 && curve.interpolation === 'LINEAR';
  }

  sample(time: number, hint: number, out: number[]): number {
    const { times, numbers } = this.#curve;
    const key = findKeyBefore(times, time, hint);
    if (this.#isTriple && key >= 0 && key + 1 < times.length) {
      const fraction = (time - times[key]) / (times[key + 1] - times[key]);
      lerpTriple(numbers, key * 3, fraction, out);
    } else sampleNumbers(this.#curve, key, time, out);
    return key;
  }
}

export class QuaternionSampler implements CurveSampler {
  readonly firstValue: readonly number[];
  readonly #curve: Curve;
  readonly #arcs: readonly number[];

  constructor(curve: Curve) {
    this.firstValue = getFirstValue(curve);
    this.#curve = curve;
    this.#arcs = getSlerpArcs(curve);
  }

  sample(time: number, hint: number, out: number[]): number {
    const key = findKeyBefore(this.#curve.times, time, hint);
    sampleQuaternion(this.#curve, this.#arcs, key, time, out);
    return key;
  }
}

/** Samples Euler angles in degrees and outputs quaternions. */
export class EulerDegreesSampler implements CurveSampler {
  readonly firstValue: readonly number[];
  readonly #curve: Curve;

  constructor(curve: Curve) {
    const first = [...getFirstValue(curve), Number.NaN];
    eulerDegreesToQuaternion(first);
    this.firstValue = first;
    this.#curve = curve;
  }

  sample(time: number, hint: number, out: number[]): number {
    const key = findKeyBefore(this.#curve.times, time, hint);
    sampleNumbers(this.#curve, key, time, out);
    eulerDegreesToQuaternion(out);
    return key;
  }
}
