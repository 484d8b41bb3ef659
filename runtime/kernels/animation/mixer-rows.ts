/**
 * The rows of animated properties with their inputs. The data is stored in columns because every step iterates over all
 * of it.
 */
import type { CurveSampler } from './sample-curve.ts';

/** Times and weights of all playbacks, indexed by row. */
export interface PlaybackColumns {
  /** Times in seconds from the start of the playbacks' clips. */
  readonly times: readonly number[];
  /** Weights from 0 to 1, with fades applied. */
  readonly weights: readonly number[];
}

/** Marks the end of a list of inputs. */
export const noInput = -1;

/** The owner of a row, which is notified when the row moves to another index. */
export interface RowOwner<Target> {
  readonly target: Target;
  /** Whether only clips write to the target. */
  readonly isExclusive: boolean;
  row: number | undefined;
}

/** Takes the place of the sampler of a freed input, whose curve is then no longer referenced. */
const noSampler: CurveSampler = { firstValue: [], sample: (_, hint) => hint };

export class MixerRows<Target> {
  // the rows, in order of allocation
  readonly owners: (RowOwner<Target> | undefined)[] = [];
  readonly targets: Target[] = [];
  /** Offset of the row's numbers in the arrays of stored values. */
  readonly valueOffsets: number[] = [];
  readonly isAnimated: boolean[] = [];
  /** The values that were last written to targets to which others may write. */
  readonly written: number[] = [];
  /**
   * Whether others may write to the target between two poses. Only such rows are checked, because checking all rows
   * would take 20 % more time.
   */
  readonly isGuarded: boolean[] = [];
  /** The first base input of each row. `firstAdditiveInputs` contains the first additive input of each row. */
  readonly firstBaseInputs: number[] = [];
  readonly firstAdditiveInputs: number[] = [];
  #hasGaps = false;

  // the inputs, in order of allocation
  readonly samplers: CurveSampler[] = [];
  /** The key at which each input was last sampled. */
  readonly lastKeys: number[] = [];
  /** The row of the playback to which each input belongs. */
  readonly playbackRows: number[] = [];
  /** The next input that belongs to the same row. */
  readonly nextInputs: number[] = [];
  readonly #freeInputs: number[] = [];

  add(owner: RowOwner<Target>, offset: number): number {
    this.targets.push(owner.target);
    this.valueOffsets.push(offset);
    this.isAnimated.push(false);
    this.isGuarded.push(false);
    this.firstBaseInputs.push(noInput);
    this.firstAdditiveInputs.push(noInput);
    return this.owners.push(owner) - 1;
  }

  remove(row: number): void {
    this.clearInputs(row);
    this.isAnimated[row] = false;
    this.owners[row] = undefined;
    this.#hasGaps = true;
  }

  /** Appends a playback's track to the inputs of a row. */
  addInput(row: number, sampler: CurveSampler, playbackRow: number, additive: boolean): void {
    const part = this.#freeInputs.pop() ?? this.samplers.length;
    this.samplers[part] = sampler;
    this.lastKeys[part] = 0;
    this.playbackRows[part] = playbackRow;
    this.nextInputs[part] = noInput;
    const firsts = additive ? this.firstAdditiveInputs : this.firstBaseInputs;
    let last = firsts[row];
    if (last === noInput) firsts[row] = part;
    else {
      while (this.nextInputs[last] !== noInput) last = this.nextInputs[last];
      this.nextInputs[last] = part;
    }
  }

  clearInputs(row: number): void {
    for (const firsts of [this.firstBaseInputs, this.firstAdditiveInputs]) {
      for (let part = firsts[row]; part !== noInput; part = this.nextInputs[part]) {
        this.samplers[part] = noSampler;
        this.#freeInputs.push(part);
      }
      firsts[row] = noInput;
    }
  }

  /** Closes the gaps left by removed rows. */
  compact(): void {
    if (!this.#hasGaps) return;
    const { owners, targets, valueOffsets, isAnimated, isGuarded, firstBaseInputs, firstAdditiveInputs } =
      this;
    let to = 0;
    for (const [row, owner] of owners.entries()) {
      if (!owner) continue;
      owner.row = to;
      owners[to] = owner;
      targets[to] = targets[row];
      valueOffsets[to] = valueOffsets[row];
      isAnimated[to] = isAnimated[row];
      isGuarded[to] = isGuarded[row];
      firstBaseInputs[to] = firstBaseInputs[row];
      firstAdditiveInputs[to] = firstAdditiveInputs[row];
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
