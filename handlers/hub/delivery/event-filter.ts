import { events } from '#spec/events.ts';
import type { EventSpec, FilterField } from '#spec/contract/event-and-message-spec.ts';
import type { Envelope, EventType } from '#spec/events.ts';

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

/**
 * Whether events of this type can pass the filter at all. Such events must have every field that the filter contains.
 */
export const canMatchType = (filter: EventFilter, type: EventType): boolean => {
  const { subject = [] }: EventSpec = events[type];
  return listFilterFields(filter).every((field) => subject.includes(field));
};

export const matchesFilter = (filter: EventFilter, event: Envelope): boolean =>
  listFilterFields(filter).every((field) => {
    const value = event[field];
    return value !== undefined && filter[field]?.includes(value) === true;
  });
