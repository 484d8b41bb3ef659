import type { TickSlices } from './engine/time-slicing.ts';

/** A time-dependent part of the runtime. In a tick the systems run in the order of their list. */
export interface RuntimeSystem {
  readonly name: string;
  /** Its part of a tick, at once. */
  advance?(deltaTime: number): void;
  /** Its part of a tick, in slices. */
  advanceInSlices?(): TickSlices;
  /** Publishes collected changes: at the end of a tick, after each command, and when the runtime has stopped. */
  flush?(): void;
  /** Ends ongoing work, while everything else still works. */
  stop?(): void;
  /** Between two ticks: everything that determines what it does next, as plain data. */
  state?(): unknown;
}
