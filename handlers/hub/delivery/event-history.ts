import { isHighVolumeEvent } from '#runtime/link/high-volume-events.ts';
import { maxValueSize, maxNestingDepth, getRemainingSize } from '#spec/value-limits.ts';
import { createRingBuffer } from './ring-buffer.ts';
import { type EventSink, toEventEnvelope } from '#runtime/controller/bus/event-bus.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';

/** The recent past of the stream, for those who come back. */
export interface EventHistory {
  add: EventSink;
  /** The events after a number that are still held, in order. */
  getEventsAfter(seq: number): readonly Envelope[];
  /** The number up to which events of these kinds may be gone. */
  getLastLostSeq(types: Iterable<EventType>): number;
}

/** Events of ordinary size weigh nothing: their number bounds them, and each is weighed where every event passes. */
const unmeasuredSize = 1_000;
const maxHistorySize = 16_000_000;

const measureEvent = ({ data }: RaisedEvent): number =>
  getRemainingSize(data, maxNestingDepth, unmeasuredSize) >= 0 ? 0 : measureData(data);

/** Data that no limit was kept for counts like the largest that one was. */
const measureData = (data: unknown): number =>
  maxValueSize - Math.max(0, getRemainingSize(data, maxNestingDepth, maxValueSize));

/** An event of which the envelope is made when somebody asks for it. */
interface HeldEvent {
  readonly seq: number;
  readonly event: RaisedEvent;
  readonly weight: number;
}

/**
 * High-volume events are held apart from the others, which they would crowd out.
 * @param capacity events held of either sort
 * @param room values and characters that those which are large may hold together
 */
export const createEventHistory = (
  streamId: string,
  capacity: number,
  room = maxHistorySize,
): EventHistory => {
  const ordinary = createRingBuffer<HeldEvent>({ capacity, maxWeight: room });
  const highVolume = createRingBuffer<HeldEvent>({ capacity, maxWeight: room });
  const ringOf = (event: Pick<RaisedEvent, 'type'>) => (isHighVolumeEvent(event) ? highVolume : ordinary);
  let last = 0;
  /** The last number that never came. */
  let skipped = 0;
  return {
    add(batch, first) {
      if (first > last + 1) skipped = first - 1;
      last = first + batch.length - 1;
      let seq = first;
      for (const event of batch) {
        ringOf(event).push({ seq, event, weight: measureEvent(event) });
        seq += 1;
      }
    },
    getEventsAfter: (seq) =>
      [ordinary, highVolume]
        .flatMap((ring) => ring.listNewestWhile(({ seq: own }) => own > seq))
        .sort((a, b) => a.seq - b.seq)
        .map((held) => toEventEnvelope(streamId, held.seq, held.event)),
    getLastLostSeq(types) {
      const rings = new Set(Array.from(types, (type) => ringOf({ type })));
      return Math.max(skipped, ...Array.from(rings, (ring) => ring.lastDropped?.seq ?? 0));
    },
  };
};
