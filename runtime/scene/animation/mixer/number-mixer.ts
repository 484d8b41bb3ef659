import type { Curve, Track } from '../clips/clip.ts';
import type { PropertyMixer, BoundTrack } from './property-mixer.ts';
import type { CurveSampler } from './curve-samplers.ts';
import type { NumberMixerTable } from './number-mixer-table.ts';
import type { RowOwner } from './mixer-rows.ts';

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
