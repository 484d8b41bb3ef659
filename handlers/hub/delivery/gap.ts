import type { Envelope } from '#spec/events.ts';

/** The numbers between which events are missing. */
export type Gap = NonNullable<Envelope['gap']>;

/** Held events are sent after younger ones, so a number may lie on either side. */
export const mergeGaps = (one: Gap | undefined, other: Gap): Gap =>
  one ? { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) } : other;
