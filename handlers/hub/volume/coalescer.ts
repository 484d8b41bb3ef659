import { mergeEvents } from './merge.ts';
import type { Envelope } from '#spec/events.ts';

/**
 * Thins a stream to one event per source and interval; the source of an event is its type with its node,
 * or its graph. The first of a burst leaves at once, the latest of what follows when the interval ends.
 */
export interface Coalescer {
  /** @returns the event that may leave now; undefined when it is held. */
  offer(event: Envelope, now: number): Envelope | undefined;
  /** Takes the held events whose interval is over, oldest first. */
  takeDue(now: number): Envelope[];
  /** Everything held, which stays held. */
  held(): Envelope[];
  /** When to ask for due events again; undefined when every source is at rest. */
  readonly next: number | undefined;
}

/** What a source has said since it last was let through. */
interface Interval {
  readonly ends: number;
  latest?: Envelope;
  count: number;
}

/** @param intervalMs least time between two events of one source */
export const createCoalescer = (intervalMs: number): Coalescer => {
  /** All intervals are equally long and begin when they are inserted, so the first one ends first. */
  const intervals = new Map<string, Interval>();
  const begin = (key: string, now: number) => {
    intervals.delete(key);
    intervals.set(key, { ends: now + intervalMs, count: 0 });
  };
  return {
    offer(event, now) {
      const key = `${event.type} ${event.nodeId ?? event.graphId}`;
      const interval = intervals.get(key);
      if (interval) hold(interval, event);
      if (interval && now < interval.ends) return undefined;
      begin(key, now);
      return interval ? folded(interval)[0] : event;
    },
    takeDue(now) {
      const due: Envelope[] = [];
      for (const [key, interval] of intervals) {
        if (interval.ends > now) break;
        if (interval.latest) begin(key, now);
        else intervals.delete(key);
        due.push(...folded(interval));
      }
      return due.sort(bySeq);
    },
    held: () => [...intervals.values()].flatMap(folded).sort(bySeq),
    get next() {
      for (const { ends } of intervals.values()) return ends;
      return undefined;
    },
  };
};

const hold = (interval: Interval, event: Envelope) => {
  interval.latest = interval.latest ? mergeEvents(interval.latest, event) : event;
  interval.count += 1;
};

const folded = ({ latest, count }: Interval): Envelope[] => {
  if (!latest) return [];
  return [count > 1 ? { ...latest, coalesced: count } : latest];
};

const bySeq = (a: Envelope, b: Envelope) => a.seq - b.seq;
