import type { Activation } from './executor.ts';
import type { Run } from './run.ts';

/** The nodes of a graph that listen to custom events of this name, in creation order. */
export const hearersOf = ({ graph }: Run, name: string): string[] =>
  (graph.waiting.get('custom') ?? []).filter((node) => nameOf(node) === name).map(({ nodeId }) => nodeId);

/** As it is at present: a name that is wired is worked out. */
const nameOf = ({ context, plan, values }: Activation): unknown => {
  try {
    for (const { slot, evaluate, inputs, context: own } of plan)
      values[slot] = evaluate(inputs, own) as never;
  } catch {
    return undefined;
  }
  return (context.inputs as { readonly Name: unknown }).Name;
};
