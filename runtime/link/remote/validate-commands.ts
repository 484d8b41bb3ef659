import * as z from 'zod';
import { actionsByName } from '#spec/actions/index.ts';
import { DiscoveryItem } from '#spec/discovery-data-types.ts';
import { discoveryOperations } from '#spec/rest/discovery.ts';
import { CommandStamp } from '#spec/runtime-link/command-spec.ts';
import { linkCommands, type LinkCommand } from '#spec/runtime-link/commands.ts';
import { lazy } from '#spec/lazy.ts';
import { hasOverflow, getRemainingSize } from '#spec/value-limits.ts';
import { describeFirstProblem } from '#spec/validation-messages.ts';
import { createSchemaReader } from './schema-reader.ts';
import type { RuntimeCommand, RuntimeCommands } from '../runtime-link.ts';

/** What reads the params of each command. */
export const commandParamReaders = lazy(() =>
  mapCommands(({ params }) => createSchemaReader<z.ZodType>(params)),
);

/** What reads the result of each command, stamp included. */
const commandResultReaders = lazy(() =>
  mapCommands(({ result }) => createSchemaReader(z.object({ ...CommandStamp.shape, ...result }))),
);

/** What reads the result of each direct action. */
const actionResultReaders = lazy(
  () =>
    new Map(
      [...actionsByName.values()].map(({ name, spec }) => [name, createSchemaReader<z.ZodType>(spec.result)]),
    ),
);

const discoveryItemsReader = lazy(() => createSchemaReader(z.array(DiscoveryItem)));
const spawnablesReader = lazy(() =>
  createSchemaReader(z.array(discoveryOperations.listSpawnables.returns[200])),
);

/** As in MessagePack. What is much deeper nobody could write out again. */
const maxDepth = 128;

/** Why nobody could write out a value that has come; undefined for one that can be written. */
export const findSerializationError = (value: unknown): string | undefined => {
  if (getRemainingSize(value, maxDepth, Number.POSITIVE_INFINITY) >= 0) return undefined;
  return hasOverflow(value, maxDepth)
    ? 'it has a number that is not finite'
    : `it is nested more than ${maxDepth} deep`;
};

/** What the params of a command say of its result, beside what holds of every result of the command. */
const resultChecks: {
  readonly [C in RuntimeCommand]?: (
    params: RuntimeCommands[C]['params'],
    result: RuntimeCommands[C]['result'],
  ) => string | undefined;
} = {
  'action.run': ({ action }, { result }) =>
    findProblem(actionResultReaders().get(action)?.(result), 'result'),
  'discovery.list': ({ dataType }, { items }) =>
    findProblem((dataType === 'spawnables' ? spawnablesReader() : discoveryItemsReader())(items), 'items'),
  'properties.read': ({ property }, { properties }) =>
    property === undefined || properties.length === 1
      ? undefined
      : `properties: expected exactly 1 item, received ${properties.length}`,
};

const findProblem = (read: { readonly error?: z.ZodError | undefined } | undefined, whole: string) =>
  read?.error && describeFirstProblem(read.error, whole);

/**
 * What is wrong with the result of a command, as it came from a runtime that nobody here wrote; undefined when nothing is.
 * @param params what the command was sent with
 */
export const findResultError = <C extends RuntimeCommand>(
  command: C,
  params: RuntimeCommands[C]['params'],
  result: unknown,
): string | undefined => {
  const unwritable = findSerializationError(result);
  if (unwritable !== undefined) return unwritable;
  const { data, error } = commandResultReaders()[command](result);
  if (error) return describeFirstProblem(error);
  return resultChecks[command]?.(params, data as RuntimeCommands[C]['result']);
};

const mapCommands = <Made>(
  make: (spec: (typeof linkCommands)[LinkCommand]) => Made,
): Readonly<Record<LinkCommand, Made>> =>
  Object.fromEntries(
    Object.entries(linkCommands).map(([command, spec]) => [command, make(spec)]),
  ) as unknown as Readonly<Record<LinkCommand, Made>>;
