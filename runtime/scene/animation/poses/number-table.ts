// biome-ignore-all lint/style/noNonNullAssertion: rows and parts are those that were given out
import { none, Rows } from './rows.ts';
import { unknown } from './turns.ts';
import type { Voices } from './channel.ts';
import type { Reader } from './curve-reader.ts';
import type { RowHolder } from './rows.ts';
import type { Scratch, TargetKind } from './target-kind.ts';

/** In place of a holder where there were several. */
const shared = 'shared';

/** Poses of numbers: all that clips move in a scene of one kind of target, and what moves it. A class, for its hot loop. */
export class NumberTable<Target extends object> {
  readonly #kind: TargetKind<Target>;
  readonly #voices: Voices;
  readonly #rows = new Rows<Target>();
  readonly #scratch: Scratch = { blend: unknown(4), value: unknown(4) };
  /** What it is where nothing moves it. */
  readonly #rests: number[] = [];
  /** Places that were given back, by their sizes. */
  readonly #freePlaces = new Map<number, number[]>();
  /** Who moves what nothing but clips writes. */
  readonly #owners = new WeakMap<Target, RowHolder<Target> | typeof shared>();

  constructor(kind: TargetKind<Target>, voices: Voices) {
    this.#kind = kind;
    this.#voices = voices;
  }

  /** Gives a row to something that is to be moved. */
  take(holder: RowHolder<Target>): number {
    const size = this.#kind.sizeOf(holder.target);
    const row = this.#rows.add(holder, this.#freePlaces.get(size)?.pop() ?? this.#newPlace(size));
    this.#rows.isGuarded[row] = !holder.isOwn || !this.#isAlone(holder);
    return row;
  }

  /** Takes a row back; what it moved stays as it is. */
  giveBack(row: number): void {
    const holder = this.#rows.holders[row]!;
    if (this.#owners.get(holder.target) === holder) this.#owners.delete(holder.target);
    const [size, place] = [this.#kind.sizeOf(holder.target), this.#rows.places[row]!];
    this.#rows.remove(row);
    const free = this.#freePlaces.get(size);
    if (free) free.push(place);
    else this.#freePlaces.set(size, [place]);
  }

  /** Has a row hear a track of a playback, after all that it hears already. */
  hear(row: number, reader: Reader, voice: number, additive: boolean): void {
    this.#rows.hear(row, reader, voice, additive);
  }

  silence(row: number): void {
    this.#rows.silence(row);
  }

  isMoved(row: number): boolean {
    return this.#rows.isMoved[row]!;
  }

  /** Moves all rows to what they hear, and lets go of those that hear nothing. */
  pose(): void {
    this.#rows.closeGaps();
    this.#kind.pose(this.#rows, this.#voices, this.#scratch, this.#complete);
  }

  /** Puts a row back to what it is when nothing moves it, unless somebody else has written it. */
  release(row: number): void {
    const { isMoved, targets, places } = this.#rows;
    if (!isMoved[row]) return;
    if (this.#isAsWritten(row)) this.#kind.write(targets[row]!, this.#rests, places[row]!);
    isMoved[row] = false;
  }

  state(row: number) {
    const { targets, places, isGuarded } = this.#rows;
    const place = places[row]!;
    const end = place + this.#kind.sizeOf(targets[row]!);
    if (!isGuarded[row]) this.#note(row, this.#rows.written);
    return { written: this.#rows.written.slice(place, end), rest: this.#rests.slice(place, end) };
  }

  /** Clips of two objects may move one thing; then each writes what the other has written. */
  #isAlone(holder: RowHolder<Target>): boolean {
    const other = this.#owners.get(holder.target);
    this.#owners.set(holder.target, other ? shared : holder);
    if (other && other !== shared) this.#guard(other.row!);
    return other === undefined;
  }

  #guard(row: number): void {
    const { isGuarded } = this.#rows;
    if (!isGuarded[row]) this.#note(row, this.#rows.written);
    isGuarded[row] = true;
  }

  #newPlace(size: number): number {
    const { blend, value } = this.#scratch;
    while (blend.length < size) for (const numbers of [blend, value]) numbers.push(Number.NaN);
    this.#rests.push(...unknown(size));
    return this.#rows.written.push(...unknown(size)) - size;
  }

  /** Brings the blend of base voices of so much weight to an end, and writes it. */
  readonly #complete = (row: number, weight: number): void => {
    const { isMoved, additive } = this.#rows;
    const isOnTop = this.#hasWeight(additive[row]!);
    if (weight === 0 && !isOnTop) {
      this.release(row);
      return;
    }
    if (!isMoved[row] || !this.#isAsWritten(row)) this.#note(row, this.#rests);
    isMoved[row] = true;
    if (weight < 1) this.#fillUp(row, 1 - weight);
    if (isOnTop) this.#add(row);
    this.#put(row);
  };

  #hasWeight(first: number): boolean {
    const { voices, next } = this.#rows;
    const { weights } = this.#voices;
    for (let part = first; part !== none; part = next[part]!) if (weights[voices[part]!]! > 0) return true;
    return false;
  }

  #fillUp(row: number, missing: number): void {
    const { targets, places } = this.#rows;
    const { blend } = this.#scratch;
    const place = places[row]!;
    const size = this.#kind.sizeOf(targets[row]!);
    if (missing < 1) this.#kind.mix(blend, this.#rests, place, missing, size);
    else for (let i = 0; i < size; i += 1) blend[i] = this.#rests[place + i]!;
  }

  /** Adds the ways that additive voices have come from the first values of their tracks. */
  #add(row: number): void {
    const { times, weights } = this.#voices;
    const { targets, additive, readers, keys, voices, next } = this.#rows;
    const { blend, value } = this.#scratch;
    const size = this.#kind.sizeOf(targets[row]!);
    for (let part = additive[row]!; part !== none; part = next[part]!) {
      const voice = voices[part]!;
      const weight = weights[voice]!;
      if (weight <= 0) continue;
      const reader = readers[part]!;
      keys[part] = reader.read(times[voice]!, keys[part]!, value);
      this.#kind.add(blend, reader.first, value, weight, size);
    }
  }

  /** Whether a value still is what was written last. */
  #isAsWritten(row: number): boolean {
    const { targets, places, isGuarded } = this.#rows;
    return !isGuarded[row] || this.#kind.is(targets[row]!, this.#rows.written, places[row]!);
  }

  /** Takes down what a value is now; of one that is gone, what was written last. */
  #note(row: number, numbers: number[]): void {
    const { targets, places } = this.#rows;
    const target = targets[row]!;
    const at = places[row]!;
    if (numbers !== this.#rows.written) {
      const end = at + this.#kind.sizeOf(target);
      for (let i = at; i < end; i += 1) numbers[i] = this.#rows.written[i]!;
    }
    this.#kind.read(target, numbers, at);
  }

  /** Writes the blend, and notes what came of it: outlets keep values within their range, and round them. */
  #put(row: number): void {
    const { targets, isGuarded } = this.#rows;
    const target = targets[row]!;
    const { blend } = this.#scratch;
    if (!this.#kind.isDearToWrite || !this.#kind.is(target, blend, 0)) this.#kind.write(target, blend, 0);
    if (isGuarded[row]) this.#note(row, this.#rows.written);
  }
}
