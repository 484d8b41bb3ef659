import { ApiError } from '../errors.ts';
import { suggestNames } from '../suggest-names.ts';
import { actionsByName, type NamedAction } from './index.ts';

/** Finds a direct action by its dotted name, which is not case-sensitive. */
export const findActionByName = (name: string): NamedAction | undefined =>
  actionsByName.get(name.toLowerCase());

const noActions: ReadonlyMap<string, NamedAction> = new Map();

/** Returns the message for an unknown action, which is the same for REST, the hub and nodes. */
export const describeUnknownAction = (name: string): string => `There is no direct action '${name}'.`;

/**
 * Returns the action with the given name.
 * @param own further actions, keyed by their names in lower case
 * @throws ApiError ACTION_NOT_FOUND with similar names
 */
export const getAction = (name: string, own: ReadonlyMap<string, NamedAction> = noActions): NamedAction => {
  const action = own.get(name.toLowerCase()) ?? findActionByName(name);
  if (action) return action;
  const names = [...actionsByName.values(), ...own.values()].map((candidate) => candidate.name);
  throw new ApiError('ACTION_NOT_FOUND', describeUnknownAction(name), { nearest: suggestNames(name, names) });
};
