import { isHighVolumeEvent } from '#runtime/link/high-volume-events.ts';
import { maxValueSize, maxNestingDepth, getRemainingSize } from '#spec/value-limits.ts';
import { createRingBuffer } from './ring-buffer.ts';
import { type EventSink, toEventEnvelope } from '../../controller/bus/event-bus.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';

/** The recent events of the stream, which are retained for clients that resume. */
export interface EventHistory {
  add: EventSink;
  /** Returns the retained events after a sequence number, in order. */
  getEventsAfter(seq: number): readonly Envelope[];
  /** Returns the sequence number up to which events of these types may be missing. */
  getLastLostSeq(types: Iterable<EventType>): number;
}

/**
 * Events up to this size count as zero, because their number is limited instead and because measuring runs for every
 * event.
 */
const unmeasuredSize = 1_000;
const maxHistorySize = 16_000_000;

const measureEvent = ({ data }: RaisedEvent): number =>
  getRemainingSize(data, maxNestingDepth, unmeasuredSize) >= 0 ? 0 : measureData(data);

/** Returns the size of an event's data, which is at most the largest allowed size. */
const measureData = (data: unknown): number =>
  maxValueSize - Math.max(0, getRemainingSize(data, maxNestingDepth, maxValueSize));

/** A retained event, whose envelope is created only on request. */
interface HeldEvent {
  readonly seq: number;
  readonly event: RaisedEvent;
  readonly weight: number;
}

/**
 * Creates a history that retains high-volume events separately, so that they don't displace other events.
 * @param capacity the maximum number of events of each kind, ordinary or high-volume
 * @param maxLargeSize the maximum total size of the large events of each kind, in values and characters
 */
export const createEventHistory = (
  streamId: string,
  capacity: number,
  maxLargeSize = maxHistorySize,
): EventHistory => {
  const ordinary = createRingBuffer<HeldEvent>({ capacity, maxWeight: maxLargeSize });
  const highVolume = createRingBuffer<HeldEvent>({ capacity, maxWeight: maxLargeSize });
  const getBuffer = (event: Pick<RaisedEvent, 'type'>) => (isHighVolumeEvent(event) ? highVolume : ordinary);
  let last = 0;
  /** The last sequence number that was skipped. */
  let lastSkipped = 0;
  return {
    add(batch, first) {
      if (first > last + 1) lastSkipped = first - 1;
      last = first + batch.length - 1;
      let seq = first;
      for (const event of batch) {
        getBuffer(event).push({ seq, event, weight: measureEvent(event) });
        seq += 1;
      }
    },
    getEventsAfter: (seq) =>
      [ordinary, highVolume]
        .flatMap((buffer) => buffer.listNewestWhile(({ seq: eventSeq }) => eventSeq > seq))
        .sort((a, b) => a.seq - b.seq)
        .map((entry) => toEventEnvelope(streamId, entry.seq, entry.event)),
    getLastLostSeq(types) {
      const buffers = new Set(Array.from(types, (type) => getBuffer({ type })));
      return Math.max(lastSkipped, ...Array.from(buffers, (buffer) => buffer.lastDropped?.seq ?? 0));
    },
  };
};
