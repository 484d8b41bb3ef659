/** The patterns and filters of one listener. Determines whether an event matches them. */
import { splitPattern, matchesPattern } from '../match-event-pattern.ts';
import type { Envelope } from './event-types.ts';
import type { StreamPosition } from './stream-position.ts';

/** For each given list, an event must match one of the list's values. An empty list matches everything. */
export interface Filter {
  /** Tags of objects. */
  readonly objects?: readonly string[];
  readonly groups?: readonly string[];
  readonly clips?: readonly string[];
}

export interface Subscription {
  /** The patterns in lower case, because letter case is ignored. */
  readonly patterns: readonly string[];
  /** The hub method that subscribes to the events, with its arguments. */
  readonly subscribeCall: readonly [method: 'Subscribe' | 'SubscribeFiltered', ...args: unknown[]];
  /** The position at which the subscription began. Events before this position are not delivered. */
  since: StreamPosition | undefined;
  matchesEvent(event: Envelope): boolean;
  readonly listener: (event: Envelope) => void;
}

export const createSubscription = (
  rawPatterns: readonly string[],
  { objects, groups, clips }: Filter,
  listener: (event: Envelope) => void,
): Subscription => {
  const patterns = rawPatterns.map((pattern) => pattern.toLowerCase());
  const splitPatterns = patterns.map(splitPattern);
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
      splitPatterns.some((pattern) => matchesPattern(pattern, type.toLowerCase())),
    listener,
  };
};

const matchesFilter = (values: readonly string[] | undefined, value: string | undefined): boolean =>
  !values?.length || (value !== undefined && values.includes(value));

export const isRaisedAfter = (since: StreamPosition | undefined, event: Envelope): boolean =>
  since === undefined || since.streamId !== event.streamId || since.seq < event.seq;
