/** Subscribes to the events of this service from within the process, for the MCP tools. */
import { toEventEnvelope, type EventBus } from '#runtime/controller/bus/event-bus.ts';
import { ApiError } from '#spec/errors.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { PastEvents } from './hub/delivery/replay-events.ts';

interface EventSubscription {
  /** Events after the requested number that are no longer retained. */
  readonly gap?: Envelope['gap'];
  unsubscribe(): void;
}

export interface InProcessEvents {
  /** The number of the last event. */
  readonly seq: number;
  /**
   * Calls back with each event of these types, and makes the runtime raise those that it raises on demand.
   * @param since the number of an event: retained events after it come first
   * @throws ApiError INVALID_REQUEST for a number beyond the last event
   */
  listen(types: readonly EventType[], listener: (event: Envelope) => void, since?: number): EventSubscription;
}

interface InProcessEventsOptions {
  readonly bus: EventBus;
  /** Returns what the hub retains. */
  readonly getPastEvents: (seq: number, types: ReadonlySet<EventType>) => PastEvents;
  /** Declares the types that a listener wants; none when it ends. */
  readonly declareInterest: (listener: object, types: readonly EventType[]) => void;
}

export const createInProcessEvents = ({
  bus,
  getPastEvents,
  declareInterest,
}: InProcessEventsOptions): InProcessEvents => ({
  get seq() {
    return bus.seq;
  },
  listen(types, listener, since = bus.seq) {
    if (since > bus.seq) {
      throw new ApiError(
        'INVALID_REQUEST',
        `since: expected at most ${bus.seq}, the number of the last event, not ${since}. Numbers restart with the service.`,
      );
    }
    const subscribedTypes = new Set(types);
    const { events, gap } = getPastEvents(since, subscribedTypes);
    for (const event of events) listener(event);
    const unsubscribe = bus.subscribe((batch, first) =>
      batch.forEach((event, index) => {
        if (subscribedTypes.has(event.type)) listener(toEventEnvelope(bus.streamId, first + index, event));
      }),
    );
    const key = {};
    declareInterest(key, types);
    return {
      ...(gap && { gap }),
      unsubscribe() {
        unsubscribe();
        declareInterest(key, []);
      },
    };
  },
});
