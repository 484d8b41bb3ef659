import type { Curve, Track } from '../clips/clip.ts';
import type { Channel, Cue } from './channel.ts';
import type { Reader } from './curve-reader.ts';
import type { NumberTable } from './number-table.ts';
import type { RowHolder } from './rows.ts';

interface NumberChannelOptions<Target extends object> {
  readonly name: string;
  readonly target: Target;
  readonly isOwn: boolean;
  readonly table: NumberTable<Target>;
  /** How tracks for the property are read. */
  readonly readerOf: (curve: Curve, type: Track['type']) => Reader;
}

/** A property of numbers, which has a row of the table while it is moved. */
export class NumberChannel<Target extends object> implements Channel, RowHolder<Target> {
  readonly name: string;
  readonly target: Target;
  readonly isOwn: boolean;
  readonly #table: NumberTable<Target>;
  readonly #readerOf: NumberChannelOptions<Target>['readerOf'];
  row: number | undefined;

  constructor({ name, target, isOwn, table, readerOf }: NumberChannelOptions<Target>) {
    this.name = name;
    this.target = target;
    this.isOwn = isOwn;
    this.#table = table;
    this.#readerOf = readerOf;
  }

  get isMoved(): boolean {
    return this.row !== undefined && this.#table.isMoved(this.row);
  }

  cue({ type, keys }: Track): Cue | undefined {
    if (!('numbers' in keys)) return undefined;
    const reader = this.#readerOf(keys, type);
    return {
      hear: (row, additive) => {
        this.row ??= this.#table.take(this);
        this.#table.hear(this.row, reader, row, additive);
      },
    };
  }

  silence(): void {
    if (this.row !== undefined) this.#table.silence(this.row);
  }

  rest(): void {
    if (this.row !== undefined) this.#table.release(this.row);
  }

  drop(): void {
    if (this.row !== undefined) this.#table.giveBack(this.row);
    this.row = undefined;
  }

  state() {
    return { name: this.name, ...(this.row !== undefined && this.#table.state(this.row)) };
  }
}
