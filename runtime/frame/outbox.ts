import type { Raise } from '../actions/context.ts';
import type { RaisedEvent, RuntimeListener } from '../link/protocol.ts';

/** Gathers the events of one tick, or of one command. */
export interface Outbox {
  readonly raise: Raise;
  listen(listener: RuntimeListener): void;
  /** Hands on what was gathered, in one batch. */
  deliver(): void;
}

/** @param moment the tick and the simulated seconds that events are stamped with. */
export const createOutbox = (moment: { readonly tick: number; readonly time: number }): Outbox => {
  const listeners: RuntimeListener[] = [];
  let batch: RaisedEvent[] = [];
  return {
    raise(type, data, about) {
      const { tick, time } = moment;
      batch.push(about ? { type, tick, time, ...aboutOf(about), data } : { type, tick, time, data });
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

/** Only what the envelope names: callers may pass a record that holds more. */
const aboutOf = ({ graphId, nodeId, object, group, clip }: NonNullable<Parameters<Raise>[2]>) => ({
  ...(graphId !== undefined && { graphId }),
  ...(nodeId !== undefined && { nodeId }),
  ...(object !== undefined && { object }),
  ...(group !== undefined && { group }),
  ...(clip !== undefined && { clip }),
});
