// biome-ignore-all lint/style/noNonNullAssertion: every key has a state, and every row a slot
import { findKeyBefore } from './sample-curve.ts';
import { ignoreRemoved } from './number-accessor.ts';
import type { Json } from '#spec/values.ts';
import type { Property } from '../../property.ts';
import type { SceneObject } from '../../scene-object.ts';
import type { StepKeys, Track } from '../clips/clip.ts';
import type { PropertyMixer, BoundTrack, PlaybackColumns } from './property-mixer.ts';

/** A value is shown if its inputs have at least this fraction of the total weight. */
const minShownWeight = 0.5;

/** An input track with the key at which it was last sampled. */
interface DiscreteInput {
  readonly row: number;
  readonly keys: StepKeys;
  key: number;
}

/** A property whose values can't be interpolated. The value with the larger weight is shown. */
export class DiscreteMixer implements PropertyMixer {
  readonly name: string;
  isAnimated = false;
  readonly #object: SceneObject;
  readonly #property: Property<SceneObject>;
  readonly #activeMixers: Set<DiscreteMixer>;
  #inputs: DiscreteInput[] = [];
  #baseValue: Json = null;
  #written: Json = null;

  /** @param all the set of all active discrete mixers, to which this mixer adds itself while it has inputs */
  constructor(
    name: string,
    { object, property }: { readonly object: SceneObject; readonly property: Property<SceneObject> },
    all: Set<DiscreteMixer>,
  ) {
    this.name = name;
    this.#object = object;
    this.#property = property;
    this.#activeMixers = all;
  }

  bindTrack({ keys }: Track): BoundTrack | undefined {
    if (!('states' in keys)) return undefined;
    return {
      addInput: (row, additive) => {
        // discrete values can't be added to each other
        if (additive) return;
        this.#activeMixers.add(this);
        this.#inputs.push({ row, keys, key: 0 });
      },
    };
  }

  clearInputs(): void {
    this.#inputs = [];
  }

  restoreBaseValue(): void {
    if (this.isAnimated && this.#read() === this.#written) this.#write(this.#baseValue);
    this.isAnimated = false;
  }

  release(): void {
    this.#activeMixers.delete(this);
    this.#inputs = [];
    this.isAnimated = false;
  }

  state() {
    return { name: this.name, rest: this.#baseValue, written: this.#written };
  }

  /** Writes the value of the dominant input, or restores the base value. */
  applyBlend({ times, weights }: PlaybackColumns): void {
    let sum = 0;
    let blend: Json = null;
    for (const part of this.#inputs) {
      const weight = weights[part.row]!;
      if (weight <= 0) continue;
      sum += weight;
      if (weight / sum >= minShownWeight) blend = this.#getState(part, times[part.row]!);
    }
    if (sum === 0) {
      this.restoreBaseValue();
      if (this.#inputs.length === 0) this.#activeMixers.delete(this);
      return;
    }
    if (!this.isAnimated || this.#read() !== this.#written) this.#captureBaseValue();
    this.isAnimated = true;
    this.#writeChanged(1 - sum >= minShownWeight ? this.#baseValue : blend);
  }

  #getState(part: DiscreteInput, time: number): Json {
    const { times, states } = part.keys;
    part.key = findKeyBefore(times, time, part.key);
    return states[Math.max(0, part.key)]!;
  }

  #captureBaseValue(): void {
    this.#baseValue = this.#read();
    this.#written = this.#baseValue;
  }

  #writeChanged(value: Json): void {
    if (value === this.#written) return;
    this.#write(value);
    this.#written = this.#read();
  }

  #read(): Json {
    return ignoreRemoved(() => this.#property.read(this.#object) as Json) ?? null;
  }

  #write(value: Json): void {
    ignoreRemoved(() => this.#property.write(this.#object, value as never));
  }
}
