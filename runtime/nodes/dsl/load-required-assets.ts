import { getAction } from '#spec/actions/find-action.ts';
import { findRequiredAssets } from '../../scene/assets/required-assets.ts';
import type { Json } from '#spec/values.ts';
import type { Job, NodeServices } from './handler-context.ts';

/** A call of an action whose parameters are parsed. A type, as all outcomes of jobs: it is also a JSON value to the compiler. */
export type ActionCall = { readonly action: string; readonly parameters: Record<string, Json> };

type Context = Pick<NodeServices, 'runtime' | 'graph'> & { startJob(job: Job): void };

/**
 * Has the files read that a call names, where that has not been done yet. The node's `done` body is then handed the
 * call; whatever came of the reading, the action tells of it.
 * @returns whether there is something to wait for
 */
export const loadRequiredAssets = (
  call: ActionCall,
  { runtime: { assets, loadAssets }, graph, startJob }: Context,
): boolean => {
  const need = findRequiredAssets(getAction(call.action).spec, call.parameters, assets);
  if (!need || graph.isStopping) return false;
  startJob((finish) => void loadAssets(need).then(() => finish(call)));
  return true;
};
