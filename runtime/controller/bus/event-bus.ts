import type { Envelope } from '#spec/events.ts';
import type { RaisedEvent } from '../../link/runtime-link.ts';

/**
 * Receives the events of one tick or one command, in order.
 * @param first the sequence number of the first event; the others follow it. Numbers skipped since the last batch are
 * never used. The batch is empty when no event has followed the skipped numbers yet
 */
export type EventSink = (batch: readonly RaisedEvent[], first: number) => void;

/** The single stream of events. It numbers events and delivers them in batches. */
export interface EventBus {
  /** Changes on every start, so that sequence numbers can't be confused with those of an earlier run. */
  readonly streamId: string;
  /** Sequence number of the last published event. */
  readonly seq: number;
  publish(batch: readonly RaisedEvent[]): void;
  /** Skips the sequence numbers of this many lost events, at most 1,000,000, so that clients see a gap. */
  skip(count: number): void;
  /** @returns a function that unsubscribes. */
  subscribe(sink: EventSink): () => void;
}

/**
 * Builds the event that clients receive. It is built only for events that have a recipient: most have none, and a copy
 * is a third of the cost of an event.
 */
export const toEventEnvelope = (streamId: string, seq: number, event: RaisedEvent): Envelope =>
  // `Object.assign` is several times cheaper here than a spread.
  Object.assign({ id: `${streamId}-${seq}`, streamId, seq }, event) as Envelope;

/** Keeps a runtime from exhausting the sequence numbers, however many events it reports as lost. */
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
