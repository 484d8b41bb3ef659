import { matchesFilter } from './event-filter.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { EventFilter } from './event-filter.ts';
import type { EventHistory } from './event-history.ts';
import type { Subscription } from './subscriptions.ts';

/**
 * Returns the past events that match the new subscriptions but not the earlier ones, in order and marked as replayed.
 * If events may be missing because they are no longer retained, the first event declares a gap.
 * @param position the number of the last event that the client has received
 */
export const replayEvents = (
  history: EventHistory,
  position: number,
  before: readonly Subscription[],
  after: readonly Subscription[],
): readonly Envelope[] => {
  const alreadySent = createSubscriptionMatcher(before);
  const existing = new Set(before);
  const added = after.filter((subscription) => !existing.has(subscription));
  const matchesAdded = createSubscriptionMatcher(added);
  const events = history
    .getEventsAfter(position)
    .filter((event) => matchesAdded(event) && !alreadySent(event));
  const gap = findGapAfter(history, position, new Set(added.flatMap(({ types }) => types)));
  return events.map((event, index) => ({ ...event, ...(gap && index === 0 && { gap }), replay: true }));
};

/** Past events, and the gap in which further events may be missing. */
export interface PastEvents {
  readonly events: readonly Envelope[];
  readonly gap?: Envelope['gap'];
}

/** Returns the retained events of these types after a sequence number, in order. */
export const getPastEvents = (
  history: EventHistory,
  seq: number,
  types: ReadonlySet<EventType>,
): PastEvents => {
  const gap = findGapAfter(history, seq, types);
  return {
    events: history.getEventsAfter(seq).filter(({ type }) => types.has(type as EventType)),
    ...(gap && { gap }),
  };
};

/** Returns the gap after a position in which events of these types may be missing. */
export const findGapAfter = (
  history: EventHistory,
  position: number,
  types: Iterable<EventType>,
): Envelope['gap'] | undefined => {
  const to = history.getLastLostSeq(types);
  return to > position ? { from: position + 1, to } : undefined;
};

/**
 * Creates a function that tests whether any subscription matches an event. Each distinct filter is tested at most once
 * per event.
 */
const createSubscriptionMatcher = (
  subscriptions: readonly Subscription[],
): ((event: Envelope) => boolean) => {
  const byType = new Map<string, Map<string, { readonly filter: EventFilter; readonly since: number }>>();
  for (const { types, filter, filterKey, since } of subscriptions) {
    for (const type of types) {
      const filters = byType.get(type) ?? new Map();
      const earlier = filters.get(filterKey)?.since ?? since;
      byType.set(type, filters.set(filterKey, { filter, since: Math.min(since, earlier) }));
    }
  }
  const entries = new Map([...byType].map(([type, filters]) => [type, [...filters.values()]]));
  return (event) =>
    entries.get(event.type)?.some(({ filter, since }) => since < event.seq && matchesFilter(filter, event)) ??
    false;
};
