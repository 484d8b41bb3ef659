import { ApiError } from '../errors.ts';
import { suggestNames } from '../suggest-names.ts';
import { actionsByName, type NamedAction } from './index.ts';

/** A direct action by its dotted name in any letter case. */
export const findActionByName = (name: string): NamedAction | undefined =>
  actionsByName.get(name.toLowerCase());

/** What is said of a name that no action has, whoever asked for it. */
export const describeUnknownAction = (name: string): string => `No direct action is called '${name}'.`;

/**
 * The action that a caller names.
 * @throws Fault ACTION_NOT_FOUND with the nearest names
 */
export const getAction = (name: string): NamedAction => {
  const action = findActionByName(name);
  if (action) return action;
  const names = [...actionsByName.values()].map((known) => known.name);
  throw new ApiError('ACTION_NOT_FOUND', describeUnknownAction(name), { nearest: suggestNames(name, names) });
};
