import type { TickSlices } from './engine/time-slicing.ts';

/** A part of the runtime that goes with time. In a tick the systems have their turns in the order of their list. */
export interface RuntimeSystem {
  readonly name: string;
  /** Its part of a tick, at once. */
  advance?(deltaTime: number): void;
  /** Its part of a tick, from part to part. */
  advanceInSlices?(): TickSlices;
  /** Tells what has gathered: at the end of a tick, after each command, and when the runtime has stopped. */
  flush?(): void;
  /** Ends what goes on, while all else still works. */
  stop?(): void;
  /** Between two ticks: all that decides what it does next, as plain data. */
  state?(): unknown;
}
