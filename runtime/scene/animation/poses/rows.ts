// biome-ignore-all lint/style/noNonNullAssertion: rows and parts are those that were given out
/** What clips move, in rows, and what moves it, in parts: columns, because every step goes through all of it. */
import type { Reader } from './curve-reader.ts';

/** In place of a part where there is none. */
export const none = -1;

/** Who has a row; it is told when the row is another. */
export interface RowHolder<Target> {
  readonly target: Target;
  /** Whether nothing but clips writes the target. */
  readonly isOwn: boolean;
  row: number | undefined;
}

export class Rows<Target> {
  // rows, in the order in which they were taken
  readonly holders: (RowHolder<Target> | undefined)[] = [];
  readonly targets: Target[] = [];
  /** Where its numbers begin among those that are kept of each. */
  readonly places: number[] = [];
  readonly isMoved: boolean[] = [];
  /** What was written last, of what others may write. */
  readonly written: number[] = [];
  /** Whether others may write it between two poses. To look after all would take a fifth more time. */
  readonly isGuarded: boolean[] = [];
  /** The first parts of its base voices and of its additive ones. */
  readonly base: number[] = [];
  readonly additive: number[] = [];
  #hasGaps = false;

  // parts
  readonly readers: (Reader | undefined)[] = [];
  /** The keys at which they were read last. */
  readonly keys: number[] = [];
  /** Rows of playbacks. */
  readonly voices: number[] = [];
  /** The part that comes next for the same row. */
  readonly next: number[] = [];
  readonly #freeParts: number[] = [];

  add(holder: RowHolder<Target>, place: number): number {
    this.targets.push(holder.target);
    this.places.push(place);
    this.isMoved.push(false);
    this.isGuarded.push(false);
    this.base.push(none);
    this.additive.push(none);
    return this.holders.push(holder) - 1;
  }

  remove(row: number): void {
    this.silence(row);
    this.isMoved[row] = false;
    this.holders[row] = undefined;
    this.#hasGaps = true;
  }

  /** Has a row hear a track of a playback, after all that it hears already. */
  hear(row: number, reader: Reader, voice: number, additive: boolean): void {
    const part = this.#freeParts.pop() ?? this.readers.length;
    this.readers[part] = reader;
    this.keys[part] = 0;
    this.voices[part] = voice;
    this.next[part] = none;
    const firsts = additive ? this.additive : this.base;
    let last = firsts[row]!;
    if (last === none) firsts[row] = part;
    else {
      while (this.next[last] !== none) last = this.next[last]!;
      this.next[last] = part;
    }
  }

  silence(row: number): void {
    for (const firsts of [this.base, this.additive]) {
      for (let part = firsts[row]!; part !== none; part = this.next[part]!) {
        this.readers[part] = undefined;
        this.#freeParts.push(part);
      }
      firsts[row] = none;
    }
  }

  /** Has the others move up where rows were removed. */
  closeGaps(): void {
    if (!this.#hasGaps) return;
    const { holders, targets, places, isMoved, isGuarded, base, additive } = this;
    let to = 0;
    for (const [row, holder] of holders.entries()) {
      if (!holder) continue;
      holder.row = to;
      holders[to] = holder;
      targets[to] = targets[row]!;
      places[to] = places[row]!;
      isMoved[to] = isMoved[row]!;
      isGuarded[to] = isGuarded[row]!;
      base[to] = base[row]!;
      additive[to] = additive[row]!;
      to += 1;
    }
    for (const column of [holders, targets, places, isMoved, isGuarded, base, additive]) column.length = to;
    this.#hasGaps = false;
  }
}
