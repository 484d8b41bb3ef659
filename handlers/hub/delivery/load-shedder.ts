import { isHighVolumeEvent } from '#runtime/link/high-volume-events.ts';
import { type Gap, mergeGaps } from './gap.ts';
import type { Envelope } from '#spec/events.ts';

/**
 * Leaves out high-volume events while a consumer is slow. It is told so at once, and of all the others that it missed
 * once it has caught up: in between, slow consumers that miss the same get the same bytes, which are many.
 */
export interface LoadShedder {
  /** @returns the events to deliver; the same list when none is left out or changed */
  shed(events: readonly Envelope[], slow: boolean): readonly Envelope[];
  /** Whether the consumer has been told of all that it missed. */
  hasReportedGap(): boolean;
}

export const createLoadShedder = (): LoadShedder => {
  let gap: Gap | undefined;
  /** Whether the consumer has been told of a gap since it became slow. */
  let warned = false;
  return {
    hasReportedGap: () => gap === undefined,
    shed(events, slow) {
      warned &&= slow;
      const isOwed = () => gap !== undefined && !warned;
      if (!isOwed() && !(slow && events.some(isHighVolumeEvent))) return events;
      return events.flatMap((event) => {
        if (slow && isHighVolumeEvent(event)) {
          const missed = { from: event.seq, to: event.seq };
          gap = mergeGaps(gap, missed);
          return [];
        }
        if (!gap || !isOwed()) return [event];
        const told = { ...event, gap: mergeGaps(event.gap, gap) };
        gap = undefined;
        warned = slow;
        return [told];
      });
    },
  };
};
