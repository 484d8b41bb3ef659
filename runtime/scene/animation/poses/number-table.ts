// biome-ignore-all lint/style/noNonNullAssertion: rows and parts are those that were given out
/**
 * Poses of numbers: all that clips move in a scene, and what moves it. It lies in columns, because every step goes through all
 * of it, and to find it in memory takes longer than to work it out.
 */
import { multiply, slerp, unknown } from './turns.ts';
import type { Quaternion, Vector3 } from 'three';
import type { Voices } from './channel.ts';
import type { CurveReader } from './curve-reader.ts';
import type { Outlet } from './outlet.ts';

/** Where a value is written: one of these. */
export interface Target {
  /** Numbers of the value. */
  readonly size: number;
  readonly vector?: Vector3;
  readonly turn?: Quaternion;
  readonly outlet?: Outlet;
  /** What of it nothing but clips writes. */
  readonly own?: object | undefined;
}

/** Who has a row; it is told when the row is another. */
export interface RowHolder {
  readonly target: Target;
  row: number | undefined;
}

/** In place of a part where there is none. */
const none = -1;

/** In place of a holder where there were several. */
const shared = 'shared';

const isVector = ({ x, y, z }: Vector3, numbers: readonly number[], at: number): boolean =>
  x === numbers[at] && y === numbers[at + 1] && z === numbers[at + 2];

const isTurn = ({ x, y, z, w }: Quaternion, numbers: readonly number[], at: number): boolean =>
  x === numbers[at] && y === numbers[at + 1] && z === numbers[at + 2] && w === numbers[at + 3];

/** A class, for its hot loop. */
export class NumberTable {
  readonly #voices: Voices;

  // what is moved, in rows, in the order in which they were taken
  readonly #holders: (RowHolder | undefined)[] = [];
  readonly #vectors: (Vector3 | undefined)[] = [];
  readonly #turns: (Quaternion | undefined)[] = [];
  readonly #outlets: (Outlet | undefined)[] = [];
  readonly #sizes: number[] = [];
  /** Where its numbers begin, in both of the next. */
  readonly #places: number[] = [];
  /** What was written last, of what others may write. */
  readonly #written: number[] = [];
  /** What it is where nothing moves it. */
  readonly #rests: number[] = [];
  readonly #isMoved: boolean[] = [];
  /** Whether others may write it between two poses. To look after all would take a fifth more time. */
  readonly #isGuarded: boolean[] = [];
  /** The first parts of its base voices and of its additive ones. */
  readonly #base: number[] = [];
  readonly #additive: number[] = [];
  /** Places that were given back, by their sizes. */
  readonly #freePlaces = new Map<number, number[]>();
  #hasGaps = false;
  /** Who moves what nothing but clips writes. */
  readonly #owners = new WeakMap<object, RowHolder | typeof shared>();

  // what moves it, in parts
  readonly #readers: (CurveReader | undefined)[] = [];
  readonly #keys: number[] = [];
  /** Rows of playbacks. */
  readonly #voiceRows: number[] = [];
  /** The part that comes next for the same row. */
  readonly #next: number[] = [];
  readonly #freeParts: number[] = [];

  /** The blend of what sounds, one of its values, and a way between two. */
  readonly #blend = unknown(4);
  readonly #value = unknown(4);
  readonly #change = unknown(4);

  constructor(voices: Voices) {
    this.#voices = voices;
  }

  /** Gives a row to something that is to be moved. */
  take(holder: RowHolder): number {
    const { size, vector, turn, outlet, own } = holder.target;
    const row = this.#holders.push(holder) - 1;
    this.#vectors.push(vector);
    this.#turns.push(turn);
    this.#outlets.push(outlet);
    this.#sizes.push(size);
    this.#places.push(this.#freePlaces.get(size)?.pop() ?? this.#newPlace(size));
    this.#isMoved.push(false);
    this.#isGuarded.push(own === undefined || !this.#isAlone(own, holder));
    this.#base.push(none);
    this.#additive.push(none);
    return row;
  }

