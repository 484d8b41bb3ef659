/** Validates events from an external runtime before they are published. */
import { lazy } from '#spec/lazy.ts';
import { events, type EventType } from '#spec/events.ts';
import { describeFirstProblem } from '#spec/validation-messages.ts';
import { ProtocolError } from '../protocol-error.ts';
import { createRaisedEvent } from '../raise-event.ts';
import { createSchemaReader } from './compiled-schema-parser.ts';
import { findSerializationError } from './validate-commands.ts';
import { isRecord } from './json-rpc.ts';
import type { z } from 'zod';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';
import type { RaisedEvent } from '../runtime-link.ts';

/** The error for each rejected event type. */
export type RejectedEvents = ReadonlyMap<string, string>;

interface ValidatedEvents {
  readonly events: readonly RaisedEvent[];
  readonly rejected: RejectedEvents;
  /** Number of rejected events of known types, to which clients may have subscribed. */
  readonly lostCount: number;
}

const eventSpecs: Readonly<Record<string, EventSpec>> = events;

/** The data parsers of each event type. */
const eventDataReaders = lazy(
  () =>
    new Map(
      Object.entries(eventSpecs).map(([type, { data }]) => [type, createSchemaReader<z.ZodType>(data)]),
    ),
);

/** Number of events to parse in one go, which takes 2 to 5 ms (C-301). */
const maxEventsPerSlice = 1_000;

/**
 * Splits a list of events into parts that are small enough to be parsed in one go.
 * @throws ProtocolError when the value is not a list
 */
export const splitEventList = (list: unknown): (readonly unknown[])[] => {
  if (!Array.isArray(list)) throw new ProtocolError('events: expected a list of events');
  const lists: (readonly unknown[])[] = [];
  for (let from = 0; from < list.length; from += maxEventsPerSlice)
    lists.push(list.slice(from, from + maxEventsPerSlice));
  return lists;
};

/**
 * Validates events. Events of unknown types and events with invalid data are rejected.
 * @throws ProtocolError when an item of the list is not an event
 */
export const validateEvents = (list: readonly unknown[]): ValidatedEvents => {
  const rejected = new Map<string, string>();
  const accepted: RaisedEvent[] = [];
  let lostCount = 0;
  for (const event of list) {
    if (!isRecord(event)) throw new ProtocolError('events: expected only events');
    const { type, tick, time, data } = event;
    if (typeof type !== 'string' || !isValidTick(tick) || !Number.isFinite(time) || !isRecord(data))
      throw new ProtocolError('An event has type, tick, time and data');
    const error = findEventError(type, data);
    if (error === undefined) {
      accepted.push(createRaisedEvent(type as EventType, data, { tick, time: time as number }));
      continue;
    }
    rejected.set(type, error);
    if (eventDataReaders().has(type)) lostCount += 1;
  }
  return { events: accepted, rejected, lostCount };
};

const isValidTick = (tick: unknown): tick is number => Number.isSafeInteger(tick) && (tick as number) >= 0;

const findEventError = (type: string, data: object): string | undefined => {
  const parse = eventDataReaders().get(type);
  if (!parse) return 'there is no such kind';
  const serializationError = findSerializationError(data);
  if (serializationError !== undefined) return serializationError;
  const { error } = parse(data);
  return error && describeFirstProblem(error);
};
