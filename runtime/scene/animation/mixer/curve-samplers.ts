// biome-ignore-all lint/style/noNonNullAssertion: key indexes are valid
/** Samplers for numeric tracks. All targets of a track share its sampler. */
import { memoizeWeak } from '../../memoize-weak.ts';
import {
  getSlerpArcs,
  copyFirstValue,
  findKeyBefore,
  lerpTriple,
  sampleNumbers,
  sampleQuaternion,
} from './sample-curve.ts';
import { eulerDegreesToQuaternion, createNumbers } from './quaternion-math.ts';
import type { Curve } from '../clips/clip.ts';

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
  copyFirstValue(curve, first);
  return first;
};

class NumbersSampler implements CurveSampler {
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
      const fraction = (time - times[key]!) / (times[key + 1]! - times[key]!);
      lerpTriple(numbers, key * 3, fraction, out);
    } else sampleNumbers(this.#curve, key, time, out);
    return key;
  }
}

class QuaternionSampler implements CurveSampler {
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
class EulerDegreesSampler implements CurveSampler {
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

/** Provides one sampler per curve, regardless of how many targets the curve animates. */
export const curveSamplers = {
  numbers: memoizeWeak((curve: Curve): CurveSampler => new NumbersSampler(curve)),
  quaternion: memoizeWeak((curve: Curve): CurveSampler => new QuaternionSampler(curve)),
  eulerDegrees: memoizeWeak((curve: Curve): CurveSampler => new EulerDegreesSampler(curve)),
} as const;
