import type { PlaybackColumns } from './property-mixer.ts';
import type { MixerRows } from './mixer-rows.ts';

/** What a pose is worked out in. */
export interface BlendBuffers {
  /** The blend of what sounds, in which the value of a row comes about. */
  readonly blend: number[];
  /** One of its values. */
  readonly value: number[];
}

/** What differs between vectors, turns and all else that numbers are written to. */
export interface TargetType<Target> {
  /** Numbers of a value. */
  getSize(target: Target): number;
  /** Reads what it is now; of what is gone nothing is read. */
  read(target: Target, out: number[], at: number): void;
  write(target: Target, values: readonly number[], at: number): void;
  equals(target: Target, values: readonly number[], at: number): boolean;
  /** Whether to write a value costs more than to see that it is there already. */
  readonly isExpensiveToWrite: boolean;
  /** Mixes the value that begins at a place into the blend. */
  mix(blend: number[], values: readonly number[], from: number, share: number, size: number): void;
  /** Adds to the blend a share of the way from one value to another. */
  add(blend: number[], from: readonly number[], to: readonly number[], share: number, size: number): void;
  /**
   * Moves all rows to what they hear, in a loop of its own for each kind: one for all of them takes 15 % longer where one
   * clip plays on each object, and 40 % where two do.
   * @param complete brings the blend of base voices of so much weight to an end, for rows that need more than that
   */
  applyBlend(
    rows: MixerRows<Target>,
    voices: PlaybackColumns,
    scratch: BlendBuffers,
    complete: (row: number, weight: number) => void,
  ): void;
}
