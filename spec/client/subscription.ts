/** What one listener wants, and whether an event is for it. */
import { splitPattern, matchesPattern } from '../match-event-pattern.ts';
import type { Envelope } from './event-types.ts';
import type { StreamPosition } from './stream-position.ts';

/** Narrows: any of the values within a list, all of the lists that are given. Empty lists do not narrow. */
export interface Filter {
  /** Tags of objects. */
  readonly objects?: readonly string[];
  readonly groups?: readonly string[];
  readonly clips?: readonly string[];
}

export interface Subscription {
  /** In lower case: letter case does not matter. */
  readonly patterns: readonly string[];
  /** The hub method that asks for the events, and its arguments. */
  readonly subscribeCall: readonly [method: 'Subscribe' | 'SubscribeFiltered', ...args: unknown[]];
  /** Where it began: earlier events are not for it. */
  since: StreamPosition | undefined;
  matchesEvent(event: Envelope): boolean;
  readonly listener: (event: Envelope) => void;
}

export const createSubscription = (
  given: readonly string[],
  { objects, groups, clips }: Filter,
  listener: (event: Envelope) => void,
): Subscription => {
  const patterns = given.map((pattern) => pattern.toLowerCase());
  const cut = patterns.map(splitPattern);
  const lists = [objects, groups, clips];
  const isNarrow = lists.some((values) => values?.length);
  return {
    patterns,
    subscribeCall: isNarrow
      ? ['SubscribeFiltered', patterns, ...lists.map((values) => values ?? null)]
      : ['Subscribe', patterns],
    since: undefined,
    matchesEvent: ({ type, object, group, clip }) =>
      matchesFilter(objects, object) &&
      matchesFilter(groups, group) &&
      matchesFilter(clips, clip) &&
      cut.some((pattern) => matchesPattern(pattern, type.toLowerCase())),
    listener,
  };
};

const matchesFilter = (values: readonly string[] | undefined, value: string | undefined): boolean =>
  !values?.length || (value !== undefined && values.includes(value));

/** Whether an event was raised after the subscription began. */
export const isRaisedAfter = (since: StreamPosition | undefined, event: Envelope): boolean =>
  since === undefined || since.streamId !== event.streamId || since.seq < event.seq;
