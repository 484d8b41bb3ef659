import type { Raise } from '../actions/context.ts';
import type { RaisedEvent, RuntimeListener } from '../link/protocol.ts';

/** Gathers the events of one tick, or of one command. */
export interface Outbox {
  readonly raise: Raise;
  listen(listener: RuntimeListener): void;
  /** Hands on what was gathered, in one batch. */
  deliver(): void;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** @param moment the tick and the simulated seconds that events are stamped with. */
export const createOutbox = (moment: { readonly tick: number; readonly time: number }): Outbox => {
  const listeners: RuntimeListener[] = [];
  let batch: RaisedEvent[] = [];
  return {
    raise(type, data, about) {
      const { tick, time } = moment;
      const event: Writable<RaisedEvent> = { type, tick, time, data };
      // Field by field: callers may pass a record that holds more, and a loop over names takes twice as long.
      if (about?.graphId !== undefined) event.graphId = about.graphId;
      if (about?.nodeId !== undefined) event.nodeId = about.nodeId;
      if (about?.object !== undefined) event.object = about.object;
      if (about?.group !== undefined) event.group = about.group;
      if (about?.clip !== undefined) event.clip = about.clip;
      batch.push(event);
    },
    listen(listener) {
      listeners.push(listener);
    },
    deliver() {
      if (batch.length === 0) return;
      const events = batch;
      batch = [];
      for (const listener of listeners) listener.events(events);
    },
  };
};
