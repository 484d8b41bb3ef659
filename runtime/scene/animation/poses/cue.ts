// biome-ignore-all lint/style/noNonNullAssertion: there is a state for each key
/** A track that has found what it moves. */
import { arcsOf, copyFirst, keyAt, sampleNumbers, sampleTurn } from './curve.ts';
import { turnOfDegrees, unknown } from './turns.ts';
import type { Curve, States } from '../clips/clip.ts';
import type { Channel } from './channel.ts';
import type { NumberChannel } from './number-channel.ts';
import type { StateChannel } from './state-channel.ts';

export interface Cue {
  readonly channel: Channel;
  /** Has the channel take in the value at a moment of the clip. */
  sound(time: number, weight: number, scratch: number[]): void;
  /** Has it take in the way from the first value of the clip to the one at a moment; absent where there is none between. */
  readonly soundAdditive?: (time: number, weight: number, scratch: number[]) => void;
}

/** How a curve is read: numbers, quaternions, or Euler angles in degrees for a quaternion. */
type Reading = 'numbers' | 'turn' | 'degrees';

class CurveCue implements Cue {
  readonly channel: NumberChannel;
  readonly #curve: Curve;
  readonly #reading: Reading;
  /** For a reading of turns. */
  readonly #arcs: readonly number[];
  readonly #first: number[];
  #key = 0;

  constructor(channel: NumberChannel, curve: Curve, reading: Reading) {
    this.channel = channel;
    this.#curve = curve;
    this.#reading = reading;
    this.#arcs = reading === 'turn' ? arcsOf(curve) : [];
    this.#first = unknown(channel.size);
    copyFirst(curve, this.#first);
    if (reading === 'degrees') turnOfDegrees(this.#first);
  }

  sound(time: number, weight: number, scratch: number[]): void {
    this.#sample(time, scratch);
    this.channel.add(scratch, weight);
  }

  soundAdditive(time: number, weight: number, scratch: number[]): void {
    this.#sample(time, scratch);
    this.channel.addChange(this.#first, scratch, weight);
  }

  #sample(time: number, out: number[]): void {
    const curve = this.#curve;
    this.#key = keyAt(curve.times, time, this.#key);
    if (this.#reading === 'turn') sampleTurn(curve, this.#arcs, this.#key, time, out);
    else sampleNumbers(curve, this.#key, time, out);
    if (this.#reading === 'degrees') turnOfDegrees(out);
  }
}

class StatesCue implements Cue {
  readonly channel: StateChannel;
  readonly #keys: States;
  #key = 0;

  constructor(channel: StateChannel, keys: States) {
    this.channel = channel;
    this.#keys = keys;
  }

  sound(time: number, weight: number): void {
    const { times, states } = this.#keys;
    this.#key = keyAt(times, time, this.#key);
    this.channel.add(states[Math.max(0, this.#key)]!, weight);
  }
}

export const curveCue = (channel: NumberChannel, curve: Curve, reading: Reading): Cue =>
  new CurveCue(channel, curve, reading);
export const statesCue = (channel: StateChannel, keys: States): Cue => new StatesCue(channel, keys);
