import type { PlaybackColumns } from './property-mixer.ts';
import type { MixerRows } from './mixer-rows.ts';

export interface BlendBuffers {
  /** The blend of the inputs, which becomes the value of a row. */
  readonly blend: number[];
  /** The value of one input. */
  readonly value: number[];
}

/** The operations that differ between kinds of numeric targets, such as vectors and quaternions. */
export interface TargetType<Target> {
  /** Returns the count of numbers per value. */
  getSize(target: Target): number;
  /** Reads the target's current value. Nothing is read if the target has been removed. */
  read(target: Target, out: number[], at: number): void;
  write(target: Target, values: readonly number[], at: number): void;
  equals(target: Target, values: readonly number[], at: number): boolean;
  /** Whether writing a value is more expensive than comparing it with the current value. */
  readonly isExpensiveToWrite: boolean;
  /** Mixes the value at this offset into the blend. */
  mix(blend: number[], values: readonly number[], from: number, fraction: number, size: number): void;
  /** Adds a fraction of the difference between two values to the blend. */
  add(blend: number[], from: readonly number[], to: readonly number[], fraction: number, size: number): void;
  /**
   * Writes the blended values of all rows. Each kind of target has its own loop, because a common loop would take 15 %
   * longer with one clip per object, and 40 % longer with two.
   * @param complete called, with the total weight of the base inputs, for rows that need more than these inputs
   */
  applyBlend(
    rows: MixerRows<Target>,
    playbacks: PlaybackColumns,
    scratch: BlendBuffers,
    complete: (row: number, weight: number) => void,
  ): void;
}
