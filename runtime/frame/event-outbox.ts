import { createRaiseEvent, type EventTime } from '../link/raise-event.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';
import type { RaisedEvent, RuntimeListener } from '../link/runtime-link.ts';
import type { RuntimeRequest } from '../link/runtime-requests.ts';
import type { ClockControl } from './runtime-clock.ts';

/**
 * The tick and time with which events are stamped. Between two ticks, these are the values of the next tick. This is a
 * class because V8 looks up accessors of object literals in a dictionary. With an object literal, triggering a node
 * with a listener took 142 ns instead of 108 ns.
 */
export class EventStamp implements EventTime {
  isTicking = false;
  readonly #clock: Pick<ClockControl, 'tick' | 'time'>;

  constructor(clock: Pick<ClockControl, 'tick' | 'time'>) {
    this.#clock = clock;
  }

  get tick(): number {
    return this.isTicking ? this.#clock.tick : this.#clock.tick + 1;
  }

  get time(): number {
    return this.#clock.time;
  }
}

/**
 * Creates an outbox that collects the events of one tick or command, and delivers them in one batch.
 * @param eventTime provides the current tick and time, which are read for each event
 * @param ownKinds the event kinds of the runtime's own, keyed by type
 */
export const createEventOutbox = (
  eventTime: EventTime,
  ownKinds?: ReadonlyMap<string, Pick<EventSpec, 'subject'>>,
) => {
  const listeners: RuntimeListener[] = [];
  let batch: RaisedEvent[] = [];
  let pendingRequests: RuntimeRequest[] = [];

  return {
    raise: createRaiseEvent(eventTime, (event) => void batch.push(event), ownKinds),
    listen(listener: RuntimeListener) {
      listeners.push(listener);
    },
    /**
     * Sends a request to the controller, after all earlier events.
     * @returns whether a controller is connected
     */
    sendRuntimeRequest(request: RuntimeRequest): boolean {
      pendingRequests.push(request);
      return listeners.some(({ onRuntimeRequest }) => onRuntimeRequest);
    },
    /** Delivers the collected events in one batch. */
    flush() {
      if (batch.length === 0 && pendingRequests.length === 0) return;
      const events = batch;
      const requests = pendingRequests;
      // The batch and the requests are cleared before the delivery, because a listener may begin a step, and that
      // step's requests must follow its events.
      batch = [];
      pendingRequests = [];
      if (events.length > 0) for (const listener of listeners) listener.onEvents(events);
      for (const request of requests) for (const listener of listeners) listener.onRuntimeRequest?.(request);
    },
    notifySceneNames(names: readonly string[]) {
      for (const listener of listeners) listener.onSceneNames?.(names);
    },
    notifyIdleGraphs(graphIds: readonly string[]) {
      for (const listener of listeners) listener.onIdleGraphs?.(graphIds);
    },
  };
};
