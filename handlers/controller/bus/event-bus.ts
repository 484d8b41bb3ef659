import { createEventKinds } from './event-kinds.ts';
import type { Envelope } from '#spec/events.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';

/**
 * Receives the events of one tick or one command, in order. The batch is empty when sequence numbers were skipped and
 * no event has followed yet.
 * @param first the sequence number of the first event; the numbers of the other events follow. Sequence numbers that
 * were skipped since the last batch are never used
 */
export type EventSink = (batch: readonly RaisedEvent[], first: number) => void;

/**
 * Builds the event that clients receive. Only events with a recipient are built, because most events have no recipient
 * and copying accounts for a third of an event's cost.
 */
export const toEventEnvelope = (streamId: string, seq: number, event: RaisedEvent): Envelope =>
  // `Object.assign` is several times faster here than spread syntax.
  Object.assign({ id: `${streamId}-${seq}`, streamId, seq }, event) as Envelope;

/** Prevents a runtime from exhausting the sequence numbers, no matter how many lost events the runtime reports. */
const maxSkippedEvents = 1_000_000;

/**
 * Creates a bus.
 * @param prepare returns the events to deliver instead of a published batch, one for one
 */
export const createEventBus = (
  streamId: string,
  prepare = (batch: readonly RaisedEvent[]): readonly RaisedEvent[] => batch,
) => {
  const sinks = new Set<EventSink>();
  const kinds = createEventKinds();
  let seq = 0;
  return {
    /**
     * The id of the event stream. It changes on every start, so that sequence numbers can't be confused with those of
     * an earlier run.
     */
    streamId,
    kinds,
    /** The sequence number of the last published event. */
    get seq(): number {
      return seq;
    },
    publish(raised: readonly RaisedEvent[]) {
      if (raised.length === 0) return;
      const batch = prepare(raised);
      const first = seq + 1;
      seq += batch.length;
      for (const sink of sinks) sink(batch, first);
    },
    /** Skips as many sequence numbers as events were lost, at most 1,000,000, so that clients notice a gap. */
    skip(count: number) {
      seq += Math.min(count, maxSkippedEvents);
      for (const sink of sinks) sink([], seq + 1);
    },
    /**
     * Delivers all further events to a sink.
     * @returns a function that ends the subscription
     */
    subscribe(sink: EventSink): () => void {
      sinks.add(sink);
      return () => sinks.delete(sink);
    },
  };
};

/** The service's single event stream. The bus numbers events and delivers them in batches. */
export type EventBus = ReturnType<typeof createEventBus>;
