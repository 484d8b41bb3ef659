import { findActionByName } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { ApiError } from '#spec/errors.ts';
import { findRequiredAssets } from '../../scene/assets/prepare-commands.ts';
import { LimitExceededError } from '../../scene/limit-exceeded-error.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { Json } from '#spec/values.ts';
import type { SceneObject } from '../../scene/scene-object.ts';
import type { Job, NodeServices } from './handler-context.ts';

/** Finds the object with this tag. Writes a warning when there is no such object. */
export const findObjectOrWarn = (
  tag: string,
  { runtime, warnOnce }: NodeServices,
): SceneObject | undefined => {
  const object = runtime.scene.find(tag);
  if (!object) warnOnce(tag === '' ? 'No object is chosen.' : `No scene object has the tag "${tag}".`);
  return object;
};

/** Runs an operation. If the operation is rejected, writes the reason to the console and returns null. */
export const warnOnFailure = <T>(
  operation: () => T,
  { warnOnce }: Pick<NodeServices, 'warnOnce'>,
): T | null => {
  try {
    return operation();
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    // An exceeded limit has already been logged as an error.
    if (!(failure instanceof LimitExceededError)) warnOnce(failure.reason);
    return null;
  }
};

/**
 * An action call with parsed parameters. This is a type alias instead of an interface so that the compiler accepts it
 * as a JSON value.
 */
export type ActionCall = { readonly action: string; readonly parameters: Record<string, Json> };

/** @throws ApiError INVALID_PARAMETERS */
export const createActionCall = (
  action: NamedAction,
  parameters: Readonly<Record<string, unknown>>,
): ActionCall => ({
  action: action.name,
  parameters: parseParameters(action, parameters) as Record<string, Json>,
});

type Context = Pick<NodeServices, 'runtime' | 'graph'> & { startJob(job: Job): void };

/**
 * Loads the asset files that an action call needs, unless they are loaded already. The node's `done` handler then
 * receives the call. If loading fails, the action itself reports the failure.
 * @returns whether loading has started
 */
export const loadRequiredAssets = (
  call: ActionCall,
  { runtime: { assets, loadAssets }, graph, startJob }: Context,
): boolean => {
  const spec = findActionByName(call.action)?.spec;
  const required = spec && findRequiredAssets(spec, call.parameters, assets);
  if (!required || graph.isStopping) return false;
  startJob((finish) => void loadAssets(required).then(() => finish(call)));
  return true;
};
