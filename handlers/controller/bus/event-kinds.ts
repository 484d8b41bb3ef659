import { isDeepStrictEqual } from 'node:util';
import { events, eventTypes } from '#spec/events.ts';
import { type EventPattern, matchesPattern } from '#spec/match-event-pattern.ts';
import type { EventSpec, SubjectField } from '#spec/contract/event-and-message-spec.ts';

/** The facts about a runtime's own event kinds that subscriptions need, keyed by type. */
export type OwnEventKinds = ReadonlyMap<string, Pick<EventSpec, 'subject'>>;

/** The maximum number of a runtime's own kinds, as many as a single runtime can offer. */
const maxOwnKinds = 1_000;

const serviceKinds: OwnEventKinds = new Map(Object.entries<EventSpec>(events));

const listSubjects = (kinds: OwnEventKinds) =>
  Array.from(kinds, ([type, { subject = [] }]) => [type, subject]);

/** Creates the event kinds of a stream: those of the service's catalog, and those of runtimes' own. */
export const createEventKinds = () => {
  let own: OwnEventKinds = new Map();
  const listeners = new Set<() => void>();
  const list = (): string[] => [...eventTypes, ...own.keys()];
  return {
    /** Lists the types of all kinds, with the service's own first. */
    list,
    /** The kinds of the runtime's own, followed by those of earlier runtimes. */
    get own(): OwnEventKinds {
      return own;
    },
    /** Returns the envelope fields that identify the subject of events of this type. */
    getSubject: (type: string): readonly SubjectField[] =>
      (serviceKinds.get(type) ?? own.get(type))?.subject ?? [],
    /** Lists the types that a pattern matches. */
    resolve: (pattern: EventPattern): string[] => list().filter((type) => matchesPattern(pattern, type)),
    /**
     * Adds the kinds of a runtime's own. The kinds of earlier runtimes stay, because clients may not have received their
     * last events yet. If there are too many, the oldest are removed.
     */
    addOwn(kinds: OwnEventKinds): void {
      const newestFirst = new Map([...kinds, ...[...own].filter(([type]) => !kinds.has(type))]);
      const next = new Map([...newestFirst].slice(0, maxOwnKinds));
      if (isDeepStrictEqual(listSubjects(next), listSubjects(own))) return;
      own = next;
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
