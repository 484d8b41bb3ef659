import { isHighVolume } from './high-volume.ts';
import type { Envelope } from '#spec/events.ts';

/** Leaves out high-volume events while a consumer is slow, and tells it so on the next event it gets. */
export interface Thinning {
  /** Whether events may pass as they are: the consumer keeps up, and has been told of everything it missed. */
  readonly idle: boolean;
  /** @returns the events to deliver */
  thin(events: readonly Envelope[], slow: boolean): readonly Envelope[];
}

export const createThinning = (): Thinning => {
  let gap: { readonly from: number; readonly to: number } | undefined;
  return {
    get idle() {
      return gap === undefined;
    },
    thin(events, slow) {
      return events.flatMap((event) => {
        if (slow && isHighVolume(event)) {
          gap = gap ? widen(gap, event.seq) : { from: event.seq, to: event.seq };
          return [];
        }
        const told = gap ? { ...event, gap } : event;
        gap = undefined;
        return [told];
      });
    },
  };
};

/** Held events leave after younger ones, so a number may lie on either side. */
const widen = ({ from, to }: { from: number; to: number }, seq: number) => ({
  from: Math.min(from, seq),
  to: Math.max(to, seq),
});
