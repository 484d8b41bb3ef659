import { Fault } from '#spec/errors.ts';
import { parsePattern, resolvePattern } from '#spec/event-patterns.ts';
import { canPass, passes } from './filter.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { Filter } from './filter.ts';

/** Which events somebody wants: by type, the filters of which one must pass. */
export type Interest = ReadonlyMap<EventType, readonly Filter[]>;

/** Whether the event is wanted. However many subscriptions want it, it is wanted once. */
export const wants = (interest: Interest, event: Envelope): boolean =>
  interest.get(event.type as EventType)?.some((filter) => passes(filter, event)) ?? false;

/** Equal interests give equal keys. */
export const interestKey = (interest: Interest): string =>
  JSON.stringify([...interest].sort(([a], [b]) => (a < b ? -1 : 1)));

/** One pattern with its filter. */
export interface Subscription {
  readonly pattern: string;
  readonly filter: Filter;
  readonly filterKey: string;
  readonly types: readonly EventType[];
  /** The number of the last event before it: older ones are not for it. */
  readonly since: number;
}

/** The subscriptions of one connection. A call that fails changes nothing. */
export interface Subscriptions {
  /**
   * @param since the number of the last event before; subscriptions that are already there keep theirs
   * @throws Fault INVALID_REQUEST on a malformed pattern, or past the limit of patterns
   */
  add(patterns: readonly string[], filter: Filter, since: number): void;
  /**
   * Ends the subscriptions made with exactly these patterns, filtered or not.
   * @throws Fault INVALID_REQUEST on a malformed pattern
   */
  remove(patterns: readonly string[]): void;
  /** Makes all of them begin after this event, unless they began earlier. */
  rewind(since: number): void;
  readonly all: readonly Subscription[];
  readonly interest: Interest;
}

/** @param limit most subscriptions at once; the same pattern with the same filter counts once */
export const createSubscriptions = (limit: number): Subscriptions => {
  let held: ReadonlyMap<string, Subscription> = new Map();
  return {
    add(patterns, filter, since) {
      const filterKey = JSON.stringify(filter);
      const added = patterns.map((text): [string, Subscription] => {
        const types = resolvePattern(parsePattern(text)).filter((type) => canPass(filter, type));
        const pattern = text.toLowerCase();
        return [`${pattern} ${filterKey}`, { pattern, filter, filterKey, types, since }];
      });
      // What is held comes again at the end, so that it keeps where it began.
      const next = new Map([...held, ...added, ...held]);
      if (next.size > limit) {
        throw new Fault(
          'INVALID_REQUEST',
          `A connection may hold ${limit} patterns, and this makes ${next.size}.`,
        );
      }
      held = next;
    },
    remove(patterns) {
      for (const text of patterns) parsePattern(text);
      const ended = new Set(patterns.map((text) => text.toLowerCase()));
      held = new Map([...held].filter(([, { pattern }]) => !ended.has(pattern)));
    },
    rewind(since) {
      held = new Map(
        [...held].map(([key, own]) => [key, { ...own, since: Math.min(own.since, since) }] as const),
      );
    },
    get all() {
      return [...held.values()];
    },
    get interest() {
      return interestOf([...held.values()]);
    },
  };
};

const interestOf = (subscriptions: readonly Subscription[]): Interest => {
  const byType = new Map<EventType, Map<string, Filter>>();
  for (const { types, filter, filterKey } of subscriptions) {
    for (const type of types) {
      const filters = byType.get(type) ?? new Map<string, Filter>();
      byType.set(type, filters.set(filterKey, filter));
    }
  }
  return new Map([...byType].map(([type, filters]) => [type, simplest(filters)]));
};

/** An unfiltered subscription makes the filtered ones of its type moot. */
const simplest = (filters: ReadonlyMap<string, Filter>): readonly Filter[] => {
  const everything = filters.get('{}');
  return everything ? [everything] : [...filters.keys()].sort().map((key) => filters.get(key)!);
};
