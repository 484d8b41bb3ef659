import { passes } from './filter.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { Filter } from './filter.ts';
import type { History } from './history.ts';
import type { Subscription } from './subscriptions.ts';

/**
 * What subscriptions bring from the past that those before them did not, in order and marked as replay. The first
 * event declares the numbers between which events may be missing, because they are no longer held.
 * @param position the number of the last event that the client has
 */
export const replay = (
  history: History,
  position: number,
  before: readonly Subscription[],
  after: readonly Subscription[],
): readonly Envelope[] => {
  const alreadySent = createCoverage(before);
  const known = new Set(before);
  const added = after.filter((subscription) => !known.has(subscription));
  const wanted = createCoverage(added);
  const events = history.since(position).filter((event) => wanted(event) && !alreadySent(event));
  const gap = gapAfter(history, position, new Set(added.flatMap(({ types }) => types)));
  return events.map((event, index) => ({ ...event, ...(gap && index === 0 && { gap }), replay: true }));
};

/** Events of the past, and the numbers between which events may be missing. */
export interface Past {
  readonly events: readonly Envelope[];
  readonly gap?: Envelope['gap'];
}

/** The events of these types after a number that are still held, in order. */
export const pastOf = (history: History, seq: number, types: ReadonlySet<EventType>): Past => {
  const gap = gapAfter(history, seq, types);
  return {
    events: history.since(seq).filter(({ type }) => types.has(type as EventType)),
    ...(gap && { gap }),
  };
};

/** The numbers after a position between which events of these kinds may no longer be held. */
export const gapAfter = (
  history: History,
  position: number,
  types: Iterable<EventType>,
): Envelope['gap'] | undefined => {
  const to = history.lostUpTo(types);
  return to > position ? { from: position + 1, to } : undefined;
};

/** Whether subscriptions cover an event, with the work done once for as many as share a filter. */
const createCoverage = (subscriptions: readonly Subscription[]): ((event: Envelope) => boolean) => {
  const byType = new Map<string, Map<string, { readonly filter: Filter; readonly since: number }>>();
  for (const { types, filter, filterKey, since } of subscriptions) {
    for (const type of types) {
      const filters = byType.get(type) ?? new Map();
      const earlier = filters.get(filterKey)?.since ?? since;
      byType.set(type, filters.set(filterKey, { filter, since: Math.min(since, earlier) }));
    }
  }
  const entries = new Map([...byType].map(([type, filters]) => [type, [...filters.values()]]));
  return (event) =>
    entries.get(event.type)?.some(({ filter, since }) => since < event.seq && passes(filter, event)) ?? false;
};
