import { getAction } from '#spec/actions/find-action.ts';
import { findRequiredAssets } from '../../scene/assets/prepare-commands.ts';
import type { Json } from '#spec/values.ts';
import type { Job, NodeServices } from './handler-context.ts';

/**
 * An action call with parsed parameters. This is a type alias instead of an interface so that the compiler accepts it
 * as a JSON value.
 */
export type ActionCall = { readonly action: string; readonly parameters: Record<string, Json> };

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
  const required = findRequiredAssets(getAction(call.action).spec, call.parameters, assets);
  if (!required || graph.isStopping) return false;
  startJob((finish) => void loadAssets(required).then(() => finish(call)));
  return true;
};
