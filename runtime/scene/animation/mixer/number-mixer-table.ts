// biome-ignore-all lint/style/noNonNullAssertion: rows and parts are those that were given out
import { noInput, MixerRows } from './mixer-rows.ts';
import { createNumbers } from './quaternion-math.ts';
import type { PlaybackColumns } from './property-mixer.ts';
import type { CurveSampler } from './curve-samplers.ts';
import type { RowOwner } from './mixer-rows.ts';
import type { BlendBuffers, TargetType } from './target-type.ts';

/** In place of a holder where there were several. */
const sharedOwner = 'shared';

/** Poses of numbers: all that clips move in a scene of one kind of target, and what moves it. A class, for its hot loop. */
export class NumberMixerTable<Target extends object> {
  readonly #targetType: TargetType<Target>;
  readonly #playbacks: PlaybackColumns;
  readonly #rows = new MixerRows<Target>();
  readonly #scratch: BlendBuffers = { blend: createNumbers(4), value: createNumbers(4) };
  /** What it is where nothing moves it. */
  readonly #baseValues: number[] = [];
  /** Places that were given back, by their sizes. */
  readonly #freeOffsets = new Map<number, number[]>();
  /** Who moves what nothing but clips writes. */
  readonly #owners = new WeakMap<Target, RowOwner<Target> | typeof sharedOwner>();

  constructor(kind: TargetType<Target>, voices: PlaybackColumns) {
    this.#targetType = kind;
    this.#playbacks = voices;
  }

  /** Gives a row to something that is to be moved. */
  allocateRow(holder: RowOwner<Target>): number {
    const size = this.#targetType.getSize(holder.target);
    const row = this.#rows.add(holder, this.#freeOffsets.get(size)?.pop() ?? this.#allocateValues(size));
    this.#rows.isGuarded[row] = !holder.isExclusive || !this.#claimTarget(holder);
    return row;
  }

  /** Takes a row back; what it moved stays as it is. */
  freeRow(row: number): void {
    const holder = this.#rows.owners[row]!;
    if (this.#owners.get(holder.target) === holder) this.#owners.delete(holder.target);
    const [size, place] = [this.#targetType.getSize(holder.target), this.#rows.valueOffsets[row]!];
    this.#rows.remove(row);
    const free = this.#freeOffsets.get(size);
    if (free) free.push(place);
    else this.#freeOffsets.set(size, [place]);
  }

  /** Has a row hear a track of a playback, after all that it hears already. */
  addInput(row: number, reader: CurveSampler, voice: number, additive: boolean): void {
    this.#rows.addInput(row, reader, voice, additive);
  }

  clearInputs(row: number): void {
    this.#rows.clearInputs(row);
  }

  isAnimated(row: number): boolean {
    return this.#rows.isAnimated[row]!;
  }

  /** Moves all rows to what they hear, and lets go of those that hear nothing. */
  applyBlend(): void {
    this.#rows.compact();
    this.#targetType.applyBlend(this.#rows, this.#playbacks, this.#scratch, this.#finishBlend);
  }

  /** Puts a row back to what it is when nothing moves it, unless somebody else has written it. */
  restoreBaseValue(row: number): void {
    const { isAnimated, targets, valueOffsets } = this.#rows;
    if (!isAnimated[row]) return;
    if (this.#isUnchanged(row)) this.#targetType.write(targets[row]!, this.#baseValues, valueOffsets[row]!);
    isAnimated[row] = false;
  }

  state(row: number) {
    const { targets, valueOffsets, isGuarded } = this.#rows;
    const place = valueOffsets[row]!;
    const end = place + this.#targetType.getSize(targets[row]!);
    if (!isGuarded[row]) this.#readInto(row, this.#rows.written);
    return { written: this.#rows.written.slice(place, end), rest: this.#baseValues.slice(place, end) };
  }

  /** Clips of two objects may move one thing; then each writes what the other has written. */
  #claimTarget(holder: RowOwner<Target>): boolean {
    const other = this.#owners.get(holder.target);
    this.#owners.set(holder.target, other ? sharedOwner : holder);
    if (other && other !== sharedOwner) this.#guard(other.row!);
    return other === undefined;
  }

  #guard(row: number): void {
    const { isGuarded } = this.#rows;
    if (!isGuarded[row]) this.#readInto(row, this.#rows.written);
    isGuarded[row] = true;
  }

  #allocateValues(size: number): number {
    const { blend, value } = this.#scratch;
    while (blend.length < size) for (const numbers of [blend, value]) numbers.push(Number.NaN);
    this.#baseValues.push(...createNumbers(size));
    return this.#rows.written.push(...createNumbers(size)) - size;
  }

  /** Brings the blend of base voices of so much weight to an end, and writes it. */
  readonly #finishBlend = (row: number, weight: number): void => {
    const { isAnimated, firstAdditiveInputs } = this.#rows;
    const isOnTop = this.#hasWeight(firstAdditiveInputs[row]!);
    if (weight === 0 && !isOnTop) {
      this.restoreBaseValue(row);
      return;
    }
    if (!isAnimated[row] || !this.#isUnchanged(row)) this.#readInto(row, this.#baseValues);
    isAnimated[row] = true;
    if (weight < 1) this.#addBaseValue(row, 1 - weight);
    if (isOnTop) this.#addAdditiveInputs(row);
    this.#writeBlend(row);
  };

  #hasWeight(first: number): boolean {
    const { playbackRows, nextInputs } = this.#rows;
    const { weights } = this.#playbacks;
    for (let part = first; part !== noInput; part = nextInputs[part]!)
      if (weights[playbackRows[part]!]! > 0) return true;
    return false;
  }

