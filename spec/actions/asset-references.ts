/** Finds the assets that an action call references, as declared in the action's contract. */
import * as z from 'zod';
import type { ActionSpec } from '../contract/action-spec.ts';

const isAssetSelector = (schema: unknown): boolean => {
  if (!(schema instanceof z.ZodType)) return false;
  if (schema.meta()?.['x-port-type'] === 'AssetSelector') return true;
  return (
    (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) && isAssetSelector(schema.unwrap())
  );
};

const selectorsByAction = new WeakMap<ActionSpec, readonly string[]>();

const listAssetParameters = (action: ActionSpec): readonly string[] => {
  const cached = selectorsByAction.get(action);
  if (cached) return cached;
  const { shape } = action.parameters;
  const names = Object.keys(shape).filter((name) => isAssetSelector(shape[name]));
  selectorsByAction.set(action, names);
  return names;
};

/** Whether calls to an action can reference assets. */
export const takesAssets = (action: ActionSpec): boolean => listAssetParameters(action).length > 0;

const noTags: readonly string[] = [];

/** Returns the tags of the assets that a call's parameters reference. Most actions reference none. */
export const listReferencedAssets = (
  action: ActionSpec,
  parameters: Readonly<Record<string, unknown>>,
): readonly string[] => {
  const names = listAssetParameters(action);
  if (names.length === 0) return noTags;
  return names.flatMap((name) => {
    const tag = parameters[name];
    return typeof tag === 'string' && tag !== '' ? [tag] : [];
  });
};
