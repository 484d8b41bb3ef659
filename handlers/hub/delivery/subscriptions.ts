import { ApiError } from '#spec/errors.ts';
import { splitPattern } from '#spec/match-event-pattern.ts';
import { validatePatterns } from '#spec/parse-event-pattern.ts';
import type { FilterField } from '#spec/contract/event-and-message-spec.ts';
import type { Envelope } from '#spec/events.ts';
import type { EventKinds } from '../../controller/bus/event-kinds.ts';
import type { HubLimits } from '../hub-limits.ts';

/**
 * The events that a client wants, as a map from event types to filters. An event must match at least one of the filters
 * for its type.
 */
export type Interest = ReadonlyMap<string, readonly EventFilter[]>;

/** Whether an event matches any subscription of the client. */
export const matchesInterest = (interest: Interest, event: Envelope): boolean =>
  interest.get(event.type)?.some((filter) => matchesFilter(filter, event)) ?? false;

/**
 * Returns equal keys for equal interests. Each filter occurs only once in the key, even if it applies to several types.
 */
export const getInterestKey = (interest: Interest): string => {
  const numbers = new Map<EventFilter, number>();
  const getNumber = (filter: EventFilter): number => {
    const number = numbers.get(filter) ?? numbers.size;
    numbers.set(filter, number);
    return number;
  };
  const types = [...interest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, filters]) => [type, filters.map(getNumber)]);
  return JSON.stringify([types, [...numbers.keys()]]);
};

/** A subscribed pattern with its filter. */
export interface Subscription {
  readonly pattern: string;
  readonly filter: EventFilter;
  readonly filterKey: string;
  readonly types: readonly string[];
  /** The number of the last event before the subscription. Events up to this number are not delivered. */
  readonly since: number;
}

/**
 * Creates the subscriptions of a connection. A call that fails leaves them unchanged.
 * @param limits the limits for all subscriptions together; the same pattern with the same filter counts only once
 * @param kinds the event kinds that patterns can match
 */
export const createSubscriptions = (
  { patterns: maxPatterns, filterText }: Pick<HubLimits, 'patterns' | 'filterText'>,
  kinds: Pick<EventKinds, 'resolve' | 'getSubject'>,
) => {
  /** Subscriptions keyed by pattern, and then by filter. */
  const byPattern = new Map<string, Map<string, Subscription>>();
  let count = 0;
  const all = () => [...byPattern.values()].flatMap((byFilter) => [...byFilter.values()]);
  const store = (subscription: Subscription) => {
    const { pattern, filterKey } = subscription;
    const byFilter = byPattern.get(pattern);
    if (byFilter) byFilter.set(filterKey, subscription);
    else byPattern.set(pattern, new Map([[filterKey, subscription]]));
  };
  /** Lists the event types that match a pattern and can pass the filter at all. */
  const listTypes = (pattern: string, filter: EventFilter): string[] =>
    kinds
      .resolve(splitPattern(pattern))
      .filter((type) => listFilterFields(filter).every((field) => kinds.getSubject(type).includes(field)));
  const measureFilterText = (filterKey: string): number => {
    const filterKeys = new Set([filterKey, ...all().map((subscription) => subscription.filterKey)]);
    return [...filterKeys].reduce((sum, { length }) => sum + length, 0);
  };
  return {
    /**
     * @param since the number of the latest event; existing subscriptions keep their number
     * @returns whether any subscriptions were added
     * @throws ApiError INVALID_REQUEST if a pattern is malformed or a limit is exceeded
     */
    add(patterns: readonly string[], filter: EventFilter, since: number): boolean {
      validatePatterns(patterns);
      const filterKey = JSON.stringify(filter);
      const added = [...new Set(patterns.map((text) => text.toLowerCase()))].filter(
        (pattern) => !byPattern.get(pattern)?.has(filterKey),
      );
      checkLimit(maxPatterns, 'patterns', count + added.length);
      if (added.length > 0) checkLimit(filterText, 'characters of filters', measureFilterText(filterKey));
      for (const pattern of added) {
        store({ pattern, filter, filterKey, types: listTypes(pattern, filter), since });
      }
      count += added.length;
      return added.length > 0;
    },
    /**
     * Ends the subscriptions with exactly these patterns, whether they are filtered or not.
     * @returns whether any subscriptions were removed
     * @throws ApiError INVALID_REQUEST if a pattern is malformed
     */
    remove(patterns: readonly string[]): boolean {
      validatePatterns(patterns);
      const previousCount = count;
      for (const text of patterns) {
        const pattern = text.toLowerCase();
        count -= byPattern.get(pattern)?.size ?? 0;
        byPattern.delete(pattern);
      }
      return count < previousCount;
    },
    /** Returns those of the given patterns that are subscribed to with this filter but can't match any event. */
    listUnmatched(patterns: readonly string[], filter: EventFilter): string[] {
      const filterKey = JSON.stringify(filter);
      const isUnmatched = (text: string) =>
        byPattern.get(text.toLowerCase())?.get(filterKey)?.types.length === 0;
      return [...new Set(patterns)].filter(isUnmatched);
    },
    /**
     * Makes all subscriptions start after this event, unless they started earlier.
     * @returns whether there are any subscriptions
     */
    rewind(since: number): boolean {
      for (const subscription of all())
        store({ ...subscription, since: Math.min(subscription.since, since) });
      return count > 0;
    },
    /**
     * Applies all patterns to the current event kinds.
     * @returns whether there are any subscriptions
     */
    resolveAgain(): boolean {
      for (const subscription of all()) {
        const { pattern, filter } = subscription;
        store({ ...subscription, types: listTypes(pattern, filter) });
      }
      return count > 0;
    },
    get all(): readonly Subscription[] {
      return all();
    },
    get interest(): Interest {
      return mergeInterest(all());
    },
  };
};

