/** The capabilities of the service: those of the contract, limited to what the connected runtime supports. */
import { actions } from '#spec/actions/index.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';
import { type DataType, dataTypeNames } from '#spec/discovery-data-types.ts';
import { ApiError } from '#spec/errors.ts';
import { events } from '#spec/events.ts';
import { canDo, canRun, type RuntimeAbilities } from '#runtime/link/abilities.ts';
import type { RuntimeLink } from '#runtime/link/protocol.ts';
import type { NodeType } from '#runtime/nodes/dsl/node-type.ts';
import type { NamedAction } from '#spec/actions/index.ts';

type CapableLink = Pick<RuntimeLink, 'abilities'>;

/** Notes never run, so every runtime supports them. */
export const isNodeTypeSupported = ({ abilities }: CapableLink, { kind, enumValue }: NodeType): boolean =>
  kind === 'note' || canRun(abilities, enumValue);

/** @throws ApiError ACTION_NOT_FOUND if the runtime doesn't support the action */
export const requireSupportedAction = ({ abilities }: CapableLink, { name }: NamedAction): void => {
  if (canDo(abilities, name)) return;
  throw new ApiError('ACTION_NOT_FOUND', `The runtime ${abilities?.name} does not support ${name}.`);
};

/** Returns the supported actions by category. */
export const getSupportedActions = (abilities: RuntimeAbilities | undefined): typeof actions => {
  if (!abilities) return actions;
  const groups = Object.entries<Readonly<Record<string, ActionSpec>>>(actions).map(([category, group]) => {
    const offered = Object.entries(group).filter(([name]) => canDo(abilities, `${category}.${name}`));
    return [category, Object.fromEntries(offered)] as const;
  });
  return Object.fromEntries(groups.filter(([, group]) => Object.keys(group).length > 0)) as typeof actions;
};

/** Returns the event types that may occur. */
export const getSupportedEvents = (
  abilities: RuntimeAbilities | undefined,
): Readonly<Record<string, EventSpec>> =>
  Object.fromEntries(
    Object.entries<EventSpec>(events).filter(
      ([type, { byService }]) => !abilities || byService || abilities.events.has(type),
    ),
  );

/** Lists the data types for discovery. Those that inputs can name are known without a runtime. */
export const listSupportedDataTypes = ({ abilities }: CapableLink): readonly DataType[] =>
  dataTypeNames.filter((name) => !abilities || name === 'input-info' || abilities.discovery.has(name));
