import * as z from 'zod';
import { actionsByName, type NamedAction } from '#spec/actions/index.ts';
import { compileParser, rejectAll } from '#spec/contract/compile-parser.ts';
import { DiscoveryItem } from '#spec/discovery-data-types.ts';
import { events } from '#spec/events.ts';
import { lazy } from '#spec/lazy.ts';
import { discoveryOperations } from '#spec/rest/discovery.ts';
import { CommandStamp } from '#spec/runtime-link/command-spec.ts';
import { type LinkCommand, linkCommands } from '#spec/runtime-link/commands.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { getRemainingSize, hasOverflow } from '#spec/value-limits.ts';
import { memoizeWeak } from '../../shared/memoize-weak.ts';
import { ProtocolError } from '../protocol-error.ts';
import { createEventFactory, type EventFactory } from '../raise-event.ts';
import { isRecord } from './json-rpc.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';
import type { RaisedEvent, RuntimeCommand, RuntimeCommands, LoadedExtension } from '../runtime-link.ts';

type ParseResult<S extends z.ZodType> =
  | { readonly data: z.output<S>; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: z.ZodError };

/**
 * Creates a parser for a schema. The parser uses compiled code where that is equivalent to zod, and zod itself
 * otherwise.
 */
const createSchemaReader = <S extends z.ZodType>(schema: S): ((value: unknown) => ParseResult<S>) => {
  const parse = lazy(() => compileParser(schema) ?? rejectAll);
  return (value) => {
    const data = parse()(value) as z.output<S> | undefined;
    return data === undefined ? (schema.safeParse(value, validationMessages) as ParseResult<S>) : { data };
  };
};

export const commandParamReaders = lazy(() =>
  mapCommands(({ params }) => createSchemaReader<z.ZodType>(params)),
);

/** The result parsers of each command. Each result includes a stamp. */
const commandResultReaders = lazy(() =>
  mapCommands(({ result }) => createSchemaReader(z.object({ ...CommandStamp.shape, ...result }))),
);

const actionResultReaders = lazy(
  () =>
    new Map(
      [...actionsByName.values()].map(({ name, spec }) => [name, createSchemaReader<z.ZodType>(spec.result)]),
    ),
);

/** Returns the result parser of a runtime's own action. */
const getOwnResultReader = memoizeWeak(({ spec }: NamedAction) => createSchemaReader<z.ZodType>(spec.result));

const discoveryItemsReader = lazy(() => createSchemaReader(z.array(DiscoveryItem)));

const spawnablesReader = lazy(() =>
  createSchemaReader(z.array(discoveryOperations.listSpawnables.returns[200])),
);

/**
 * Maximum nesting depth, which is the same as for MessagePack. Values that are nested much deeper could not be
 * serialized.
 */
const maxDepth = 128;

/** Returns the reason why a received value can't be serialized again; `undefined` when it can be. */
const findSerializationError = (value: unknown): string | undefined => {
  if (getRemainingSize(value, maxDepth, Number.POSITIVE_INFINITY) >= 0) return undefined;
  return hasOverflow(value, maxDepth)
    ? 'it has a number that is not finite'
    : `it is nested more than ${maxDepth} deep`;
};

/** Result checks that depend on the parameters of the command. */
const resultChecks: {
  readonly [C in RuntimeCommand]?: (
    params: RuntimeCommands[C]['params'],
    result: RuntimeCommands[C]['result'],
    ownActions: LoadedExtension['actions'] | undefined,
  ) => string | undefined;
} = {
  'action.run': ({ action }, { result }, ownActions) => {
    const own = ownActions?.get(action.toLowerCase());
    const read = own ? getOwnResultReader(own) : actionResultReaders().get(action);
    return findProblem(read?.(result), 'result');
  },
  'discovery.list': ({ dataType }, { items }) =>
    findProblem((dataType === 'spawnables' ? spawnablesReader() : discoveryItemsReader())(items), 'items'),
  'properties.read': ({ property }, { properties }) =>
    property === undefined || properties.length === 1
      ? undefined
      : `properties: expected exactly 1 item, received ${properties.length}`,
};

