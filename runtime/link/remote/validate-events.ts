/** Validates events from an untrusted runtime before they are published. */
import { lazy } from '#spec/lazy.ts';
import { events, type EventType } from '#spec/events.ts';
import { describeFirstProblem } from '#spec/validation-messages.ts';
import { ProtocolError } from '../protocol-error.ts';
import { createRaisedEvent } from '../raise-event.ts';
import { createSchemaReader } from './schema-reader.ts';
import { findSerializationError } from './validate-commands.ts';
import { isRecord } from './json-rpc.ts';
import type { z } from 'zod';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';
import type { RaisedEvent } from '../runtime-link.ts';

/** The errors of rejected events, by kind. */
export type RejectedEvents = ReadonlyMap<string, string>;

interface ValidatedEvents {
  readonly events: readonly RaisedEvent[];
  readonly rejected: RejectedEvents;
  /** Number of rejected events that clients could have subscribed to. */
  readonly lost: number;
}

const eventSpecs: Readonly<Record<string, EventSpec>> = events;

/** Parsers of the data of each kind. */
const eventDataReaders = lazy(
  () =>
    new Map(
      Object.entries(eventSpecs).map(([type, { data }]) => [type, createSchemaReader<z.ZodType>(data)]),
    ),
);

/** Events parsed in one slice of work, which takes 2 to 5 ms (C-301). */
const maxEventsPerSlice = 1_000;

/**
 * Splits a list of events into lists that are short enough to parse in one slice.
 * @throws ProtocolError when it is not a list
 */
export const splitEventList = (list: unknown): (readonly unknown[])[] => {
  if (!Array.isArray(list)) throw new ProtocolError('events brings no list of events');
  const lists: (readonly unknown[])[] = [];
  for (let from = 0; from < list.length; from += maxEventsPerSlice)
    lists.push(list.slice(from, from + maxEventsPerSlice));
  return lists;
};

/**
 * Rejects events of an unknown kind, and those with invalid data.
 * @throws ProtocolError when an item of the list is not an event
 */
export const validateEvents = (list: readonly unknown[]): ValidatedEvents => {
  const leftOut = new Map<string, string>();
  const told: RaisedEvent[] = [];
  let lost = 0;
  for (const event of list) {
    if (!isRecord(event)) throw new ProtocolError('events brings what is no event');
    const { type, tick, time, data } = event;
    if (typeof type !== 'string' || !isValidTick(tick) || !Number.isFinite(time) || !isRecord(data))
      throw new ProtocolError('An event has type, tick, time and data');
    const fault = findEventError(type, data);
    if (fault === undefined) {
      told.push(createRaisedEvent(type as EventType, data, { tick, time: time as number }));
      continue;
    }
    leftOut.set(type, fault);
    if (eventDataReaders().has(type)) lost += 1;
  }
  return { events: told, rejected: leftOut, lost };
};

const isValidTick = (tick: unknown): tick is number => Number.isSafeInteger(tick) && (tick as number) >= 0;

const findEventError = (type: string, data: object): string | undefined => {
  const read = eventDataReaders().get(type);
  if (!read) return 'there is no such kind';
  const unwritable = findSerializationError(data);
  if (unwritable !== undefined) return unwritable;
  const { error } = read(data);
  return error && describeFirstProblem(error);
};
