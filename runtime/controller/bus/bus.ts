import type { Envelope } from '#spec/events.ts';
import type { RaisedEvent } from '../../link/protocol.ts';

/**
 * Receives the events of one tick, or of one command, in order.
 * @param first the number of the first of them; the others follow it
 */
export type EventSink = (batch: readonly RaisedEvent[], first: number) => void;

/** The one stream of events: numbers them and hands them on, a batch at a time. */
export interface EventBus {
  /** Changes on every start, so that sequence numbers are never mistaken for an earlier run's. */
  readonly streamId: string;
  /** The number of the last event published. */
  readonly seq: number;
  publish(batch: readonly RaisedEvent[]): void;
  /** @returns a function that ends the subscription. */
  subscribe(sink: EventSink): () => void;
}

/** An event as clients get it. It is made for those that somebody gets: most pass, and a copy of each is a third of its cost. */
export const envelopeOf = (streamId: string, seq: number, event: RaisedEvent): Envelope =>
  // Assigned rather than spread, which costs several times as much here.
  Object.assign({ id: `${streamId}-${seq}`, streamId, seq }, event) as Envelope;

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
    subscribe(sink) {
      sinks.add(sink);
      return () => sinks.delete(sink);
    },
  };
};
