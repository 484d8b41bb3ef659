import type { TickSlices } from './engine/time-slicing.ts';

/** A part of the runtime that depends on time. Each tick advances the systems in the order of their list. */
export interface RuntimeSystem {
  readonly name: string;
  /** Advances by one tick, at once. */
  advance?(deltaTime: number): void;
  /** Advances by one tick, in slices. */
  advanceInSlices?(): TickSlices;
  /** Publishes collected changes: at the end of each tick, after each command, and when the runtime has stopped. */
  flush?(): void;
  /** Ends ongoing work, before other systems stop working. */
  stop?(): void;
  /** Returns everything that affects the future, as plain data. Called between two ticks. */
  state?(): unknown;
}
