/** What one listener wants, and whether an event is for it. */
import { cutPattern, matches } from '../pattern.ts';
import type { Envelope } from './event-types.ts';
import type { Place } from './position.ts';

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
  readonly ask: readonly [method: 'Subscribe' | 'SubscribeFiltered', ...args: unknown[]];
  /** Where it began: earlier events are not for it. */
  since: Place | undefined;
  wants(event: Envelope): boolean;
  readonly listener: (event: Envelope) => void;
}

export const createSubscription = (
  given: readonly string[],
  { objects, groups, clips }: Filter,
  listener: (event: Envelope) => void,
): Subscription => {
  const patterns = given.map((pattern) => pattern.toLowerCase());
  const cut = patterns.map(cutPattern);
  const lists = [objects, groups, clips];
  const isNarrow = lists.some((values) => values?.length);
  return {
    patterns,
    ask: isNarrow
      ? ['SubscribeFiltered', patterns, ...lists.map((values) => values ?? null)]
      : ['Subscribe', patterns],
    since: undefined,
    wants: ({ type, object, group, clip }) =>
      isAmong(objects, object) &&
      isAmong(groups, group) &&
      isAmong(clips, clip) &&
      cut.some((pattern) => matches(pattern, type.toLowerCase())),
    listener,
  };
};

const isAmong = (values: readonly string[] | undefined, value: string | undefined): boolean =>
  !values?.length || (value !== undefined && values.includes(value));

/** Whether an event was raised after the subscription began. */
export const isAfter = (since: Place | undefined, event: Envelope): boolean =>
  since === undefined || since.streamId !== event.streamId || since.seq < event.seq;
