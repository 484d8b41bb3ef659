import type { Envelope } from '#spec/events.ts';
import type { RaisedEvent } from '../../link/protocol.ts';

/** Receives the events of one tick, or of one command, in order. */
export type EventSink = (batch: readonly Envelope[]) => void;

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

export const createEventBus = (streamId: string): EventBus => {
  const sinks = new Set<EventSink>();
  const prefix = `${streamId}-`;
  let seq = 0;
  return {
    streamId,
    get seq() {
      return seq;
    },
    publish(batch) {
      if (batch.length === 0) return;
      const envelopes = batch.map((raised) => {
        seq += 1;
        // Assigned rather than spread, which costs several times as much here, where every event passes.
        return Object.assign({ id: prefix + seq, streamId, seq }, raised) as Envelope;
      });
      for (const sink of sinks) sink(envelopes);
    },
    subscribe(sink) {
      sinks.add(sink);
      return () => sinks.delete(sink);
    },
  };
};
