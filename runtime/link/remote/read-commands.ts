import * as z from 'zod';
import { actionsByName } from '#spec/actions/index.ts';
import { DiscoveryItem } from '#spec/discovery-data-types.ts';
import { discoveryOperations } from '#spec/rest/discovery.ts';
import { CommandStamp } from '#spec/runtime-link/command-spec.ts';
import { linkCommands, type LinkCommand } from '#spec/runtime-link/commands.ts';
import { lazy } from '#spec/lazy.ts';
import { hasOverflow, getRemainingSize } from '#spec/value-limits.ts';
import { describeFirstProblem } from '#spec/validation-messages.ts';
import { readerOf } from './read-as.ts';
import type { RuntimeCommand, RuntimeCommands } from '../protocol.ts';

/** What reads the params of each command. */
export const readParams = lazy(() => ofEach(({ params }) => readerOf<z.ZodType>(params)));

/** What reads the result of each command, stamp included. */
const readResults = lazy(() =>
  ofEach(({ result }) => readerOf(z.object({ ...CommandStamp.shape, ...result }))),
);

/** What reads the result of each direct action. */
const readActionResults = lazy(
  () =>
    new Map([...actionsByName.values()].map(({ name, spec }) => [name, readerOf<z.ZodType>(spec.result)])),
);

const readItems = lazy(() => readerOf(z.array(DiscoveryItem)));
const readSpawnables = lazy(() => readerOf(z.array(discoveryOperations.listSpawnables.returns[200])));

/** As in MessagePack. What is much deeper nobody could write out again. */
const deepest = 128;

/** Why nobody could write out a value that has come; undefined for one that can be written. */
export const whyUnwritable = (value: unknown): string | undefined => {
  if (getRemainingSize(value, deepest, Number.POSITIVE_INFINITY) >= 0) return undefined;
  return hasOverflow(value, deepest)
    ? 'it has a number that is not finite'
    : `it is nested more than ${deepest} deep`;
};

/** What the params of a command say of its result, beside what holds of every result of the command. */
const checks: {
  readonly [C in RuntimeCommand]?: (
    params: RuntimeCommands[C]['params'],
    result: RuntimeCommands[C]['result'],
  ) => string | undefined;
} = {
  'action.run': ({ action }, { result }) => problemIn(readActionResults().get(action)?.(result), 'result'),
  'discovery.list': ({ dataType }, { items }) =>
    problemIn((dataType === 'spawnables' ? readSpawnables() : readItems())(items), 'items'),
  'properties.read': ({ property }, { properties }) =>
    property === undefined || properties.length === 1
      ? undefined
      : `properties: expected exactly 1 item, received ${properties.length}`,
};

const problemIn = (read: { readonly error?: z.ZodError | undefined } | undefined, whole: string) =>
  read?.error && describeFirstProblem(read.error, whole);

/**
 * What is wrong with the result of a command, as it came from a runtime that nobody here wrote; undefined when nothing is.
 * @param params what the command was sent with
 */
export const faultInResult = <C extends RuntimeCommand>(
  command: C,
  params: RuntimeCommands[C]['params'],
  result: unknown,
): string | undefined => {
  const unwritable = whyUnwritable(result);
  if (unwritable !== undefined) return unwritable;
  const { data, error } = readResults()[command](result);
  if (error) return describeFirstProblem(error);
  return checks[command]?.(params, data as RuntimeCommands[C]['result']);
};

const ofEach = <Made>(
  make: (spec: (typeof linkCommands)[LinkCommand]) => Made,
): Readonly<Record<LinkCommand, Made>> =>
  Object.fromEntries(
    Object.entries(linkCommands).map(([command, spec]) => [command, make(spec)]),
  ) as unknown as Readonly<Record<LinkCommand, Made>>;
