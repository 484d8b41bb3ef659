import type { Activation } from './activation-executor.ts';
import type { GraphRun } from './graph-run.ts';

/** Lists the nodes of a graph that listen for custom events with this name, in creation order. */
export const findCustomEventListeners = ({ graph }: GraphRun, name: string): string[] =>
  (graph.eventHandlers.get('custom') ?? [])
    .filter((node) => evaluateEventName(node) === name)
    .map(({ nodeId }) => nodeId);

/** Returns the current event name. If the name is connected, it is evaluated. */
const evaluateEventName = ({ context, plan, values }: Activation): unknown => {
  try {
    for (const { slot, evaluate, inputs, context: stepContext } of plan)
      values[slot] = evaluate(inputs, stepContext) as never;
  } catch {
    return undefined;
  }
  return (context.inputs as { readonly Name: unknown }).Name;
};
