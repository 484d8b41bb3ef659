import { mergeEvents } from './merge-events.ts';
import type { Envelope } from '#spec/events.ts';

/**
 * Limits a stream to one event per source and interval. The source of an event is its type with its node or graph. The
 * first of a burst is sent at once, the latest of the rest when the interval ends.
 */
export interface EventCoalescer {
  /** @returns the event if it may be sent now; undefined when it is held */
  offer(event: Envelope, now: number): Envelope | undefined;
  /** Takes the held events whose interval has ended, oldest first. */
  takeDue(now: number): Envelope[];
  /** Takes all held events of a graph, or of all graphs when it is absent, oldest first. */
  takeHeld(now: number, graphId?: string): Envelope[];
  /** Lists all held events without taking them. */
  listHeld(): Envelope[];
  /** When to take due events next; undefined when no interval is running. */
  readonly nextDueAt: number | undefined;
}

/** The event of a source that is held until its interval ends. */
interface CoalescingInterval {
  readonly endsAt: number;
  latest?: Envelope;
  count: number;
}

/** @param intervalMs the minimum time between two events of one source */
export const createEventCoalescer = (intervalMs: number): EventCoalescer => {
  /** All intervals are equally long and start when they are inserted, so the first one ends first. */
  const intervals = new Map<string, CoalescingInterval>();
  /**
   * Keys of the intervals that hold events, by graph. Built when the first graph ends, and discarded when events become
   * due.
   */
  let heldKeys: Map<string | undefined, string[]> | undefined;
  const addHeldKey = (keys: Map<string | undefined, string[]>, key: string, { graphId }: Envelope) => {
    const graphKeys = keys.get(graphId);
    if (graphKeys) graphKeys.push(key);
    else keys.set(graphId, [key]);
  };
  const indexHeldKeys = () => {
    const keys = new Map<string | undefined, string[]>();
    for (const [key, { latest }] of intervals) if (latest) addHeldKey(keys, key, latest);
    return keys;
  };
  const startInterval = (key: string, now: number) => {
    intervals.delete(key);
    intervals.set(key, { endsAt: now + intervalMs, count: 0 });
  };
  const holdEvent = (key: string, interval: CoalescingInterval, event: Envelope) => {
    if (heldKeys && !interval.latest) addHeldKey(heldKeys, key, event);
    interval.latest = interval.latest ? mergeEvents(interval.latest, event) : event;
    interval.count += 1;
  };
  const takeFromInterval = (key: string, now: number): Envelope[] => {
    const interval = intervals.get(key);
    if (!interval?.latest) return [];
    startInterval(key, now);
    return toCoalescedEvents(interval);
  };
  return {
    offer(event, now) {
      const key = `${event.type} ${event.nodeId ?? event.graphId}`;
      const interval = intervals.get(key);
      if (interval) holdEvent(key, interval, event);
      if (interval && now < interval.endsAt) return undefined;
      startInterval(key, now);
      return interval ? toCoalescedEvents(interval)[0] : event;
    },
    takeDue(now) {
      const due: Envelope[] = [];
      heldKeys = undefined;
      for (const [key, interval] of intervals) {
        if (interval.endsAt > now) break;
        if (interval.latest) startInterval(key, now);
        else intervals.delete(key);
        due.push(...toCoalescedEvents(interval));
      }
      return due.sort(compareSeq);
    },
    takeHeld(now, graphId) {
      if (graphId === undefined)
        return [...intervals.keys()].flatMap((key) => takeFromInterval(key, now)).sort(compareSeq);
      heldKeys ??= indexHeldKeys();
      const keys = heldKeys.get(graphId) ?? [];
      heldKeys.delete(graphId);
      return keys.flatMap((key) => takeFromInterval(key, now)).sort(compareSeq);
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
