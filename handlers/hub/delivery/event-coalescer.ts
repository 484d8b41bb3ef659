import { mergeEvents } from './merge-events.ts';
import type { Envelope } from '#spec/events.ts';

/**
 * Thins a stream to one event per source and interval; the source of an event is its type with its node,
 * or its graph. The first of a burst leaves at once, the latest of what follows when the interval ends.
 */
export interface EventCoalescer {
  /** @returns the event that may leave now; undefined when it is held. */
  offer(event: Envelope, now: number): Envelope | undefined;
  /** Takes the held events whose interval is over, oldest first. */
  takeDue(now: number): Envelope[];
  /** Takes everything held of a graph, or of all graphs when it is absent, oldest first. */
  takeHeld(now: number, graphId?: string): Envelope[];
  /** Everything held, which stays held. */
  listHeld(): Envelope[];
  /** When to ask for due events again; undefined when every source is at rest. */
  readonly nextDueAt: number | undefined;
}

/** What a source has said since it last was let through. */
interface CoalescingInterval {
  readonly endsAt: number;
  latest?: Envelope;
  count: number;
}

/** @param intervalMs least time between two events of one source */
export const createEventCoalescer = (intervalMs: number): EventCoalescer => {
  /** All intervals are equally long and begin when they are inserted, so the first one ends first. */
  const intervals = new Map<string, CoalescingInterval>();
  /** Keys of the intervals that hold something of a graph: made when the first graph ends, until anything is due. */
  let heldKeys: Map<string | undefined, string[]> | undefined;
  const noteHeld = (keys: Map<string | undefined, string[]>, key: string, { graphId }: Envelope) => {
    const own = keys.get(graphId);
    if (own) own.push(key);
    else keys.set(graphId, [key]);
  };
  const findHeld = () => {
    const keys = new Map<string | undefined, string[]>();
    for (const [key, { latest }] of intervals) if (latest) noteHeld(keys, key, latest);
    return keys;
  };
  const begin = (key: string, now: number) => {
    intervals.delete(key);
    intervals.set(key, { endsAt: now + intervalMs, count: 0 });
  };
  const hold = (key: string, interval: CoalescingInterval, event: Envelope) => {
    if (heldKeys && !interval.latest) noteHeld(heldKeys, key, event);
    interval.latest = interval.latest ? mergeEvents(interval.latest, event) : event;
    interval.count += 1;
  };
  const take = (key: string, now: number): Envelope[] => {
    const interval = intervals.get(key);
    if (!interval?.latest) return [];
    begin(key, now);
    return toCoalescedEvents(interval);
  };
  return {
    offer(event, now) {
      const key = `${event.type} ${event.nodeId ?? event.graphId}`;
      const interval = intervals.get(key);
      if (interval) hold(key, interval, event);
      if (interval && now < interval.endsAt) return undefined;
      begin(key, now);
      return interval ? toCoalescedEvents(interval)[0] : event;
    },
    takeDue(now) {
      const due: Envelope[] = [];
      heldKeys = undefined;
      for (const [key, interval] of intervals) {
        if (interval.endsAt > now) break;
        if (interval.latest) begin(key, now);
        else intervals.delete(key);
        due.push(...toCoalescedEvents(interval));
      }
      return due.sort(compareSeq);
    },
    takeHeld(now, graphId) {
      if (graphId === undefined)
        return [...intervals.keys()].flatMap((key) => take(key, now)).sort(compareSeq);
      heldKeys ??= findHeld();
      const keys = heldKeys.get(graphId) ?? [];
      heldKeys.delete(graphId);
      return keys.flatMap((key) => take(key, now)).sort(compareSeq);
    },
    listHeld: () => [...intervals.values()].flatMap(toCoalescedEvents).sort(compareSeq),
    get nextDueAt() {
      for (const { endsAt } of intervals.values()) return endsAt;
      return undefined;
    },
  };
};

const toCoalescedEvents = ({ latest, count }: CoalescingInterval): Envelope[] => {
  if (!latest) return [];
  return [count > 1 ? { ...latest, coalesced: count } : latest];
};

const compareSeq = (a: Envelope, b: Envelope) => a.seq - b.seq;
