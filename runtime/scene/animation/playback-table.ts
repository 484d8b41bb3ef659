// biome-ignore-all lint/style/noNonNullAssertion: rows are those that were given out
/**
 * Where all playbacks are in their clips, a row of numbers each, one after the other: what every step needs of them lies together.
 * Most steps take a playback past nothing that would have to be told; those are done here for all of them at once.
 */
import { StepCounter } from '../../frame/step-counter.ts';
import { createNumbers } from './mixer/quaternion-math.ts';
import type { PlaybackColumns } from './mixer/property-mixer.ts';

/** The numbers of a row: its way is a place on an endless line, of which each stretch as long as the clip is one round. */
const columnIndex = {
  /** Where it was set to last. */
  anchor: 0,
  /** Seconds of the clip per simulated second. */
  speed: 1,
  /** The steps of the clock when it was. */
  since: 2,
  /** How far it has come. */
  way: 3,
  /** As long as its way is between these there is nothing to tell; without end and beginning there always is. */
  low: 4,
  high: 5,
  /** What makes its way the time of its clip: times this, and more by that. */
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

  /** Gives out a row. */
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
   * Lets simulated seconds pass for all.
   * @returns those that may have come to something, or have to be asked: their ways are where they were
   */
  advance(deltaTime: number): Owner[] {
    if (deltaTime > 0) this.#advanceClock(deltaTime);
    const { clock, times } = this;
    const numbers = this.#numbers;
    const due: Owner[] = [];
    for (let row = 0, at = 0; row < times.length; row += 1, at += columnCount) {
      const seconds = clock.toSeconds(clock.steps - numbers[at + columnIndex.since]!);
      const way = numbers[at + columnIndex.anchor]! + numbers[at + columnIndex.speed]! * seconds;
      if (way > numbers[at + columnIndex.low]! && way < numbers[at + columnIndex.high]!) {
        numbers[at + columnIndex.way] = way;
        times[row] = numbers[at + columnIndex.sign]! * way + numbers[at + columnIndex.offset]!;
      } else {
        const owner = this.#owners[row];
        if (owner !== undefined) due.push(owner);
      }
    }
    return due;
  }

  /** Steps are counted as long as they are of one length. */
  #advanceClock(deltaTime: number): void {
    const { clock } = this;
    if (deltaTime !== clock.stepSeconds) {
      const numbers = this.#numbers;
      for (let at = 0; at < numbers.length; at += columnCount) {
        numbers[at + columnIndex.anchor] = numbers[at + columnIndex.way]!;
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

/** The row of one playback. */
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
    return this.#numbers[this.#at + columnIndex.way]!;
  }
  set linePosition(way: number) {
    this.#numbers[this.#at + columnIndex.way] = way;
  }

  get anchor(): number {
    return this.#numbers[this.#at + columnIndex.anchor]!;
  }

  get speed(): number {
    return this.#numbers[this.#at + columnIndex.speed]!;
  }
  set speed(speed: number) {
    this.#numbers[this.#at + columnIndex.speed] = speed;
  }

  /** The steps of the clock when it was set to its anchor. */
  get startStep(): number {
    return this.#numbers[this.#at + columnIndex.since]!;
  }

  /** Simulated seconds that it has gone on since. */
  get elapsedSeconds(): number {
    const { clock } = this.#table;
    return clock.toSeconds(clock.steps - this.startStep);
  }

  /** Seconds into the clip. */
  get time(): number {
    return this.#table.times[this.row]!;
  }
  set time(time: number) {
    this.#table.times[this.row] = time;
  }

  /** With its fades. */
  get weight(): number {
    return this.#table.weights[this.row]!;
  }
  set weight(weight: number) {
    this.#table.weights[this.row] = weight;
  }

  /** Goes on from a place. */
  restartFrom(place: number): void {
    this.linePosition = place;
    this.#numbers[this.#at + columnIndex.anchor] = place;
    this.#numbers[this.#at + columnIndex.since] = this.#table.clock.steps;
  }

  /** Is left to itself between two places of the line. @param time what makes a place the time of the clip */
  setQuietRange(low: number, high: number, time: { readonly sign: 1 | -1; readonly offset: number }): void {
    const numbers = this.#numbers;
    const at = this.#at;
    numbers[at + columnIndex.low] = low;
    numbers[at + columnIndex.high] = high;
    numbers[at + columnIndex.sign] = time.sign;
    numbers[at + columnIndex.offset] = time.offset;
  }

  /** Is to be asked in every step. */
  clearQuietRange(): void {
    this.#numbers[this.#at + columnIndex.low] = Number.POSITIVE_INFINITY;
  }
}
