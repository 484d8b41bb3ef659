import type { Envelope } from '#spec/events.ts';

/** The range of sequence numbers in which events are missing. */
export type Gap = NonNullable<Envelope['gap']>;

/** Held events are sent after newer ones, so a gap can grow at either end. */
export const mergeGaps = (a: Gap | undefined, b: Gap): Gap =>
  a ? { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) } : b;
