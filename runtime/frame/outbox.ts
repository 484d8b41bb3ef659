import { createRaise, type Moment, type Raise } from '../link/raise.ts';
import type { RaisedEvent, RuntimeListener } from '../link/protocol.ts';

/** Gathers the events of one tick, or of one command. */
interface Outbox {
  readonly raise: Raise;
  listen(listener: RuntimeListener): void;
  /** Hands on what was gathered, in one batch. */
  deliver(): void;
}

/** @param moment what events are stamped with, read as each is raised */
export const createOutbox = (moment: Moment): Outbox => {
  const listeners: RuntimeListener[] = [];
  let batch: RaisedEvent[] = [];
  return {
    raise: createRaise(moment, (event) => void batch.push(event)),
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
