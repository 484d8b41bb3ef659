/** The service's capabilities: those in the contract, limited to what the connected runtime supports. */
import {
  canRunAction,
  canRunNodeType,
  type RuntimeCapabilities,
  type RuntimeLink,
} from '#runtime/link/runtime-link.ts';
import { getAction } from '#spec/actions/find-action.ts';
import { actions, type NamedAction } from '#spec/actions/index.ts';
import { dataTypeNames, dataTypes } from '#spec/discovery-data-types.ts';
import { ApiError } from '#spec/errors.ts';
import { events } from '#spec/events.ts';
import type { NodeType } from '#spec/node-type.ts';
import type { LinkCommandParams, LinkCommandResult } from '#spec/runtime-link/commands.ts';
import type { ActionCategories, ActionSpec } from '#spec/contract/action-spec.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';

type CapableLink = Pick<RuntimeLink, 'capabilities'>;

/** Whether the runtime supports a node type. Every runtime supports notes, because they never run. */
export const isNodeTypeSupported = ({ capabilities }: CapableLink, { kind, enumValue }: NodeType): boolean =>
  kind === 'note' || canRunNodeType(capabilities, enumValue);

/**
 * Checks that the runtime supports an action, or that the service carries it out.
 * @throws ApiError ACTION_NOT_FOUND otherwise
 */
export const requireSupportedAction = ({ capabilities }: CapableLink, { name, spec }: NamedAction): void => {
  if (spec.byService || canRunAction(capabilities, name)) return;
  throw new ApiError('ACTION_NOT_FOUND', `The runtime ${capabilities?.name} does not have ${name}.`);
};

/**
 * Finds an action of the service, or of the connected runtime's own.
 * @throws ApiError ACTION_NOT_FOUND with similar names
 */
export const findAction = ({ capabilities }: CapableLink, name: string): NamedAction =>
  getAction(name, capabilities?.extension?.actions);

/** Returns the supported actions, grouped by category. A runtime's own actions come last. */
export const getSupportedActions = (abilities: RuntimeCapabilities | undefined): ActionCategories => {
  if (!abilities) return actions;
  const groups = Object.entries<Readonly<Record<string, ActionSpec>>>(actions).map(([category, group]) => {
    const supported = Object.entries(group).filter(
      ([name, { byService }]) => byService || canRunAction(abilities, `${category}.${name}`),
    );
    return [category, Object.fromEntries(supported)] as const;
  });
  const { prefix = '', actions: own } = abilities.extension ?? {};
  const ownGroup = Object.fromEntries([...(own?.values() ?? [])].map(({ action, spec }) => [action, spec]));
  return Object.fromEntries(
    [...groups, [prefix, ownGroup] as const].filter(([, group]) => Object.keys(group).length > 0),
  );
};

/** Returns the event types that can occur with a runtime's capabilities. A runtime's own types come last. */
export const getSupportedEvents = (
  abilities: RuntimeCapabilities | undefined,
): Readonly<Record<string, EventSpec>> =>
  Object.fromEntries([
    ...Object.entries<EventSpec>(events).filter(
      ([type, { byService }]) => !abilities || byService || abilities.events.has(type),
    ),
    ...(abilities?.extension?.events ?? []),
  ]);

/** Returns the data types of discovery. A runtime's own data types come last. */
export const listDataTypes = ({ capabilities }: CapableLink) => [
  ...dataTypeNames.map((dataType) => ({
    dataType: dataType as string,
    description: dataTypes[dataType].description,
    needsRuntime: 'needsRuntime' in dataTypes[dataType],
  })),
  ...(capabilities?.extension?.dataTypes ?? []).map(({ name, description }) => ({
    ...{ dataType: name, description },
    needsRuntime: true,
  })),
];

/**
 * Lists the items of a data type from the runtime. A runtime that doesn't support the data type has no items.
 * @throws ApiError RUNTIME_NOT_CONNECTED, or the runtime's error
 */
export const discoverItems = async (
  link: RuntimeLink,
  dataType: LinkCommandParams<'discovery.list'>['dataType'],
): Promise<LinkCommandResult<'discovery.list'>['items']> => {
  const isSupported = link.capabilities?.discovery.has(dataType) ?? true;
  if (link.connected && !isSupported) return [];
  return (await link.request('discovery.list', { dataType })).items;
};
