import { MixerRows, noInput, type PlaybackColumns, type RowOwner } from './mixer-rows.ts';
import { createNumbers } from './quaternion-math.ts';
import type { CurveSampler } from './sample-curve.ts';
import type { BlendBuffers, TargetType } from './target-types.ts';

/** Marks a target that several owners have claimed. */
const sharedOwner = 'shared';

/**
 * The animated numbers of a scene for one kind of target, with their inputs. This is a class, because a class makes the
 * main loop faster.
 */
export class NumberMixerTable<Target extends object> {
  readonly #targetType: TargetType<Target>;
  readonly #playbacks: PlaybackColumns;
  readonly #rows = new MixerRows<Target>();
  readonly #scratch: BlendBuffers = { blend: createNumbers(4), value: createNumbers(4) };
  /** The values that the targets have without clips. */
  readonly #baseValues: number[] = [];
  /** Freed offsets, keyed by size. */
  readonly #freeOffsets = new Map<number, number[]>();
  /** The owners of targets to which only clips write. */
  readonly #owners = new WeakMap<Target, RowOwner<Target> | typeof sharedOwner>();

  constructor(kind: TargetType<Target>, playbacks: PlaybackColumns) {
    this.#targetType = kind;
    this.#playbacks = playbacks;
  }

  allocateRow(owner: RowOwner<Target>): number {
    const size = this.#targetType.getSize(owner.target);
    const row = this.#rows.add(owner, this.#freeOffsets.get(size)?.pop() ?? this.#allocateValues(size));
    this.#rows.isGuarded[row] = !owner.isExclusive || !this.#claimTarget(owner);
    return row;
  }

  /** Frees a row. The row's target keeps its current value. */
  freeRow(row: number): void {
    const owner = this.#rows.owners[row];
    if (!owner) return;
    if (this.#owners.get(owner.target) === owner) this.#owners.delete(owner.target);
    const [size, offset] = [this.#targetType.getSize(owner.target), this.#rows.valueOffsets[row]];
    this.#rows.remove(row);
    const free = this.#freeOffsets.get(size);
    if (free) free.push(offset);
    else this.#freeOffsets.set(size, [offset]);
  }

  /** Appends a playback's track to the inputs of a row. */
  addInput(row: number, sampler: CurveSampler, playbackRow: number, additive: boolean): void {
    this.#rows.addInput(row, sampler, playbackRow, additive);
  }

  clearInputs(row: number): void {
    this.#rows.clearInputs(row);
  }

  isAnimated(row: number): boolean {
    return this.#rows.isAnimated[row];
  }

  /** Writes the blended values of all rows, and restores the base values of rows without inputs. */
  applyBlend(): void {
    this.#rows.compact();
    this.#targetType.applyBlend(this.#rows, this.#playbacks, this.#scratch, this.#finishBlend);
  }

  /** Restores the base value of a row, unless others have written to the target. */
  restoreBaseValue(row: number): void {
    const { isAnimated, targets, valueOffsets } = this.#rows;
    if (!isAnimated[row]) return;
    if (this.#isUnchanged(row)) this.#targetType.write(targets[row], this.#baseValues, valueOffsets[row]);
    isAnimated[row] = false;
  }

  state(row: number) {
    const { targets, valueOffsets, isGuarded } = this.#rows;
    const offset = valueOffsets[row];
    const end = offset + this.#targetType.getSize(targets[row]);
    if (!isGuarded[row]) this.#readInto(row, this.#rows.written);
    return { written: this.#rows.written.slice(offset, end), rest: this.#baseValues.slice(offset, end) };
  }

  /**
   * Claims a target. When clips of two objects move the same target, each owner must check whether the other has
   * written to the target.
   */
  #claimTarget(owner: RowOwner<Target>): boolean {
    const existing = this.#owners.get(owner.target);
    this.#owners.set(owner.target, existing ? sharedOwner : owner);
    if (existing && existing !== sharedOwner && existing.row !== undefined) this.#guard(existing.row);
    return existing === undefined;
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

  /** Fills the blend of the base inputs up to a weight of 1, and writes the result. */
  readonly #finishBlend = (row: number, weight: number): void => {
    const { isAnimated, firstAdditiveInputs } = this.#rows;
    const isOnTop = this.#hasWeight(firstAdditiveInputs[row]);
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
    for (let part = first; part !== noInput; part = nextInputs[part])
      if (weights[playbackRows[part]] > 0) return true;
    return false;
  }

  #addBaseValue(row: number, missing: number): void {
    const { targets, valueOffsets } = this.#rows;
    const { blend } = this.#scratch;
    const offset = valueOffsets[row];
    const size = this.#targetType.getSize(targets[row]);
    if (missing < 1) this.#targetType.mix(blend, this.#baseValues, offset, missing, size);
    else for (let i = 0; i < size; i += 1) blend[i] = this.#baseValues[offset + i];
  }

  /** Adds the additive inputs, each as the offset from the first value of its track. */
  #addAdditiveInputs(row: number): void {
    const { times, weights } = this.#playbacks;
    const { targets, firstAdditiveInputs, samplers, lastKeys, playbackRows, nextInputs } = this.#rows;
    const { blend, value } = this.#scratch;
    const size = this.#targetType.getSize(targets[row]);
    for (let part = firstAdditiveInputs[row]; part !== noInput; part = nextInputs[part]) {
      const playbackRow = playbackRows[part];
      const weight = weights[playbackRow];
      if (weight <= 0) continue;
      const sampler = samplers[part];
      lastKeys[part] = sampler.sample(times[playbackRow], lastKeys[part], value);
      this.#targetType.add(blend, sampler.firstValue, value, weight, size);
    }
  }

  /** Whether the target's value is still the value that was last written. */
  #isUnchanged(row: number): boolean {
    const { targets, valueOffsets, isGuarded } = this.#rows;
    return !isGuarded[row] || this.#targetType.equals(targets[row], this.#rows.written, valueOffsets[row]);
  }

  /** Reads the current value of the target. If the target has been removed, uses the value that was last written. */
  #readInto(row: number, numbers: number[]): void {
    const { targets, valueOffsets } = this.#rows;
    const target = targets[row];
    const at = valueOffsets[row];
    if (numbers !== this.#rows.written) {
      const end = at + this.#targetType.getSize(target);
      for (let i = at; i < end; i += 1) numbers[i] = this.#rows.written[i];
    }
    this.#targetType.read(target, numbers, at);
  }

  /** Writes the blended value and reads it back, because targets may clamp and round values. */
  #writeBlend(row: number): void {
    const { targets, isGuarded } = this.#rows;
    const target = targets[row];
    const { blend } = this.#scratch;
    if (!this.#targetType.isExpensiveToWrite || !this.#targetType.equals(target, blend, 0))
      this.#targetType.write(target, blend, 0);
    if (isGuarded[row]) this.#readInto(row, this.#rows.written);
  }
}
