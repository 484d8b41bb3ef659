import * as z from 'zod';
import { actionsByName } from '#spec/actions/index.ts';
import { DiscoveryItem } from '#spec/discovery-data-types.ts';
import { discoveryOperations } from '#spec/rest/discovery.ts';
import { CommandStamp } from '#spec/runtime-link/command-spec.ts';
import { linkCommands, type LinkCommand } from '#spec/runtime-link/commands.ts';
import { lazy } from '#spec/lazy.ts';
import { hasOverflow, getRemainingSize } from '#spec/value-limits.ts';
import { describeFirstProblem } from '#spec/validation-messages.ts';
import { createSchemaReader } from './compiled-schema-parser.ts';
import type { RuntimeCommand, RuntimeCommands } from '../runtime-link.ts';

/** The parameter parsers of each command. */
export const commandParamReaders = lazy(() =>
  mapCommands(({ params }) => createSchemaReader<z.ZodType>(params)),
);

/** The result parsers of each command. Each result includes a stamp. */
const commandResultReaders = lazy(() =>
  mapCommands(({ result }) => createSchemaReader(z.object({ ...CommandStamp.shape, ...result }))),
);

/** The result parsers of each direct action. */
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

/**
 * Maximum nesting depth, which is the same as for MessagePack. Values that are nested much deeper could not be
 * serialized.
 */
const maxDepth = 128;

/** Returns the reason why a received value can't be serialized again; `undefined` when it can be. */
export const findSerializationError = (value: unknown): string | undefined => {
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

const findProblem = (parsed: { readonly error?: z.ZodError | undefined } | undefined, problem: string) =>
  parsed?.error && describeFirstProblem(parsed.error, problem);

/**
 * Describes what is wrong with the result of a command; returns `undefined` when the result is valid.
 * @param params the parameters of the command
 */
export const findResultError = <C extends RuntimeCommand>(
  command: C,
  params: RuntimeCommands[C]['params'],
  result: unknown,
): string | undefined => {
  const serializationError = findSerializationError(result);
  if (serializationError !== undefined) return serializationError;
  const { data, error } = commandResultReaders()[command](result);
  if (error) return describeFirstProblem(error);
  return resultChecks[command]?.(params, data as RuntimeCommands[C]['result']);
};

const mapCommands = <Made>(
  createReader: (spec: (typeof linkCommands)[LinkCommand]) => Made,
): Readonly<Record<LinkCommand, Made>> =>
  Object.fromEntries(
    Object.entries(linkCommands).map(([command, spec]) => [command, createReader(spec)]),
  ) as unknown as Readonly<Record<LinkCommand, Made>>;
