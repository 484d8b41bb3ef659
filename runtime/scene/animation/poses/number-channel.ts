import { readers } from './curve-reader.ts';
import type { Track } from '../clips/clip.ts';
import type { Channel, Cue } from './channel.ts';
import type { NumberTable, RowHolder, Target } from './number-table.ts';

/** A property of numbers, which has a row of the table while it is moved. */
export class NumberChannel implements Channel, RowHolder {
  readonly name: string;
  readonly target: Target;
  readonly #table: NumberTable;
  row: number | undefined;

  constructor(name: string, target: Target, table: NumberTable) {
    this.name = name;
    this.target = target;
    this.#table = table;
  }

  get isMoved(): boolean {
    return this.row !== undefined && this.#table.isMoved(this.row);
  }

  cue({ type, keys }: Track): Cue | undefined {
    if (!('numbers' in keys)) return undefined;
    const reading = type === 'Quaternion' ? 'turn' : this.target.turn ? 'degrees' : 'numbers';
    const reader = readers[reading](keys);
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
