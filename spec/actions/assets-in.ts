/** Which assets a call of an action names, as its contract declares. */
import * as z from 'zod';
import type { ActionSpec } from '../contract/action.ts';

const isSelector = (schema: unknown): boolean => {
  if (!(schema instanceof z.ZodType)) return false;
  if (schema.meta()?.['x-port-type'] === 'AssetSelector') return true;
  return (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) && isSelector(schema.unwrap());
};

const selectors = new WeakMap<ActionSpec, readonly string[]>();

const selectorsOf = (action: ActionSpec): readonly string[] => {
  const known = selectors.get(action);
  if (known) return known;
  const { shape } = action.parameters;
  const names = Object.keys(shape).filter((name) => isSelector(shape[name]));
  selectors.set(action, names);
  return names;
};

/** Whether calls of an action may name assets. */
export const namesAssets = (action: ActionSpec): boolean => selectorsOf(action).length > 0;

const none: readonly string[] = [];

/** The tags of the assets in the parameters of a call; none for most actions. */
export const assetsIn = (
  action: ActionSpec,
  parameters: Readonly<Record<string, unknown>>,
): readonly string[] => {
  const names = selectorsOf(action);
  if (names.length === 0) return none;
  return names.flatMap((name) => {
    const tag = parameters[name];
    return typeof tag === 'string' && tag !== '' ? [tag] : [];
  });
};
