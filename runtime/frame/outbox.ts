import type { Raise } from '../actions/context.ts';
import type { RaisedEvent, RuntimeListener } from '../link/protocol.ts';

/** Gathers the events of one tick, or of one command. */
export interface Outbox {
  readonly raise: Raise;
  listen(listener: RuntimeListener): void;
  /** Hands on what was gathered, in one batch. */
  deliver(): void;
}

/** Only these are taken over: callers may pass a record that holds more. */
const aboutFields = ['graphId', 'nodeId', 'object', 'group', 'clip'] as const;
type About = { -readonly [F in (typeof aboutFields)[number]]?: string };

/** @param moment the tick and the simulated seconds that events are stamped with. */
export const createOutbox = (moment: { readonly tick: number; readonly time: number }): Outbox => {
  const listeners: RuntimeListener[] = [];
  let batch: RaisedEvent[] = [];
  return {
    raise(type, data, about) {
      const { tick, time } = moment;
      const event: Omit<RaisedEvent, keyof About> & About = { type, tick, time, data };
      if (about) {
        for (const field of aboutFields) if (about[field] !== undefined) event[field] = about[field];
      }
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
