import { events, eventTypes } from '#spec/events.ts';
import { type EventPattern, matchesPattern } from '#spec/match-event-pattern.ts';
import type { EventSpec, SubjectField } from '#spec/contract/event-and-message-spec.ts';

/** The facts about a runtime's own event kinds that subscriptions need, keyed by type. */
export type OwnEventKinds = ReadonlyMap<string, Pick<EventSpec, 'subject'>>;

const serviceKinds: OwnEventKinds = new Map(Object.entries<EventSpec>(events));

/** Creates the event kinds of a stream: those of the service's catalog, and those of the runtime's own. */
export const createEventKinds = () => {
  let own: OwnEventKinds = new Map();
  const listeners = new Set<() => void>();
  const list = (): string[] => [...eventTypes, ...own.keys()];
  return {
    /** Lists the types of all kinds, with the service's own first. */
    list,
    /** The kinds of the runtime's own. */
    get own(): OwnEventKinds {
      return own;
    },
    /** Returns the envelope fields that identify the subject of events of this type. */
    getSubject: (type: string): readonly SubjectField[] =>
      (serviceKinds.get(type) ?? own.get(type))?.subject ?? [],
    /** Lists the types that a pattern matches. */
    resolve: (pattern: EventPattern): string[] => list().filter((type) => matchesPattern(pattern, type)),
    /** Replaces the kinds of the runtime's own. */
    setOwn(kinds: OwnEventKinds): void {
      if (kinds === own || (kinds.size === 0 && own.size === 0)) return;
      own = kinds;
      for (const listener of listeners) listener();
    },
    /**
     * Calls the listener whenever the kinds have changed.
     * @returns a function that ends the subscription
     */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export type EventKinds = ReturnType<typeof createEventKinds>;
