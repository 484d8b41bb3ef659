// biome-ignore-all lint/style/noNonNullAssertion: keys are looked for among those that there are
/** How a track of numbers is read, at any moment of its clip; the same for all that it moves. */
import { oncePer } from '../../once-per.ts';
import { arcsOf, copyFirst, keyAt, mixTriple, sampleNumbers, sampleTurn } from './curve.ts';
import { turnOfDegrees, unknown } from './turns.ts';
import type { Curve } from '../clips/clip.ts';

/** Numbers, quaternions, or Euler angles in degrees for a quaternion. */
type Reading = 'numbers' | 'turn' | 'degrees';

export class CurveReader {
  /** The value that the curve begins with. */
  readonly first: readonly number[];
  readonly #curve: Curve;
  /** Whether it lies between three numbers and the next three, as most tracks do. */
  readonly #isTriple: boolean;
  readonly #reading: Reading;
  /** For a reading of turns. */
  readonly #arcs: readonly number[];

  constructor(curve: Curve, reading: Reading) {
    this.#curve = curve;
    this.#isTriple = reading === 'numbers' && curve.size === 3 && curve.interpolation === 'LINEAR';
    this.#reading = reading;
    this.#arcs = reading === 'turn' ? arcsOf(curve) : [];
    const first = unknown(reading === 'numbers' ? curve.size : 4);
    copyFirst(curve, first);
    if (reading === 'degrees') turnOfDegrees(first);
    this.first = first;
  }

  /**
   * Writes the value at a moment.
   * @param near the key at which it was read last
   * @returns the last key that is not later, -1 before the first
   */
  read(time: number, near: number, out: number[]): number {
    const { times, numbers } = this.#curve;
    const key = keyAt(times, time, near);
    if (this.#isTriple && key >= 0 && key + 1 < times.length) {
      const share = (time - times[key]!) / (times[key + 1]! - times[key]!);
      mixTriple(numbers, key * 3, share, out);
    } else if (this.#reading === 'turn') sampleTurn(this.#curve, this.#arcs, key, time, out);
    else {
      sampleNumbers(this.#curve, key, time, out);
      if (this.#reading === 'degrees') turnOfDegrees(out);
    }
    return key;
  }
}

/** One of each curve, however many things it moves. */
export const readers: Readonly<Record<Reading, (curve: Curve) => CurveReader>> = {
  numbers: oncePer((curve) => new CurveReader(curve, 'numbers')),
  turn: oncePer((curve) => new CurveReader(curve, 'turn')),
  degrees: oncePer((curve) => new CurveReader(curve, 'degrees')),
};
