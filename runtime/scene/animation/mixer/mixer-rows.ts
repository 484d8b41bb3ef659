// biome-ignore-all lint/style/noNonNullAssertion: rows and parts are those that were given out
/** What clips move, in rows, and what moves it, in parts: columns, because every step goes through all of it. */
import type { CurveSampler } from './curve-samplers.ts';

/** In place of a part where there is none. */
export const noInput = -1;

/** Who has a row; it is told when the row is another. */
export interface RowOwner<Target> {
  readonly target: Target;
  /** Whether nothing but clips writes the target. */
  readonly isExclusive: boolean;
  row: number | undefined;
}

export class MixerRows<Target> {
  // rows, in the order in which they were taken
  readonly owners: (RowOwner<Target> | undefined)[] = [];
  readonly targets: Target[] = [];
  /** Where its numbers begin among those that are kept of each. */
  readonly valueOffsets: number[] = [];
  readonly isAnimated: boolean[] = [];
  /** What was written last, of what others may write. */
  readonly written: number[] = [];
  /** Whether others may write it between two poses. To look after all would take a fifth more time. */
  readonly isGuarded: boolean[] = [];
  /** The first parts of its base voices and of its additive ones. */
  readonly firstBaseInputs: number[] = [];
  readonly firstAdditiveInputs: number[] = [];
  #hasGaps = false;

  // parts
  readonly samplers: (CurveSampler | undefined)[] = [];
  /** The keys at which they were read last. */
  readonly lastKeys: number[] = [];
  /** Rows of playbacks. */
  readonly playbackRows: number[] = [];
  /** The part that comes next for the same row. */
  readonly nextInputs: number[] = [];
  readonly #freeInputs: number[] = [];

  add(holder: RowOwner<Target>, place: number): number {
    this.targets.push(holder.target);
    this.valueOffsets.push(place);
    this.isAnimated.push(false);
    this.isGuarded.push(false);
    this.firstBaseInputs.push(noInput);
    this.firstAdditiveInputs.push(noInput);
    return this.owners.push(holder) - 1;
  }

  remove(row: number): void {
    this.clearInputs(row);
    this.isAnimated[row] = false;
    this.owners[row] = undefined;
    this.#hasGaps = true;
  }

  /** Has a row hear a track of a playback, after all that it hears already. */
  addInput(row: number, reader: CurveSampler, voice: number, additive: boolean): void {
    const part = this.#freeInputs.pop() ?? this.samplers.length;
    this.samplers[part] = reader;
    this.lastKeys[part] = 0;
    this.playbackRows[part] = voice;
    this.nextInputs[part] = noInput;
    const firsts = additive ? this.firstAdditiveInputs : this.firstBaseInputs;
    let last = firsts[row]!;
    if (last === noInput) firsts[row] = part;
    else {
      while (this.nextInputs[last] !== noInput) last = this.nextInputs[last]!;
      this.nextInputs[last] = part;
    }
  }

  clearInputs(row: number): void {
    for (const firsts of [this.firstBaseInputs, this.firstAdditiveInputs]) {
      for (let part = firsts[row]!; part !== noInput; part = this.nextInputs[part]!) {
        this.samplers[part] = undefined;
        this.#freeInputs.push(part);
      }
      firsts[row] = noInput;
    }
  }

  /** Has the others move up where rows were removed. */
  compact(): void {
    if (!this.#hasGaps) return;
    const { owners, targets, valueOffsets, isAnimated, isGuarded, firstBaseInputs, firstAdditiveInputs } =
      this;
    let to = 0;
    for (const [row, holder] of owners.entries()) {
      if (!holder) continue;
      holder.row = to;
      owners[to] = holder;
      targets[to] = targets[row]!;
      valueOffsets[to] = valueOffsets[row]!;
      isAnimated[to] = isAnimated[row]!;
      isGuarded[to] = isGuarded[row]!;
      firstBaseInputs[to] = firstBaseInputs[row]!;
      firstAdditiveInputs[to] = firstAdditiveInputs[row]!;
      to += 1;
    }
    for (const column of [
      owners,
      targets,
      valueOffsets,
      isAnimated,
      isGuarded,
      firstBaseInputs,
      firstAdditiveInputs,
    ])
      column.length = to;
    this.#hasGaps = false;
  }
}
