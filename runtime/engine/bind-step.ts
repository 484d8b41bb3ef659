// biome-ignore-all lint/style/noNonNullAssertion: what a step names has a body and a slot
import { convertTo } from './convert.ts';
import type { Json } from '#spec/values.ts';
import type { BoundContext, Evaluate, NodeDefinition } from '../nodes/grammar/node.ts';
import type { Executor, Step } from './executor.ts';
import type { NodeProgram, StepProgram } from './program.ts';

interface Owner {
  readonly node: NodeProgram;
  readonly context: BoundContext;
}

/** Makes a step of a program that works on these values. */
export const bindStep = (
  step: StepProgram,
  { node, context }: Owner,
  values: readonly Json[],
  executor: Executor,
): Step => {
  const { id, definition } = node;
  const weighed = weighedOf(node);
  const weighing = (evaluate: Evaluate): Evaluate => {
    if (weighed.length === 0) return evaluate;
    return (inputs, own) => {
      executor.weigh(values, weighed, id);
      return evaluate(inputs, own);
    };
  };
  switch (step.kind) {
    case 'evaluate':
      return stepOf(weighing(evaluateOf(definition, step.port)), context.inputs, context, step.slot, id);
    case 'live':
      return stepOf(liveOf(definition, step, values), context, context, step.slot, id);
    case 'copy': {
      const { from } = step;
      return stepOf(() => values[from], undefined, context, step.slot, id);
    }
    case 'convert': {
      const { from, type, options } = step;
      return stepOf(() => convertTo(type, values[from]!, options), undefined, context, step.slot, id);
    }
  }
};

/** Slots of the inputs whose size counts among the steps. */
export const weighedOf = ({ inputs }: NodeProgram): readonly number[] =>
  inputs.some(({ weighs }) => weighs) ? inputs.filter(({ weighs }) => weighs).map(({ slot }) => slot) : none;

const none: readonly never[] = [];

/** A pure node makes its state when it is first evaluated, with its inputs up to date. */
const evaluateOf = ({ evaluate, state }: NodeDefinition, port: string): Evaluate => {
  const body = evaluate![port]!;
  if (!state) return body;
  return (inputs, context: { state: unknown }) => {
    context.state ??= state(inputs);
    return body(inputs, context);
  };
};

/** Until the state of its node is made, a live output holds what it held. */
const liveOf = (
  { live, state }: NodeDefinition,
  { port, slot }: { readonly port: string; readonly slot: number },
  values: readonly Json[],
): Evaluate => {
  const body = live[port]!;
  if (!state) return body;
  return (inputs, context) => (context.state === undefined ? values[slot] : body(inputs, context));
};

const stepOf = (
  evaluate: Evaluate,
  inputs: unknown,
  context: BoundContext,
  slot: number,
  nodeId: string,
): Step => ({ evaluate, inputs, context, slot, nodeId, stamp: 0 });
