import { ApiError } from '../errors.ts';
import { suggestNames } from '../suggest-names.ts';
import { actionsByName, type NamedAction } from './index.ts';

/** Finds a direct action by its dotted name, which is not case-sensitive. */
export const findActionByName = (name: string): NamedAction | undefined =>
  actionsByName.get(name.toLowerCase());

/** Returns the message for an unknown action, which is the same for REST, the hub and nodes. */
export const describeUnknownAction = (name: string): string => `There is no direct action '${name}'.`;

/**
 * Returns the action with the given name.
 * @throws ApiError ACTION_NOT_FOUND with similar names
 */
export const getAction = (name: string): NamedAction => {
  const action = findActionByName(name);
  if (action) return action;
  const names = [...actionsByName.values()].map((candidate) => candidate.name);
  throw new ApiError('ACTION_NOT_FOUND', describeUnknownAction(name), { nearest: suggestNames(name, names) });
};
