import { createRaise, type Moment, type Raise } from '../link/raise.ts';
import type { Question } from '../link/questions.ts';
import type { RaisedEvent, RuntimeListener } from '../link/protocol.ts';

/** Batches the events of one tick, or of one command. */
interface EventOutbox {
  readonly raise: Raise;
  listen(listener: RuntimeListener): void;
  /** Sends a request to the controller, after the events raised before. @returns whether there is a controller */
  sendRuntimeRequest(question: Question): boolean;
  /** Delivers the collected events in one batch. */
  flush(): void;
  /** Notifies of the names of all scenes. */
  notifySceneNames(names: readonly string[]): void;
  /** Notifies of the running graphs that have nothing left to do. */
  notifyIdleGraphs(graphIds: readonly string[]): void;
}

/** @param moment the stamp of events, read as each is raised */
export const createEventOutbox = (moment: Moment): EventOutbox => {
  const listeners: RuntimeListener[] = [];
  let batch: RaisedEvent[] = [];
  let questions: Question[] = [];

  return {
    raise: createRaise(moment, (event) => void batch.push(event)),
    listen(listener) {
      listeners.push(listener);
    },
    sendRuntimeRequest(question) {
      questions.push(question);
      return listeners.some(({ asked }) => asked);
    },
    flush() {
      if (batch.length === 0 && questions.length === 0) return;
      const events = batch;
      const requests = questions;
      // both at once: a listener may begin a step, and requests from that one come after its events
      batch = [];
      questions = [];
      if (events.length > 0) for (const listener of listeners) listener.events(events);
      for (const question of requests) for (const listener of listeners) listener.asked?.(question);
    },
    notifySceneNames(names) {
      for (const listener of listeners) listener.scenes?.(names);
    },
    notifyIdleGraphs(graphIds) {
      for (const listener of listeners) listener.idle?.(graphIds);
    },
  };
};
