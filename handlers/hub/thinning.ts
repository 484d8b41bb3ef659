import { isHighVolume } from '#runtime/events/high-volume.ts';
import type { Envelope } from '#spec/events.ts';

type Gap = NonNullable<Envelope['gap']>;

/** Leaves out high-volume events while a consumer is slow, and tells it so on the next event it gets. */
export interface Thinning {
  /** Whether events may pass as they are: the consumer keeps up, and has been told of everything it missed. */
  readonly idle: boolean;
  /** @returns the events to deliver */
  thin(events: readonly Envelope[], slow: boolean): readonly Envelope[];
}

export const createThinning = (): Thinning => {
  let gap: Gap | undefined;
  return {
    get idle() {
      return gap === undefined;
    },
    thin(events, slow) {
      return events.flatMap((event) => {
        if (slow && isHighVolume(event)) {
          const missed = { from: event.seq, to: event.seq };
          gap = gap ? span(gap, missed) : missed;
          return [];
        }
        if (!gap) return [event];
        const told = { ...event, gap: event.gap ? span(gap, event.gap) : gap };
        gap = undefined;
        return [told];
      });
    },
  };
};

/** Held events leave after younger ones, so a number may lie on either side. */
const span = (one: Gap, other: Gap): Gap => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
});
