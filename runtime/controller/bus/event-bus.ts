import type { Envelope } from '#spec/events.ts';
import type { RaisedEvent } from '../../link/runtime-link.ts';

/**
 * Receives the events of one tick, or of one command, in order.
 * @param first the number of the first of them; the others follow it. Numbers between the last one and it never come; the
 * batch is empty where nothing has followed them yet
 */
export type EventSink = (batch: readonly RaisedEvent[], first: number) => void;

/** The one stream of events: numbers them and hands them on, a batch at a time. */
export interface EventBus {
  /** Changes on every start, so that sequence numbers are never mistaken for an earlier run's. */
  readonly streamId: string;
  /** The number of the last event published. */
  readonly seq: number;
  publish(batch: readonly RaisedEvent[]): void;
  /** Leaves out the numbers of this many events that were lost, 1,000,000 at most, so that clients are told of a gap. */
  skip(count: number): void;
  /** @returns a function that ends the subscription. */
  subscribe(sink: EventSink): () => void;
}

/** An event as clients get it. It is made for those that somebody gets: most pass, and a copy of each is a third of its cost. */
export const toEventEnvelope = (streamId: string, seq: number, event: RaisedEvent): Envelope =>
  // Assigned rather than spread, which costs several times as much here.
  Object.assign({ id: `${streamId}-${seq}`, streamId, seq }, event) as Envelope;

/** No runtime may use up the numbers, however many events it says it lost. */
const maxSkippedEvents = 1_000_000;

export const createEventBus = (streamId: string): EventBus => {
  const sinks = new Set<EventSink>();
  let seq = 0;
  return {
    streamId,
    get seq() {
      return seq;
    },
    publish(batch) {
      if (batch.length === 0) return;
      const first = seq + 1;
      seq += batch.length;
      for (const sink of sinks) sink(batch, first);
    },
    skip(count) {
      seq += Math.min(count, maxSkippedEvents);
      for (const sink of sinks) sink([], seq + 1);
    },
    subscribe(sink) {
      sinks.add(sink);
      return () => sinks.delete(sink);
    },
  };
};
