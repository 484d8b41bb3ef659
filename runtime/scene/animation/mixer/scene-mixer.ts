/** The animated properties of a scene. Those with numbers are in one table for each kind of target. */
import { ignoreRemoved } from './property-accessor.ts';
import type { NumberAccessor } from '../../../kernels/animation/number-accessor.ts';
import { NumberMixerTable } from '../../../kernels/animation/number-mixer-table.ts';
import { type Curve, type CurveSampler, findKeyBefore } from '../../../kernels/animation/sample-curve.ts';
import {
  accessorTargetType,
  quaternionTargetType,
  vectorTargetType,
} from '../../../kernels/animation/target-types.ts';
import type { Quaternion, Vector3 } from 'three';
import type { Json } from '#spec/values.ts';
import type { Property } from '../../property.ts';
import type { SceneObject } from '../../scene-object.ts';
import type { StepKeys, Track } from '../clips/clip.ts';
import type { PlaybackColumns, RowOwner } from '../../../kernels/animation/mixer-rows.ts';

export interface SceneMixer {
  readonly vectors: NumberMixerTable<Vector3>;
  readonly quaternions: NumberMixerTable<Quaternion>;
  readonly accessors: NumberMixerTable<NumberAccessor>;
  readonly discreteMixers: Set<DiscreteMixer>;
  /** Writes all blended values, and restores targets that have no inputs. */
  applyBlend(): void;
}

export const createSceneMixer = (playbacks: PlaybackColumns): SceneMixer => {
  const tables = {
    vectors: new NumberMixerTable(vectorTargetType, playbacks),
    quaternions: new NumberMixerTable(quaternionTargetType, playbacks),
    accessors: new NumberMixerTable(accessorTargetType, playbacks),
  };
  const states = new Set<DiscreteMixer>();
  return {
    ...tables,
    discreteMixers: states,
    applyBlend() {
      tables.vectors.applyBlend();
      tables.quaternions.applyBlend();
      tables.accessors.applyBlend();
      for (const state of states) state.applyBlend(playbacks);
    },
  };
};

export interface BoundTrack {
  /**
   * Appends the track to the inputs of its property.
   * @param row the row of the playback
   * @param additive whether the track is added on top of all others, relative to its first value; additive discrete
   * tracks are ignored
   */
  addInput(row: number, additive: boolean): void;
}

/**
 * An animated property. Each pose sets the property to the mean of its base inputs, filled up to a weight of 1 with the
 * base value, plus its additive inputs. Without inputs, the property returns to its base value, unless others have
 * written to it.
 */
export interface PropertyMixer {
  readonly name: string;
  /** Whether the last pose has animated this property. */
  readonly isAnimated: boolean;
  /** Binds a track. Returns `undefined` if the track is of an unsuitable kind. */
  bindTrack(track: Track): BoundTrack | undefined;
  /** Removes all inputs. The next pose then restores the base value. */
  clearInputs(): void;
  /** Restores the base value at once. The next pose animates the property again. */
  restoreBaseValue(): void;
  /** Releases the target because it was removed. The target keeps its current value. */
  release(): void;
  /** Returns the property's base value and the value that was last written. */
  state(): unknown;
}

interface NumberMixerOptions<Target extends object> {
  readonly name: string;
  readonly target: Target;
  readonly isExclusive: boolean;
  readonly table: NumberMixerTable<Target>;
  /** Returns the sampler for one of the property's tracks. */
  readonly getSampler: (curve: Curve, type: Track['type']) => CurveSampler;
}

/** A numeric property, which occupies a row in the table while clips animate the property. */
export class NumberMixer<Target extends object> implements PropertyMixer, RowOwner<Target> {
  readonly name: string;
  readonly target: Target;
  readonly isExclusive: boolean;
  readonly #table: NumberMixerTable<Target>;
  readonly #getSampler: NumberMixerOptions<Target>['getSampler'];
  row: number | undefined;

  constructor({ name, target, isExclusive, table, getSampler }: NumberMixerOptions<Target>) {
    this.name = name;
    this.target = target;
    this.isExclusive = isExclusive;
    this.#table = table;
    this.#getSampler = getSampler;
  }

  get isAnimated(): boolean {
    return this.row !== undefined && this.#table.isAnimated(this.row);
  }

  bindTrack({ type, keys }: Track): BoundTrack | undefined {
    if (!('numbers' in keys)) return undefined;
    const sampler = this.#getSampler(keys, type);
    return {
      addInput: (row, additive) => {
        this.row ??= this.#table.allocateRow(this);
        this.#table.addInput(this.row, sampler, row, additive);
      },
    };
  }

  clearInputs(): void {
    if (this.row !== undefined) this.#table.clearInputs(this.row);
  }

  restoreBaseValue(): void {
    if (this.row !== undefined) this.#table.restoreBaseValue(this.row);
  }

  release(): void {
    if (this.row !== undefined) this.#table.freeRow(this.row);
    this.row = undefined;
  }

  state() {
    return { name: this.name, ...(this.row !== undefined && this.#table.state(this.row)) };
  }
}

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
      const weight = weights[part.row] ?? 0;
      if (weight <= 0) continue;
      sum += weight;
      if (weight / sum >= minShownWeight) blend = this.#getState(part, times[part.row] ?? 0);
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
    return states[Math.max(0, part.key)] ?? null;
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
    return ignoreRemoved(() => this.#property.read(this.#object)) ?? null;
  }

  #write(value: Json): void {
    ignoreRemoved(() => this.#property.write(this.#object, value));
  }
}
