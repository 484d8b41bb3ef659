import { isHighVolumeEvent } from '#runtime/link/raise-event.ts';
import { type Gap, mergeGaps } from './gap.ts';
import type { Envelope } from '#spec/events.ts';

/**
 * Drops high-volume events while a consumer is slow. The first gap is reported immediately, and all others after the
 * consumer has caught up, so that slow consumers with the same gap can share the encoded bytes.
 */
export interface LoadShedder {
  /** @returns the events to deliver; the same list if no event is dropped or changed */
  shed(events: readonly Envelope[], isSlow: boolean): readonly Envelope[];
  /** Whether every gap has been reported to the consumer. */
  hasReportedGap(): boolean;
}

export const createLoadShedder = (): LoadShedder => {
  let gap: Gap | undefined;
  /** Whether a gap has been reported since the consumer became slow. */
  let hasWarned = false;
  return {
    hasReportedGap: () => gap === undefined,
    shed(events, isSlow) {
      hasWarned &&= isSlow;
      const isOwed = () => gap !== undefined && !hasWarned;
      if (!isOwed() && !(isSlow && events.some(isHighVolumeEvent))) return events;
      return events.flatMap((event) => {
        if (isSlow && isHighVolumeEvent(event)) {
          const missed = { from: event.seq, to: event.seq };
          gap = mergeGaps(gap, missed);
          return [];
        }
        if (!gap || !isOwed()) return [event];
        const withGap = { ...event, gap: mergeGaps(event.gap, gap) };
        gap = undefined;
        hasWarned = isSlow;
        return [withGap];
      });
    },
  };
};
