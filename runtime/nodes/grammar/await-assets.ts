import { assetsIn } from '#spec/actions/assets-in.ts';
import { findAction } from '#spec/actions/find.ts';
import type { Json } from '#spec/values.ts';
import type { Job, NodeServices } from './context.ts';

/** A call of an action whose parameters are parsed. A type, as all outcomes of jobs: it is also a JSON value to the compiler. */
export type ActionCall = { readonly action: string; readonly parameters: Record<string, Json> };

type Context = Pick<NodeServices, 'world' | 'graph'> & { launch(job: Job): void };

/**
 * Has the files read that a call names, where that has not been done yet. The node's `done` body is then handed the
 * call; whatever came of the reading, the action tells of it.
 * @returns whether there is something to wait for
 */
export const awaitAssets = (
  call: ActionCall,
  { world: { assets, readAssets }, graph, launch }: Context,
): boolean => {
  const unread = assetsIn(findAction(call.action).spec, call.parameters).filter(assets.isUnread);
  if (unread.length === 0 || graph.isStopping) return false;
  launch((finish) => void readAssets(unread).finally(() => finish(call)));
  return true;
};
