/**
 * The positions of all playbacks in their clips. Each playback has one row of numbers, so that a step reads contiguous
 * memory. In most steps, a playback passes nothing that must be reported; such steps are handled here in bulk.
 */
import { StepCounter } from '../stopwatch.ts';
import { createNumbers } from './quaternion-math.ts';
import type { PlaybackColumns } from './mixer-rows.ts';

/** Columns of a row. The position lies on an endless line on which each loop has the length of the clip. */
const columnIndex = {
  /** The position that was set last. */
  anchor: 0,
  /** Playback speed in seconds of the clip per simulated second. */
  speed: 1,
  /** The step count at which the anchor was set. */
  since: 2,
  linePosition: 3,
  /**
   * Within the quiet range, from `low` to `high`, there is nothing to report. Without a quiet range, there may be
   * something to report in every step.
   */
  low: 4,
  high: 5,
  /** Converts the position to the time in the clip, which is `sign` times the position plus `offset`. */
  sign: 6,
  offset: 7,
} as const;
const columnCount = Object.keys(columnIndex).length;

export class PlaybackTable<Owner> implements PlaybackColumns {
  readonly clock = new StepCounter();
  readonly times: number[] = [];
  readonly weights: number[] = [];
  readonly #numbers: number[] = [];
  readonly #owners: (Owner | undefined)[] = [];
  readonly #free: number[] = [];

  allocateRow(owner: Owner): PlaybackRow {
    const row = this.#free.pop() ?? this.#newRow();
    this.#owners[row] = owner;
    return new PlaybackRow(this, this.#numbers, row);
  }

  freeRow({ row }: PlaybackRow): void {
    this.#owners[row] = undefined;
    this.#free.push(row);
  }

  /**
   * Advances all rows by this many simulated seconds.
   * @returns the owners of rows that have left their quiet range or have none; the positions of these rows are
   * unchanged
   */
  advance(deltaTime: number): Owner[] {
    if (deltaTime > 0) this.#advanceClock(deltaTime);
    const { clock, times } = this;
    const numbers = this.#numbers;
    const dueOwners: Owner[] = [];
    for (let row = 0, at = 0; row < times.length; row += 1, at += columnCount) {
      const seconds = clock.toSeconds(clock.steps - numbers[at + columnIndex.since]);
      const linePosition = numbers[at + columnIndex.anchor] + numbers[at + columnIndex.speed] * seconds;
      if (linePosition > numbers[at + columnIndex.low] && linePosition < numbers[at + columnIndex.high]) {
        numbers[at + columnIndex.linePosition] = linePosition;
        times[row] = numbers[at + columnIndex.sign] * linePosition + numbers[at + columnIndex.offset];
      } else {
        const owner = this.#owners[row];
        if (owner !== undefined) dueOwners.push(owner);
      }
    }
    return dueOwners;
  }

  /** Counts equal steps instead of adding up their lengths, because a sum would accumulate rounding errors. */
  #advanceClock(deltaTime: number): void {
    const { clock } = this;
    if (deltaTime !== clock.stepSeconds) {
      const numbers = this.#numbers;
      for (let at = 0; at < numbers.length; at += columnCount) {
        numbers[at + columnIndex.anchor] = numbers[at + columnIndex.linePosition];
        numbers[at + columnIndex.since] = clock.steps;
      }
    }
    clock.advance(deltaTime);
  }

  #newRow(): number {
    this.#numbers.push(...createNumbers(columnCount));
    this.weights.push(Number.NaN);
    return this.times.push(Number.NaN) - 1;
  }
}

export class PlaybackRow {
  readonly row: number;
  readonly #table: Pick<PlaybackTable<never>, 'clock' | 'times' | 'weights'>;
  readonly #numbers: number[];
  readonly #at: number;

  constructor(
    table: Pick<PlaybackTable<never>, 'clock' | 'times' | 'weights'>,
    numbers: number[],
    row: number,
  ) {
    this.#table = table;
    this.#numbers = numbers;
    this.row = row;
    this.#at = row * columnCount;
  }

  get linePosition(): number {
    return this.#numbers[this.#at + columnIndex.linePosition];
  }
  set linePosition(position: number) {
    this.#numbers[this.#at + columnIndex.linePosition] = position;
  }

  get anchor(): number {
    return this.#numbers[this.#at + columnIndex.anchor];
  }

  get speed(): number {
    return this.#numbers[this.#at + columnIndex.speed];
  }
  set speed(speed: number) {
    this.#numbers[this.#at + columnIndex.speed] = speed;
  }

  /** The step count at which the anchor was set. */
  get startStep(): number {
    return this.#numbers[this.#at + columnIndex.since];
  }

  /** Simulated seconds since the anchor was set. */
  get elapsedSeconds(): number {
    const { clock } = this.#table;
    return clock.toSeconds(clock.steps - this.startStep);
  }

  /** The time in seconds from the start of the clip. */
  get time(): number {
    return this.#table.times[this.row];
  }
  set time(time: number) {
    this.#table.times[this.row] = time;
  }

  /** The weight from 0 to 1, with fades applied. */
  get weight(): number {
    return this.#table.weights[this.row];
  }
  set weight(weight: number) {
    this.#table.weights[this.row] = weight;
  }

  restartFrom(linePosition: number): void {
    this.linePosition = linePosition;
    this.#numbers[this.#at + columnIndex.anchor] = linePosition;
    this.#numbers[this.#at + columnIndex.since] = this.#table.clock.steps;
  }

  /**
   * Sets the range of positions within which the row advances in bulk.
   * @param time how to convert a position to the time in the clip
   */
  setQuietRange(low: number, high: number, time: { readonly sign: 1 | -1; readonly offset: number }): void {
    const numbers = this.#numbers;
    const at = this.#at;
    numbers[at + columnIndex.low] = low;
    numbers[at + columnIndex.high] = high;
    numbers[at + columnIndex.sign] = time.sign;
    numbers[at + columnIndex.offset] = time.offset;
  }

  /** Removes the quiet range, so that every step returns the row's owner. */
  clearQuietRange(): void {
    this.#numbers[this.#at + columnIndex.low] = Number.POSITIVE_INFINITY;
  }
}
