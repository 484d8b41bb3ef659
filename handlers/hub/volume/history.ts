import { isHighVolume } from '#runtime/link/high-volume.ts';
import { maxValueSize, maxNestingDepth, getRemainingSize } from '#spec/value-limits.ts';
import { createRing } from './ring.ts';
import { type EventSink, envelopeOf } from '#runtime/controller/bus/bus.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { RaisedEvent } from '#runtime/link/protocol.ts';

/** The recent past of the stream, for those who come back. */
export interface History {
  add: EventSink;
  /** The events after a number that are still held, in order. */
  since(seq: number): readonly Envelope[];
  /** The number up to which events of these kinds may be gone. */
  lostUpTo(types: Iterable<EventType>): number;
}

/** Events of ordinary size weigh nothing: their number bounds them, and each is weighed where every event passes. */
const ordinarySize = 1_000;
const historyRoom = 16_000_000;

const weigh = ({ data }: RaisedEvent): number =>
  getRemainingSize(data, maxNestingDepth, ordinarySize) >= 0 ? 0 : sizeOf(data);

/** Data that no limit was kept for counts like the largest that one was. */
const sizeOf = (data: unknown): number =>
  maxValueSize - Math.max(0, getRemainingSize(data, maxNestingDepth, maxValueSize));

/** An event of which the envelope is made when somebody asks for it. */
interface Held {
  readonly seq: number;
  readonly event: RaisedEvent;
  readonly weight: number;
}

/**
 * High-volume events are held apart from the others, which they would crowd out.
 * @param capacity events held of either sort
 * @param room values and characters that those which are large may hold together
 */
export const createHistory = (streamId: string, capacity: number, room = historyRoom): History => {
  const ordinary = createRing<Held>({ capacity, room });
  const highVolume = createRing<Held>({ capacity, room });
  const ringOf = (event: Pick<RaisedEvent, 'type'>) => (isHighVolume(event) ? highVolume : ordinary);
  let last = 0;
  /** The last number that never came. */
  let skipped = 0;
  return {
    add(batch, first) {
      if (first > last + 1) skipped = first - 1;
      last = first + batch.length - 1;
      let seq = first;
      for (const event of batch) {
        ringOf(event).push({ seq, event, weight: weigh(event) });
        seq += 1;
      }
    },
    since: (seq) =>
      [ordinary, highVolume]
        .flatMap((ring) => ring.newest(({ seq: own }) => own > seq))
        .sort((a, b) => a.seq - b.seq)
        .map((held) => envelopeOf(streamId, held.seq, held.event)),
    lostUpTo(types) {
      const rings = new Set(Array.from(types, (type) => ringOf({ type })));
      return Math.max(skipped, ...Array.from(rings, (ring) => ring.lastLost?.seq ?? 0));
    },
  };
};