/**
 * The filter of `SubscribeFiltered`. For each field that is present in the filter, an event must match any one of the
 * field's values. Absent fields match every event.
 */
export type EventFilter = Readonly<Partial<Record<FilterField, readonly string[]>>>;

type FilterArguments = Readonly<Record<'objects' | 'groups' | 'clips', readonly string[] | null | undefined>>;

/**
 * Normalizes the filter of a call, so that equal filters have the same JSON text. Empty and absent lists match every
 * event.
 */
export const toEventFilter = ({ objects, groups, clips }: FilterArguments): EventFilter =>
  Object.fromEntries(
    Object.entries({ object: objects, group: groups, clip: clips })
      .filter(([, values]) => values && values.length > 0)
      .map(([field, values]) => [field, [...new Set(values)].sort()]),
  );

const listFilterFields = (filter: EventFilter): FilterField[] => Object.keys(filter) as FilterField[];

export const matchesFilter = (filter: EventFilter, event: Envelope): boolean =>
  listFilterFields(filter).every((field) => {
    const value = event[field];
    return value !== undefined && filter[field]?.includes(value) === true;
  });

/** @throws ApiError INVALID_REQUEST if the count exceeds the limit */
const checkLimit = (limit: number, unit: string, count: number): void => {
  if (count <= limit) return;
  throw new ApiError(
    'INVALID_REQUEST',
    `A connection may hold ${limit} ${unit}, and this would make ${count}.`,
  );
};

const mergeInterest = (subscriptions: readonly Subscription[]): Interest => {
  const byType = new Map<string, Map<string, EventFilter>>();
  /**
   * Shares one object for equal filters from several calls, because {@link getInterestKey} compares filters by
   * identity.
   */
  const sharedFilters = new Map<string, EventFilter>();
  for (const { types, filter, filterKey } of subscriptions) {
    const sharedFilter = sharedFilters.get(filterKey) ?? filter;
    sharedFilters.set(filterKey, sharedFilter);
    for (const type of types) {
      const filters = byType.get(type) ?? new Map<string, EventFilter>();
      byType.set(type, filters.set(filterKey, sharedFilter));
    }
  }
  return new Map([...byType].map(([type, filters]) => [type, simplifyFilters(filters)]));
};

/**
 * Removes redundant filters: an unfiltered subscription to a type makes the filtered subscriptions to this type
 * redundant.
 */
const simplifyFilters = (filters: ReadonlyMap<string, EventFilter>): readonly EventFilter[] => {
  const unfiltered = filters.get('{}');
  if (unfiltered) return [unfiltered];
  return [...filters].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, filter]) => filter);
};
