import { ApiError } from '#spec/errors.ts';
import { validatePatterns, resolvePattern } from '#spec/parse-event-pattern.ts';
import { splitPattern } from '#spec/match-event-pattern.ts';
import { canMatchType, matchesFilter } from './event-filter.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { EventFilter } from './event-filter.ts';
import type { HubLimits } from '../hub-limits.ts';

/** The events that a client wants: the filters of each type, one of which must match. */
export type Interest = ReadonlyMap<EventType, readonly EventFilter[]>;

/** Whether an event matches, however many subscriptions want it. */
export const matchesInterest = (interest: Interest, event: Envelope): boolean =>
  interest.get(event.type as EventType)?.some((filter) => matchesFilter(filter, event)) ?? false;

/** Returns equal keys for equal interests. Each filter occurs once in the key, however many types it applies to. */
export const getInterestKey = (interest: Interest): string => {
  const numbers = new Map<EventFilter, number>();
  const numberOf = (filter: EventFilter): number => {
    const number = numbers.get(filter) ?? numbers.size;
    numbers.set(filter, number);
    return number;
  };
  const types = [...interest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, filters]) => [type, filters.map(numberOf)]);
  return JSON.stringify([types, [...numbers.keys()]]);
};

/** A pattern with its filter. */
export interface Subscription {
  readonly pattern: string;
  readonly filter: EventFilter;
  readonly filterKey: string;
  readonly types: readonly EventType[];
  /** The number of the last event before the subscription, which gets no older ones. */
  readonly since: number;
}

/** The subscriptions of one connection. A call that fails changes nothing. */
interface Subscriptions {
  /**
   * @param since the number of the last event so far; existing subscriptions keep theirs
   * @returns whether subscriptions were added
   * @throws ApiError INVALID_REQUEST for a malformed pattern or beyond the limit
   */
  add(patterns: readonly string[], filter: EventFilter, since: number): boolean;
  /**
   * Ends the subscriptions with exactly these patterns, filtered or not.
   * @returns whether subscriptions were removed
   * @throws ApiError INVALID_REQUEST for a malformed pattern
   */
  remove(patterns: readonly string[]): boolean;
  /** Lists the patterns, as given, that were subscribed to with this filter and can match no event. */
  listUnmatched(patterns: readonly string[], filter: EventFilter): string[];
  /**
   * Makes all subscriptions start after this event, unless they started earlier.
   * @returns whether there are any
   */
  rewind(since: number): boolean;
  readonly all: readonly Subscription[];
  readonly interest: Interest;
}

/** @param limits of the subscriptions at once; the same pattern with the same filter counts once */
export const createSubscriptions = ({
  patterns: most,
  filterText,
}: Pick<HubLimits, 'patterns' | 'filterText'>): Subscriptions => {
  /** By pattern, then by filter. */
  const held = new Map<string, Map<string, Subscription>>();
  let count = 0;
  const all = () => [...held.values()].flatMap((byFilter) => [...byFilter.values()]);
  const keep = (subscription: Subscription) => {
    const { pattern, filterKey } = subscription;
    const byFilter = held.get(pattern);
    if (byFilter) byFilter.set(filterKey, subscription);
    else held.set(pattern, new Map([[filterKey, subscription]]));
  };
  const textWith = (filterKey: string): number => {
    const filterKeys = new Set([filterKey, ...all().map((own) => own.filterKey)]);
    return [...filterKeys].reduce((sum, { length }) => sum + length, 0);
  };
  return {
    add(patterns, filter, since) {
      validatePatterns(patterns);
      const filterKey = JSON.stringify(filter);
      const added = [...new Set(patterns.map((text) => text.toLowerCase()))].filter(
        (pattern) => !held.get(pattern)?.has(filterKey),
      );
      checkLimit(most, 'patterns', count + added.length);
      if (added.length > 0) checkLimit(filterText, 'characters of filters', textWith(filterKey));
      for (const pattern of added) {
        const types = resolvePattern(splitPattern(pattern)).filter((type) => canMatchType(filter, type));
        keep({ pattern, filter, filterKey, types, since });
      }
      count += added.length;
      return added.length > 0;
    },
    remove(patterns) {
      validatePatterns(patterns);
      const before = count;
      for (const text of patterns) {
        const pattern = text.toLowerCase();
        count -= held.get(pattern)?.size ?? 0;
        held.delete(pattern);
      }
      return count < before;
    },
    listUnmatched(patterns, filter) {
      const filterKey = JSON.stringify(filter);
      const isUnmatched = (text: string) => held.get(text.toLowerCase())?.get(filterKey)?.types.length === 0;
      return [...new Set(patterns)].filter(isUnmatched);
    },
    rewind(since) {
      for (const own of all()) keep({ ...own, since: Math.min(own.since, since) });
      return count > 0;
    },
    get all() {
      return all();
    },
    get interest() {
      return mergeInterest(all());
    },
  };
};

/** @throws ApiError INVALID_REQUEST */
const checkLimit = (limit: number, what: string, count: number): void => {
  if (count <= limit) return;
  throw new ApiError(
    'INVALID_REQUEST',
    `A connection may hold ${limit} ${what}, and this would make ${count}.`,
  );
};

const mergeInterest = (subscriptions: readonly Subscription[]): Interest => {
  const byType = new Map<EventType, Map<string, EventFilter>>();
  /** Shares equal filters of several calls, because {@link getInterestKey} compares them by identity. */
  const known = new Map<string, EventFilter>();
  for (const { types, filter, filterKey } of subscriptions) {
    const own = known.get(filterKey) ?? filter;
    known.set(filterKey, own);
    for (const type of types) {
      const filters = byType.get(type) ?? new Map<string, EventFilter>();
      byType.set(type, filters.set(filterKey, own));
    }
  }
  return new Map([...byType].map(([type, filters]) => [type, simplifyFilters(filters)]));
};

/** An unfiltered subscription makes the filtered ones of its type redundant. */
const simplifyFilters = (filters: ReadonlyMap<string, EventFilter>): readonly EventFilter[] => {
  const everything = filters.get('{}');
  if (everything) return [everything];
  return [...filters].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, filter]) => filter);
};
