import type { PlaybackColumns } from './property-mixer.ts';
import type { MixerRows } from './mixer-rows.ts';

export interface BlendBuffers {
  /** The blend of the inputs, which becomes the value of a row. */
  readonly blend: number[];
  /** One input value. */
  readonly value: number[];
}

/** The operations that differ between vectors, quaternions and other numeric targets. */
export interface TargetType<Target> {
  /** Returns the count of numbers per value. */
  getSize(target: Target): number;
  /** Reads the current value; nothing is read from a removed target. */
  read(target: Target, out: number[], at: number): void;
  write(target: Target, values: readonly number[], at: number): void;
  equals(target: Target, values: readonly number[], at: number): boolean;
  /** Whether writing a value costs more than comparing it with the current one. */
  readonly isExpensiveToWrite: boolean;
  /** Mixes the value at an offset into the blend. */
  mix(blend: number[], values: readonly number[], from: number, fraction: number, size: number): void;
  /** Adds a fraction of the difference between two values to the blend. */
  add(blend: number[], from: readonly number[], to: readonly number[], fraction: number, size: number): void;
  /**
   * Writes the blend of all rows, in a separate loop for each kind of target. One loop for all kinds takes 15 % longer
   * with one clip per object, and 40 % longer with two.
   * @param complete called for rows that need more than their base inputs, with the total weight of those
   */
  applyBlend(
    rows: MixerRows<Target>,
    playbacks: PlaybackColumns,
    scratch: BlendBuffers,
    complete: (row: number, weight: number) => void,
  ): void;
}
