// biome-ignore-all lint/style/noNonNullAssertion: keys are looked for among those that there are
/** How a track of numbers is read, at any moment of its clip; the same for all that it moves. */
import { oncePer } from '../../once-per.ts';
import { arcsOf, copyFirst, keyAt, mixTriple, sampleNumbers, sampleTurn } from './curve.ts';
import { turnOfDegrees, unknown } from './turns.ts';
import type { Curve } from '../clips/clip.ts';

export interface Reader {
  /** The value that the curve begins with. */
  readonly first: readonly number[];
  /**
   * Writes the value at a moment.
   * @param near the key at which it was read last
   * @returns the last key that is not later, -1 before the first
   */
  read(time: number, near: number, out: number[]): number;
}

const firstOf = (curve: Curve): number[] => {
  const first = unknown(curve.size);
  copyFirst(curve, first);
  return first;
};

class NumbersReader implements Reader {
  readonly first: readonly number[];
  readonly #curve: Curve;
  /** Whether it goes straight from three numbers to the next three, as most do. */
  readonly #isTriple: boolean;

  constructor(curve: Curve) {
    this.first = firstOf(curve);
    this.#curve = curve;
    this.#isTriple = curve.size === 3 && curve.interpolation === 'LINEAR';
  }

  read(time: number, near: number, out: number[]): number {
    const { times, numbers } = this.#curve;
    const key = keyAt(times, time, near);
    if (this.#isTriple && key >= 0 && key + 1 < times.length) {
      const share = (time - times[key]!) / (times[key + 1]! - times[key]!);
      mixTriple(numbers, key * 3, share, out);
    } else sampleNumbers(this.#curve, key, time, out);
    return key;
  }
}

class TurnReader implements Reader {
  readonly first: readonly number[];
  readonly #curve: Curve;
  readonly #arcs: readonly number[];

  constructor(curve: Curve) {
    this.first = firstOf(curve);
    this.#curve = curve;
    this.#arcs = arcsOf(curve);
  }

  read(time: number, near: number, out: number[]): number {
    const key = keyAt(this.#curve.times, time, near);
    sampleTurn(this.#curve, this.#arcs, key, time, out);
    return key;
  }
}

/** Of Euler angles in degrees, as quaternions. */
class DegreesReader implements Reader {
  readonly first: readonly number[];
  readonly #curve: Curve;

  constructor(curve: Curve) {
    const first = [...firstOf(curve), Number.NaN];
    turnOfDegrees(first);
    this.first = first;
    this.#curve = curve;
  }

  read(time: number, near: number, out: number[]): number {
    const key = keyAt(this.#curve.times, time, near);
    sampleNumbers(this.#curve, key, time, out);
    turnOfDegrees(out);
    return key;
  }
}

/** One of each curve, however many things it moves. */
export const readers = {
  numbers: oncePer((curve: Curve): Reader => new NumbersReader(curve)),
  turn: oncePer((curve: Curve): Reader => new TurnReader(curve)),
  degrees: oncePer((curve: Curve): Reader => new DegreesReader(curve)),
} as const;
