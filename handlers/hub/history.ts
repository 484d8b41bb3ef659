import { isHighVolume } from '#runtime/events/high-volume.ts';
import { createRing } from './ring.ts';
import type { Envelope, EventType } from '#spec/events.ts';

/** The recent past of the stream, for those who come back. */
export interface History {
  add(batch: readonly Envelope[]): void;
  /** The events after a number that are still held, in order. */
  since(seq: number): readonly Envelope[];
  /** The number up to which events of these kinds may be gone. */
  lostUpTo(types: Iterable<EventType>): number;
}

/**
 * High-volume events are held apart from the others, which they would crowd out.
 * @param capacity events held of either sort
 */
export const createHistory = (capacity: number): History => {
  const ordinary = createRing<Envelope>(capacity);
  const highVolume = createRing<Envelope>(capacity);
  const ringOf = (event: Pick<Envelope, 'type'>) => (isHighVolume(event) ? highVolume : ordinary);
  return {
    add(batch) {
      for (const event of batch) ringOf(event).push(event);
    },
    since: (seq) =>
      [ordinary, highVolume]
        .flatMap((ring) => ring.newest(({ seq: own }) => own > seq))
        .sort((a, b) => a.seq - b.seq),
    lostUpTo(types) {
      const rings = new Set(Array.from(types, (type) => ringOf({ type })));
      return Math.max(0, ...Array.from(rings, (ring) => ring.lastLost?.seq ?? 0));
    },
  };
};
