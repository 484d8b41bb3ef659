import type { TickSlices } from './engine/time-slicing.ts';

/** A part of the runtime that depends on time. In each tick, the systems advance in the order of their list. */
export interface RuntimeSystem {
  readonly name: string;
  /** Advances by one tick without slices. The time is in simulated seconds. */
  advance?(deltaTime: number): void;
  /** Advances by one tick, in slices. */
  advanceInSlices?(): TickSlices;
  /**
   * Publishes collected changes. Called at the end of each tick, after each command, and after the runtime has stopped.
   */
  flush?(): void;
  /** Ends ongoing work. Called before other systems stop working. */
  stop?(): void;
  /** Returns everything that affects the future as plain data. Called between two ticks. */
  state?(): unknown;
}