  #addBaseValue(row: number, missing: number): void {
    const { targets, valueOffsets } = this.#rows;
    const { blend } = this.#scratch;
    const place = valueOffsets[row]!;
    const size = this.#targetType.getSize(targets[row]!);
    if (missing < 1) this.#targetType.mix(blend, this.#baseValues, place, missing, size);
    else for (let i = 0; i < size; i += 1) blend[i] = this.#baseValues[place + i]!;
  }

  /** Adds the ways that additive voices have come from the first values of their tracks. */
  #addAdditiveInputs(row: number): void {
    const { times, weights } = this.#playbacks;
    const { targets, firstAdditiveInputs, samplers, lastKeys, playbackRows, nextInputs } = this.#rows;
    const { blend, value } = this.#scratch;
    const size = this.#targetType.getSize(targets[row]!);
    for (let part = firstAdditiveInputs[row]!; part !== noInput; part = nextInputs[part]!) {
      const voice = playbackRows[part]!;
      const weight = weights[voice]!;
      if (weight <= 0) continue;
      const reader = samplers[part]!;
      lastKeys[part] = reader.sample(times[voice]!, lastKeys[part]!, value);
      this.#targetType.add(blend, reader.firstValue, value, weight, size);
    }
  }

  /** Whether a value still is what was written last. */
  #isUnchanged(row: number): boolean {
    const { targets, valueOffsets, isGuarded } = this.#rows;
    return !isGuarded[row] || this.#targetType.equals(targets[row]!, this.#rows.written, valueOffsets[row]!);
  }

  /** Takes down what a value is now; of one that is gone, what was written last. */
  #readInto(row: number, numbers: number[]): void {
    const { targets, valueOffsets } = this.#rows;
    const target = targets[row]!;
    const at = valueOffsets[row]!;
    if (numbers !== this.#rows.written) {
      const end = at + this.#targetType.getSize(target);
      for (let i = at; i < end; i += 1) numbers[i] = this.#rows.written[i]!;
    }
    this.#targetType.read(target, numbers, at);
  }

  /** Writes the blend, and notes what came of it: outlets keep values within their range, and round them. */
  #writeBlend(row: number): void {
    const { targets, isGuarded } = this.#rows;
    const target = targets[row]!;
    const { blend } = this.#scratch;
    if (!this.#targetType.isExpensiveToWrite || !this.#targetType.equals(target, blend, 0))
      this.#targetType.write(target, blend, 0);
    if (isGuarded[row]) this.#readInto(row, this.#rows.written);
  }
}
