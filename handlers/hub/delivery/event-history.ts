/** Retains recent events, and replays them to clients that resume or subscribe later. */
import { isHighVolumeEvent } from '#runtime/link/raise-event.ts';
import { getRemainingSize, maxNestingDepth, maxValueSize } from '#spec/value-limits.ts';
import { type EventSink, toEventEnvelope } from '../../controller/bus/event-bus.ts';
import { type EventFilter, matchesFilter, type Subscription } from './subscriptions.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import type { Envelope } from '#spec/events.ts';

/** The recent events of the stream, which are retained for clients that resume. */
export interface EventHistory {
  add: EventSink;
  /** Returns the retained events after a sequence number, in order. */
  getEventsAfter(seq: number): readonly Envelope[];
  /** Returns the sequence number up to which events of these types may be missing. */
  getLastLostSeq(types: Iterable<string>): number;
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
  const ordinary = createRingBuffer<HeldEvent>(capacity, maxLargeSize);
  const highVolume = createRingBuffer<HeldEvent>(capacity, maxLargeSize);
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

/**
 * Returns the past events that match the new subscriptions but not the earlier ones, in order and marked as replayed.
 * If events may be missing because they are no longer retained, the first event declares a gap.
 * @param position the number of the last event that the client has received
 */
export const replayEvents = (
  history: EventHistory,
  position: number,
  before: readonly Subscription[],
  after: readonly Subscription[],
): readonly Envelope[] => {
  const alreadySent = createSubscriptionMatcher(before);
  const existing = new Set(before);
  const added = after.filter((subscription) => !existing.has(subscription));
  const matchesAdded = createSubscriptionMatcher(added);
  const events = history
    .getEventsAfter(position)
    .filter((event) => matchesAdded(event) && !alreadySent(event));
  const gap = findGapAfter(history, position, new Set(added.flatMap(({ types }) => types)));
  return events.map((event, index) => ({ ...event, ...(gap && index === 0 && { gap }), replay: true }));
};

/** Past events, and the gap in which further events may be missing. */
export interface PastEvents {
  readonly events: readonly Envelope[];
  readonly gap?: Envelope['gap'];
}

/** Returns the retained events of these types after a sequence number, in order. */
export const getPastEvents = (history: EventHistory, seq: number, types: ReadonlySet<string>): PastEvents => {
  const gap = findGapAfter(history, seq, types);
  return {
    events: history.getEventsAfter(seq).filter(({ type }) => types.has(type)),
    ...(gap && { gap }),
  };
};

/** Returns the gap after a position in which events of these types may be missing. */
export const findGapAfter = (
  history: EventHistory,
  position: number,
  types: Iterable<string>,
): Envelope['gap'] | undefined => {
  const to = history.getLastLostSeq(types);
  return to > position ? { from: position + 1, to } : undefined;
};

/**
 * Creates a function that tests whether any subscription matches an event. Each distinct filter is tested at most once
 * per event.
 */
const createSubscriptionMatcher = (
  subscriptions: readonly Subscription[],
): ((event: Envelope) => boolean) => {
  const byType = new Map<string, Map<string, { readonly filter: EventFilter; readonly since: number }>>();
  for (const { types, filter, filterKey, since } of subscriptions) {
    for (const type of types) {
      const filters = byType.get(type) ?? new Map();
      const earlier = filters.get(filterKey)?.since ?? since;
      byType.set(type, filters.set(filterKey, { filter, since: Math.min(since, earlier) }));
    }
  }
  const entries = new Map([...byType].map(([type, filters]) => [type, [...filters.values()]]));
  return (event) =>
    entries.get(event.type)?.some(({ filter, since }) => since < event.seq && matchesFilter(filter, event)) ??
    false;
};

/** A range of sequence numbers in which events are missing. */
export type Gap = NonNullable<Envelope['gap']>;

/** Merges two gaps. A gap can grow at either end, because held events are sent after newer events. */
export const mergeGaps = (a: Gap | undefined, b: Gap): Gap =>
  a ? { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) } : b;

/**
 * Creates a buffer that holds the newest items.
 * @param maxWeight the maximum total weight; the newest item is kept even if it exceeds this weight
 */
const createRingBuffer = <T extends { readonly weight: number }>(capacity: number, maxWeight: number) => {
  const slots: (T | undefined)[] = [];
  let next = 0;
  let size = 0;
  let weight = 0;
  let lastDropped: T | undefined;
  const getIndex = (age: number): number => (next - 1 - age + capacity) % capacity;

  const dropOldest = (): void => {
    const slot = getIndex(size - 1);
    lastDropped = slots[slot];
    slots[slot] = undefined;
    weight -= lastDropped?.weight ?? 0;
    size -= 1;
  };

  return {
    push(item: T): void {
      if (size === capacity) dropOldest();
      slots[next] = item;
      next = (next + 1) % capacity;
      size += 1;
      weight += item.weight;
      while (weight > maxWeight && size > 1) dropOldest();
    },
    /** Returns the newest consecutive items that match, with the oldest of them first. */
    listNewestWhile(isWanted: (item: T) => boolean): T[] {
      const found: T[] = [];
      while (found.length < size) {
        const item = slots[getIndex(found.length)];
        if (!item || !isWanted(item)) break;
        found.push(item);
      }
      return found.reverse();
    },
    /** The newest item that has been dropped. */
    get lastDropped(): T | undefined {
      return lastDropped;
    },
  };
};