  /** Takes a row back; what it moved stays as it is. */
  giveBack(row: number): void {
    this.silence(row);
    this.#isMoved[row] = false;
    const holder = this.#holders[row]!;
    const { own } = holder.target;
    if (own && this.#owners.get(own) === holder) this.#owners.delete(own);
    this.#holders[row] = undefined;
    this.#hasGaps = true;
    const [size, place] = [this.#sizes[row]!, this.#places[row]!];
    const free = this.#freePlaces.get(size);
    if (free) free.push(place);
    else this.#freePlaces.set(size, [place]);
  }

  /** Has a row hear a track of a playback, after all that it hears already. */
  hear(row: number, reader: CurveReader, voiceRow: number, additive: boolean): void {
    const part = this.#freeParts.pop() ?? this.#readers.length;
    this.#readers[part] = reader;
    this.#keys[part] = 0;
    this.#voiceRows[part] = voiceRow;
    this.#next[part] = none;
    const firsts = additive ? this.#additive : this.#base;
    let last = firsts[row]!;
    if (last === none) firsts[row] = part;
    else {
      while (this.#next[last] !== none) last = this.#next[last]!;
      this.#next[last] = part;
    }
  }

  silence(row: number): void {
    for (const firsts of [this.#base, this.#additive]) {
      for (let part = firsts[row]!; part !== none; part = this.#next[part]!) {
        this.#readers[part] = undefined;
        this.#freeParts.push(part);
      }
      firsts[row] = none;
    }
  }

  isMoved(row: number): boolean {
    return this.#isMoved[row]!;
  }

  /** Moves all rows to what they hear, and lets go of those that hear nothing. */
  pose(): void {
    if (this.#hasGaps) this.#closeGaps();
    const { times, weights } = this.#voices;
    const base = this.#base;
    const next = this.#next;
    const voiceRows = this.#voiceRows;
    const readers = this.#readers;
    const keys = this.#keys;
    const blend = this.#blend;
    for (let row = 0; row < base.length; row += 1) {
      let sum = 0;
      for (let part = base[row]!; part !== none; part = next[part]!) {
        const voice = voiceRows[part]!;
        const weight = weights[voice]!;
        if (weight <= 0) continue;
        sum += weight;
        if (sum === weight) keys[part] = readers[part]!.read(times[voice]!, keys[part]!, blend);
        else {
          keys[part] = readers[part]!.read(times[voice]!, keys[part]!, this.#value);
          this.#mix(row, this.#value, 0, weight / sum);
        }
      }
      const vector = this.#vectors[row];
      const turn = this.#turns[row];
      const isGuarded = this.#isGuarded[row]!;
      if (sum < 1 || isGuarded || !this.#isMoved[row] || this.#additive[row] !== none)
        this.#complete(row, sum);
      // most need nothing more: to call no one for them saves a fifth
      else if (vector) vector.set(blend[0]!, blend[1]!, blend[2]!);
      else if (turn) turn.set(blend[0]!, blend[1]!, blend[2]!, blend[3]!);
    }
  }

  /** Puts a row back to what it is when nothing moves it, unless somebody else has written it. */
  release(row: number): void {
    if (!this.#isMoved[row]) return;
    if (this.#isAsWritten(row)) this.#write(row, this.#rests, this.#places[row]!);
    this.#isMoved[row] = false;
  }

  state(row: number) {
    const place = this.#places[row]!;
    const end = place + this.#sizes[row]!;
    if (!this.#isGuarded[row]) this.#note(row, this.#written);
    return { written: this.#written.slice(place, end), rest: this.#rests.slice(place, end) };
  }

  /** Clips of two objects may move one thing; then each writes what the other has written. */
  #isAlone(thing: object, holder: RowHolder): boolean {
    const other = this.#owners.get(thing);
    this.#owners.set(thing, other ? shared : holder);
    if (other && other !== shared) this.#guard(other.row!);
    return other === undefined;
  }

  #guard(row: number): void {
    if (!this.#isGuarded[row]) this.#note(row, this.#written);
    this.#isGuarded[row] = true;
  }

  #newPlace(size: number): number {
    while (this.#blend.length < size)
      for (const scratch of [this.#blend, this.#value]) scratch.push(Number.NaN);
    this.#rests.push(...unknown(size));
    return this.#written.push(...unknown(size)) - size;
  }

  /** Has the others move up where rows were given back. */
  #closeGaps(): void {
    const holders = this.#holders;
    let to = 0;
    for (const [row, holder] of holders.entries()) {
      if (!holder) continue;
      holder.row = to;
      holders[to] = holder;
      this.#vectors[to] = this.#vectors[row];
      this.#turns[to] = this.#turns[row];
      this.#outlets[to] = this.#outlets[row];
      this.#sizes[to] = this.#sizes[row]!;
      this.#places[to] = this.#places[row]!;
      this.#isMoved[to] = this.#isMoved[row]!;
      this.#isGuarded[to] = this.#isGuarded[row]!;
      this.#base[to] = this.#base[row]!;
      this.#additive[to] = this.#additive[row]!;
      to += 1;
    }
    for (const column of [holders, this.#vectors, this.#turns, this.#outlets]) column.length = to;
    for (const column of [this.#sizes, this.#places, this.#base, this.#additive]) column.length = to;
    for (const column of [this.#isMoved, this.#isGuarded]) column.length = to;
    this.#hasGaps = false;
  }

  /** Brings the blend of base voices of so much weight to an end, and writes it. */
  #complete(row: number, sum: number): void {
    const isOnTop = this.#hasWeight(this.#additive[row]!);
    if (sum === 0 && !isOnTop) {
      this.release(row);
      return;
    }
    if (!this.#isMoved[row] || !this.#isAsWritten(row)) this.#note(row, this.#rests);
    this.#isMoved[row] = true;
    if (sum < 1) this.#fillUp(row, 1 - sum);
    if (isOnTop) this.#add(row);
    this.#put(row);
  }

  #hasWeight(first: number): boolean {
    const { weights } = this.#voices;
    for (let part = first; part !== none; part = this.#next[part]!)
      if (weights[this.#voiceRows[part]!]! > 0) return true;
    return false;
  }

  /** Mixes another value into the blend. */
  #mix(row: number, values: readonly number[], from: number, share: number): void {
    const blend = this.#blend;
    if (this.#turns[row]) slerp(blend, 0, values, from, share, blend, 0);
    else {
      const size = this.#sizes[row]!;
      for (let i = 0; i < size; i += 1) blend[i] = blend[i]! * (1 - share) + values[from + i]! * share;
    }
  }

  #fillUp(row: number, missing: number): void {
    const place = this.#places[row]!;
    if (missing < 1) this.#mix(row, this.#rests, place, missing);
    else for (let i = 0; i < this.#sizes[row]!; i += 1) this.#blend[i] = this.#rests[place + i]!;
  }

  /** Adds the ways that additive voices have come from the first values of their tracks. */
  #add(row: number): void {
    const { times, weights } = this.#voices;
    for (let part = this.#additive[row]!; part !== none; part = this.#next[part]!) {
      const voice = this.#voiceRows[part]!;
      const weight = weights[voice]!;
      if (weight <= 0) continue;
      const reader = this.#readers[part]!;
      this.#keys[part] = reader.read(times[voice]!, this.#keys[part]!, this.#value);
      this.#addChange(row, reader.first, weight);
    }
  }

  #addChange(row: number, first: readonly number[], weight: number): void {
    const blend = this.#blend;
    const value = this.#value;
    if (!this.#turns[row]) {
      for (let i = 0; i < this.#sizes[row]!; i += 1) blend[i]! += (value[i]! - first[i]!) * weight;
      return;
    }
    const change = this.#change;
    for (let i = 0; i < 3; i += 1) change[i] = -first[i]!;
    change[3] = first[3]!;
    multiply(change, 0, value, change);
    multiply(blend, 0, change, change);
    slerp(blend, 0, change, 0, weight, blend, 0);
  }

  /** Whether a value still is what was written last. */
  #isAsWritten(row: number): boolean {
    return !this.#isGuarded[row] || this.#is(row, this.#written, this.#places[row]!);
  }

  #is(row: number, numbers: readonly number[], at: number): boolean {
    const vector = this.#vectors[row];
    const turn = this.#turns[row];
    if (vector) return isVector(vector, numbers, at);
    if (turn) return isTurn(turn, numbers, at);
    return this.#found(row).every((number, index) => number === numbers[at + index]);
  }

  /** What an outlet holds; of one that is gone, what was written last. */
  #found(row: number): readonly number[] {
    const place = this.#places[row]!;
    const found = this.#written.slice(place, place + this.#sizes[row]!);
    this.#outlets[row]!.read(found);
    return found;
  }

  /** Takes down what a value is now. */
  #note(row: number, numbers: number[]): void {
    const at = this.#places[row]!;
    const vector = this.#vectors[row];
    const turn = this.#turns[row];
    if (vector) {
      numbers[at] = vector.x;
      numbers[at + 1] = vector.y;
      numbers[at + 2] = vector.z;
    } else if (turn) {
      numbers[at] = turn.x;
      numbers[at + 1] = turn.y;
      numbers[at + 2] = turn.z;
      numbers[at + 3] = turn.w;
    } else for (const [index, number] of this.#found(row).entries()) numbers[at + index] = number;
  }

  /** Writes the blend, and notes what came of it: outlets keep values within their range, and round them. */
  #put(row: number): void {
    // three.js works out the angles of whatever turn is set
    if (!this.#turns[row] || !this.#is(row, this.#blend, 0)) this.#write(row, this.#blend, 0);
    if (this.#isGuarded[row]) this.#note(row, this.#written);
  }

  #write(row: number, values: readonly number[], at: number): void {
    const vector = this.#vectors[row];
    const turn = this.#turns[row];
    if (vector) vector.set(values[at]!, values[at + 1]!, values[at + 2]!);
    else if (turn) turn.set(values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!);
    else this.#outlets[row]!.write(values, at);
  }
}
