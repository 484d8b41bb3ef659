/** The service's capabilities: those in the contract, limited to what the connected runtime supports. */
import {
  canRunAction,
  canRunNodeType,
  type RuntimeCapabilities,
  type RuntimeLink,
} from '#runtime/link/runtime-link.ts';
import { actions, type NamedAction } from '#spec/actions/index.ts';
import { type DataType, dataTypeNames } from '#spec/discovery-data-types.ts';
import { ApiError } from '#spec/errors.ts';
import { events } from '#spec/events.ts';
import type { NodeType } from '#runtime/link/node-type.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';

type CapableLink = Pick<RuntimeLink, 'capabilities'>;

/** Whether the runtime supports a node type. Every runtime supports notes, because they never run. */
export const isNodeTypeSupported = ({ capabilities }: CapableLink, { kind, enumValue }: NodeType): boolean =>
  kind === 'note' || canRunNodeType(capabilities, enumValue);

/**
 * Checks that the runtime supports an action.
 * @throws ApiError ACTION_NOT_FOUND if the runtime doesn't support it
 */
export const requireSupportedAction = ({ capabilities }: CapableLink, { name }: NamedAction): void => {
  if (canRunAction(capabilities, name)) return;
  throw new ApiError('ACTION_NOT_FOUND', `The runtime ${capabilities?.name} does not have ${name}.`);
};

/** Returns the supported actions, grouped by category. */
export const getSupportedActions = (abilities: RuntimeCapabilities | undefined): typeof actions => {
  if (!abilities) return actions;
  const groups = Object.entries<Readonly<Record<string, ActionSpec>>>(actions).map(([category, group]) => {
    const supported = Object.entries(group).filter(([name]) =>
      canRunAction(abilities, `${category}.${name}`),
    );
    return [category, Object.fromEntries(supported)] as const;
  });
  return Object.fromEntries(groups.filter(([, group]) => Object.keys(group).length > 0)) as typeof actions;
};

/** Returns the event types that can occur with a runtime's capabilities. */
export const getSupportedEvents = (
  abilities: RuntimeCapabilities | undefined,
): Readonly<Record<string, EventSpec>> =>
  Object.fromEntries(
    Object.entries<EventSpec>(events).filter(
      ([type, { byService }]) => !abilities || byService || abilities.events.has(type),
    ),
  );

/**
 * Returns the data types that are available for discovery. Without capabilities, all are returned; `input-info` is
 * always included.
 */
export const listSupportedDataTypes = ({ capabilities }: CapableLink): readonly DataType[] =>
  dataTypeNames.filter((name) => !capabilities || name === 'input-info' || capabilities.discovery.has(name));
