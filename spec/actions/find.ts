import { Fault } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { actionsByName, type NamedAction } from './index.ts';

/** A direct action by its dotted name in any letter case. */
export const actionNamed = (name: string): NamedAction | undefined => actionsByName.get(name.toLowerCase());

/** What is said of a name that no action has, whoever asked for it. */
export const noActionNamed = (name: string): string => `No direct action is called '${name}'.`;

/**
 * The action that a caller names.
 * @throws Fault ACTION_NOT_FOUND with the nearest names
 */
export const findAction = (name: string): NamedAction => {
  const action = actionNamed(name);
  if (action) return action;
  const names = [...actionsByName.values()].map((known) => known.name);
  throw new Fault('ACTION_NOT_FOUND', noActionNamed(name), { nearest: nearest(name, names) });
};
