import type { Envelope } from '#spec/events.ts';

/** A range of sequence numbers in which events are missing. */
export type Gap = NonNullable<Envelope['gap']>;

/** Merges two gaps. A gap can grow at either end, because held events are sent after newer events. */
export const mergeGaps = (a: Gap | undefined, b: Gap): Gap =>
  a ? { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) } : b;
