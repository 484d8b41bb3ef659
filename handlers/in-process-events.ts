/** Lets code in this process, namely the MCP tools, subscribe to the service's events. */
import { toEventEnvelope, type EventBus } from './controller/bus/event-bus.ts';
import { ApiError } from '#spec/errors.ts';
import type { Envelope } from '#spec/events.ts';
import type { PastEvents } from './hub/delivery/event-history.ts';

interface EventSubscription {
  /** The gap of events after the requested number that are no longer retained. */
  readonly gap?: Envelope['gap'];
  unsubscribe(): void;
}

interface InProcessEventsOptions {
  readonly bus: EventBus;
  /** Returns the past events that the hub retains. */
  readonly getPastEvents: (seq: number, types: ReadonlySet<string>) => PastEvents;
  /** Declares the event types that a listener wants. When the listener ends, it declares an empty list. */
  readonly declareInterest: (listener: object, types: readonly string[]) => void;
}

export const createInProcessEvents = ({ bus, getPastEvents, declareInterest }: InProcessEventsOptions) => ({
  /** The event kinds that can occur. */
  kinds: bus.kinds,
  /** The sequence number of the last event. */
  get seq(): number {
    return bus.seq;
  },
  /**
   * Calls the listener with each event of these types. Types that the runtime raises only on demand are requested from
   * the runtime.
   * @param since the sequence number of an event; retained events after this event are delivered first
   * @throws ApiError INVALID_REQUEST if `since` is greater than the number of the last event
   */
  listen(
    types: readonly string[],
    listener: (event: Envelope) => void,
    since: number = bus.seq,
  ): EventSubscription {
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

export type InProcessEvents = ReturnType<typeof createInProcessEvents>;
