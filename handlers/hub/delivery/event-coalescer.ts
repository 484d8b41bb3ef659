import type { Envelope, EventData } from '#spec/events.ts';

/** An interval of a source, with the event that is held until the interval ends. */
interface CoalescingInterval {
  readonly endsAt: number;
  latest?: Envelope;
  count: number;
}

/** @param intervalMs the minimum time between two events of one source, in milliseconds */
export const createEventCoalescer = (intervalMs: number) => {
  /** All intervals have the same length and start when they are inserted, so they end in the order of insertion. */
  const intervals = new Map<string, CoalescingInterval>();
  /**
   * Keys of the intervals that hold events, grouped by graph id. The map is built when the first graph ends, and
   * discarded when events become due.
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
    /** @returns the event to send now, or `undefined` if the event is held back */
    offer(event: Envelope, now: number): Envelope | undefined {
      const key = `${event.type} ${event.nodeId ?? event.graphId}`;
      const interval = intervals.get(key);
      if (interval) holdEvent(key, interval, event);
      if (interval && now < interval.endsAt) return undefined;
      startInterval(key, now);
      return interval ? toCoalescedEvents(interval)[0] : event;
    },
    /** Takes the held events whose interval has ended, oldest first. */
    takeDue(now: number): Envelope[] {
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
    /**
     * Takes all held events of a graph, oldest first. When `graphId` is absent, takes the held events of all graphs.
     */
    takeHeld(now: number, graphId?: string): Envelope[] {
      if (graphId === undefined)
        return [...intervals.keys()].flatMap((key) => takeFromInterval(key, now)).sort(compareSeq);
      heldKeys ??= indexHeldKeys();
      const keys = heldKeys.get(graphId) ?? [];
      heldKeys.delete(graphId);
      return keys.flatMap((key) => takeFromInterval(key, now)).sort(compareSeq);
    },
    /** Returns all held events without taking them. */
    listHeld: (): Envelope[] => [...intervals.values()].flatMap(toCoalescedEvents).sort(compareSeq),
    /** The time at which due events should be taken next; `undefined` if no interval is running. */
    get nextDueAt(): number | undefined {
      for (const { endsAt } of intervals.values()) return endsAt;
      return undefined;
    },
  };
};

/**
 * Limits a stream to one event per source and interval. The source of an event is its type together with its node or
 * graph. The first event of a burst is sent immediately, and the latest of the remaining events is sent when the
 * interval ends.
 */
export type EventCoalescer = ReturnType<typeof createEventCoalescer>;

/**
 * Merges an older event with a newer event of the same type and source. The newer event replaces the older one, except
 * that ports which only the older event contains are kept.
 */
const mergeEvents = (older: Envelope, newer: Envelope): Envelope =>
  newer.type === 'ports.updated' ? { ...newer, data: mergePorts(older.data, newer.data) } : newer;

type Ports = EventData<'ports.updated'>['ports'];

const mergePorts = (older: Envelope['data'], newer: Envelope['data']): Envelope['data'] => {
  const ports = [...(older.ports as Ports), ...(newer.ports as Ports)];
  return { ...newer, ports: [...new Map(ports.map((port) => [port.portId, port])).values()] };
};

const toCoalescedEvents = ({ latest, count }: CoalescingInterval): Envelope[] => {
  if (!latest) return [];
  return [count > 1 ? { ...latest, coalesced: count } : latest];
};

const compareSeq = (a: Envelope, b: Envelope) => a.seq - b.seq;
