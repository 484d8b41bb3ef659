// biome-ignore-all lint/style/noNonNullAssertion: every step has a handler and a slot
import { convertValue } from './convert-value.ts';
import type { Json } from '#spec/values.ts';
import type { BoundContext, Evaluator, NodeDefinition } from '../nodes/dsl/define-node.ts';
import type { ActivationExecutor, EvaluationStep } from './activation-executor.ts';
import type { NodeProgram, StepProgram } from './graph-program.ts';

interface StepOwner {
  readonly node: NodeProgram;
  readonly context: BoundContext;
}

/** Creates a program step that operates on the given values. */
export const bindStep = (
  step: StepProgram,
  { node, context }: StepOwner,
  values: readonly Json[],
  executor: ActivationExecutor,
): EvaluationStep => {
  const { id, definition } = node;
  const meteredSlots = listMeteredSlots(node);
  const withMetering = (evaluate: Evaluator): Evaluator => {
    if (meteredSlots.length === 0) return evaluate;
    return (inputs, stepContext) => {
      executor.spendForValues(values, meteredSlots, id);
      return evaluate(inputs, stepContext);
    };
  };
  switch (step.kind) {
    case 'evaluate':
      return createStep(
        withMetering(createPureEvaluator(definition, step.port)),
        context.inputs,
        context,
        step.slot,
        id,
      );
    case 'live':
      return createStep(createLiveEvaluator(definition, step, values), context, context, step.slot, id);
    case 'copy': {
      const { from } = step;
      return createStep(() => values[from], undefined, context, step.slot, id);
    }
    case 'convert': {
      const { from, type, options } = step;
      return createStep(() => convertValue(type, values[from]!, options), undefined, context, step.slot, id);
    }
  }
};

/** Lists the slots of those inputs whose size is charged in steps. */
export const listMeteredSlots = ({ inputs }: NodeProgram): readonly number[] =>
  inputs.some(({ isMetered }) => isMetered)
    ? inputs.filter(({ isMetered }) => isMetered).map(({ slot }) => slot)
    : noSlots;

const noSlots: readonly never[] = [];

/**
 * Creates the evaluator of a pure node's output. The node's state is created at the first evaluation, when the node's
 * inputs are up to date.
 */
const createPureEvaluator = ({ evaluate, state }: NodeDefinition, port: string): Evaluator => {
  const body = evaluate![port]!;
  if (!state) return body;
  return (inputs, context: { state: unknown }) => {
    context.state ??= state(inputs);
    return body(inputs, context);
  };
};

/** Creates the evaluator of a live output, which keeps its value until the state of its node is created. */
const createLiveEvaluator = (
  { live, state }: NodeDefinition,
  { port, slot }: { readonly port: string; readonly slot: number },
  values: readonly Json[],
): Evaluator => {
  const body = live[port]!;
  if (!state) return body;
  return (inputs, context) => (context.state === undefined ? values[slot] : body(inputs, context));
};

const createStep = (
  evaluate: Evaluator,
  inputs: unknown,
  context: BoundContext,
  slot: number,
  nodeId: string,
): EvaluationStep => ({ evaluate, inputs, context, slot, nodeId, lastActivation: 0 });