const findProblem = (parsed: { readonly error?: z.ZodError | undefined } | undefined, problem: string) =>
  parsed?.error && describeFirstProblem(parsed.error, problem);

/**
 * Describes what is wrong with the result of a command; returns `undefined` when the result is valid.
 * @param params the parameters of the command
 * @param ownActions the actions that the runtime offers besides the service's catalog
 */
export const findResultError = <C extends RuntimeCommand>(
  command: C,
  params: RuntimeCommands[C]['params'],
  result: unknown,
  ownActions?: LoadedExtension['actions'],
): string | undefined => {
  const serializationError = findSerializationError(result);
  if (serializationError !== undefined) return serializationError;
  const { data, error } = commandResultReaders()[command](result);
  if (error) return describeFirstProblem(error);
  return resultChecks[command]?.(params, data as RuntimeCommands[C]['result'], ownActions);
};

const mapCommands = <Made>(
  createReader: (spec: (typeof linkCommands)[LinkCommand]) => Made,
): Readonly<Record<LinkCommand, Made>> =>
  Object.fromEntries(
    Object.entries(linkCommands).map(([command, spec]) => [command, createReader(spec)]),
  ) as unknown as Readonly<Record<LinkCommand, Made>>;

/** The error for each rejected event type. */
export type RejectedEvents = ReadonlyMap<string, string>;

interface ValidatedEvents {
  readonly events: readonly RaisedEvent[];
  readonly rejected: RejectedEvents;
  /** Number of rejected events of known types, to which clients may have subscribed. */
  readonly lostCount: number;
}

interface EventReader {
  /** Parses the data of an event. */
  readonly parse: ReturnType<typeof createSchemaReader>;
  readonly create: EventFactory;
}

const createEventReaders = (
  specs: Iterable<readonly [string, EventSpec]>,
): ReadonlyMap<string, EventReader> =>
  new Map(
    Array.from(specs, ([type, spec]) => [
      type,
      { parse: createSchemaReader<z.ZodType>(spec.data), create: createEventFactory(spec) },
    ]),
  );

const serviceEventReaders = lazy(() => createEventReaders(Object.entries<EventSpec>(events)));

/** Returns the readers of a runtime's own event kinds. */
const getOwnEventReaders = memoizeWeak((ownEvents: LoadedExtension['events']) =>
  createEventReaders(ownEvents),
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
 * @param ownEvents the event kinds that the runtime offers besides the service's catalog
 * @throws ProtocolError when an item of the list is not an event
 */
export const validateEvents = (
  list: readonly unknown[],
  ownEvents?: LoadedExtension['events'],
): ValidatedEvents => {
  const ownReaders = ownEvents && getOwnEventReaders(ownEvents);
  const rejected = new Map<string, string>();
  const accepted: RaisedEvent[] = [];
  let lostCount = 0;
  for (const event of list) {
    if (!isRecord(event)) throw new ProtocolError('events: expected only events');
    const { type, tick, time, data } = event;
    if (typeof type !== 'string' || !isNonNegativeInteger(tick) || !Number.isFinite(time) || !isRecord(data))
      throw new ProtocolError('An event has type, tick, time and data');
    const reader = serviceEventReaders().get(type) ?? ownReaders?.get(type);
    if (!reader) {
      rejected.set(type, 'there is no such kind');
      continue;
    }
    const error = findEventError(reader, data);
    if (error === undefined) {
      accepted.push(reader.create(type, data, { tick, time: time as number }));
      continue;
    }
    rejected.set(type, error);
    lostCount += 1;
  }
  return { events: accepted, rejected, lostCount };
};

export const isNonNegativeInteger = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const findEventError = (reader: EventReader, data: object): string | undefined => {
  const serializationError = findSerializationError(data);
  if (serializationError !== undefined) return serializationError;
  const { error } = reader.parse(data);
  return error && describeFirstProblem(error);
};
