// biome-ignore-all lint/style/noNonNullAssertion: the numbers of a program are valid indexes, and its connections have handlers
import { lazy } from '#spec/lazy.ts';
import { BoundNodeContext, type LatentServices } from './bound-node-context.ts';
import { convertValue } from '#spec/convert-value.ts';
import { createPortsView, createTriggerEmitter, type EvaluateLazyInput } from './port-accessors.ts';
import type { Json } from '#spec/values.ts';
import type { BoundContext, Evaluator, NodeDefinition, NodeHandler } from '../nodes/dsl/define-node.ts';
import type { NodeServices, Occurrences, RunningGraphInfo } from '../nodes/dsl/handler-context.ts';
import type { RuntimeServices } from '../runtime-services.ts';
import type {
  Activation,
  ActivationExecutor,
  ActivationOwner,
  EvaluationStep,
} from './activation-executor.ts';
import type { GraphProgram, NodeProgram, StepProgram } from './compile-graph.ts';

/** A program that has its own values and is ready to run. */
export interface BoundGraph {
  readonly program: GraphProgram;
  readonly values: Json[];
  readonly nodes: readonly BoundNode[];
  readonly byId: ReadonlyMap<string, BoundNode>;
  readonly statefulNodes: readonly BoundNode[];
  /** The activations that create the initial state of the nodes that have state. */
  readonly initializers: readonly Activation[];
  /** The event nodes that wait for each kind of occurrence, in creation order. */
  readonly eventHandlers: ReadonlyMap<keyof Occurrences, readonly Activation[]>;
  /** The event nodes that wait for each frame. */
  readonly frameHandlers: readonly Activation[];
  /** Whether a connected node waits for anything other than the start and stop of the graph. */
  readonly listensForEvents: boolean;
  /**
   * Functions that update the outputs of nodes after skipped frames. `undefined` unless the graph may sleep. A graph
   * may sleep only if its frame events have no connections and nothing else wakes the graph.
   */
  readonly catchUps: readonly (() => void)[] | undefined;
  /** The steps that evaluate live outputs, so that their values can be published. */
  readonly liveSteps: readonly EvaluationStep[];
}

export interface BoundNode {
  readonly id: string;
  readonly program: NodeProgram;
  readonly definition: NodeDefinition;
  readonly context: BoundNodeContext;
  readonly due: Activation | undefined;
  readonly done: Activation | undefined;
  readonly ended: Activation | undefined;
  readonly called: Activation | undefined;
  /**
   * Creates the node's initial state after resolving its inputs. Pure nodes create their state when they are evaluated
   * instead.
   */
  readonly initializeState: Activation | undefined;
}

interface BindOptions {
  readonly executor: ActivationExecutor;
  readonly runtime: RuntimeServices;
  readonly run: ActivationOwner;
  readonly graphInfo: RunningGraphInfo;
  createServices(node: NodeProgram): NodeServices & LatentServices;
}

/**
 * A node whose steps and activations have not been bound yet. Because steps and activations refer to each other, their
 * lists are created empty and filled later.
 */
interface NodeFrame {
  readonly node: NodeProgram;
  readonly context: BoundNodeContext;
  readonly lazy: readonly { readonly plan: readonly number[]; readonly steps: EvaluationStep[] }[];
}

const emptyList: readonly never[] = [];

/** Creates the values and contexts that a program needs to run. */
export const bindGraph = (program: GraphProgram, options: BindOptions): BoundGraph => {
  const { graphId } = program;
  const { executor, run } = options;
  const values = [...program.initial];
  const outputTargets = program.nodes.flatMap((node) => node.triggerOutputs.map((): Activation[] => []));
  const frames = createNodeFrames(program, values, outputTargets, options);
  const steps = program.steps.map((step) => bindStep(step, frames[step.node]!, values, executor));
  const resolvePlan = (plan: readonly number[]): readonly EvaluationStep[] =>
    plan.length === 0 ? emptyList : plan.map((index) => steps[index]!);

  const activationsByKind = new Map<string, Activation[]>();
  const activationsByName: Readonly<Record<string, Activation>>[] = [];
  const nodes = frames.map(({ node, context, lazy }): BoundNode => {
    const { id, definition, reachesLazy } = node;
    const plan = resolvePlan(node.plan);
    const category = definition.type.enumValue;
    const meteredSlots = listMeteredSlots(node);
    const createActivation = (
      handler: NodeHandler,
      port: string | undefined,
      resolvesInputs: boolean,
    ): Activation => ({
      handler,
      context,
      plan: resolvesInputs ? plan : emptyList,
      meteredSlots: resolvesInputs ? meteredSlots : emptyList,
      skipsEvaluatedSteps: reachesLazy,
      values,
      run,
      nodeId: id,
      event: port === undefined ? undefined : { graphId, nodeId: id, category, port },
      endMarker: undefined,
    });
    const firstOutput = node.triggerOutputs[0]?.name ?? '';
    const createsState = definition.state && !definition.evaluate;

    for (const { plan: lazyPlan, steps: lazySteps } of lazy) lazySteps.push(...resolvePlan(lazyPlan));
    if (definition.resume) context.continuation = [createActivation(definition.resume, undefined, false)];
    activationsByName.push(
      mapValues(definition.on, (handler, port) => createActivation(handler, port, true)),
    );
    for (const [kind, handler] of Object.entries(definition.when)) {
      const activation = createActivation(handler, firstOutput, true);
      const existing = activationsByKind.get(kind);
      if (existing) existing.push(activation);
      else activationsByKind.set(kind, [activation]);
    }
    return {
      id,
      program: node,
      definition,
      context,
      due: definition.due && createActivation(definition.due, firstOutput, false),
      done: definition.done && createActivation(definition.done, firstOutput, false),
      ended: definition.ended && createActivation(definition.ended, firstOutput, false),
      called: definition.called && createActivation(definition.called, firstOutput, false),
      initializeState: createsState ? createActivation(initializeNodeState, undefined, true) : undefined,
    };
  });

  program.nodes
    .flatMap((node) => node.triggerOutputs)
    .forEach(({ targets }, index) => {
      outputTargets[index]!.push(...targets.map(({ node, input }) => activationsByName[node]![input]!));
    });
  return {
    program,
    values,
    nodes,
    statefulNodes: nodes.filter(({ definition }) => definition.state),
    initializers: nodes.flatMap(({ initializeState }) => initializeState ?? emptyList),
    eventHandlers: activationsByKind as Map<keyof Occurrences, Activation[]>,
    frameHandlers: activationsByKind.get('frame') ?? emptyList,
    listensForEvents: program.nodes.some(listensForEvents),
    catchUps: collectCatchUps(nodes, activationsByKind),
    byId: new Map(nodes.map((node) => [node.id, node])),
    liveSteps: program.steps.flatMap(({ kind }, index) => (kind === 'live' ? steps[index]! : [])),
  };
};

const createNodeFrames = (
  program: GraphProgram,
  values: Json[],
  outputTargets: readonly (readonly Activation[])[],
  { executor, runtime, graphInfo, createServices }: BindOptions,
): NodeFrame[] => {
  const slots: number[] = [];
  const connectedTriggers = lazy(() => collectConnectedTriggerInputs(program));
  const getConnectedTriggers = (nodeId: string): ReadonlySet<string> =>
    connectedTriggers().get(nodeId) ?? new Set();
  const sharedContext = {
    runtime,
    graph: graphInfo,
    values,
    push: executor.pushTargets,
    getConnectedTriggers,
    createServices,
  };
  let outputCount = 0;

  const createView = (
    ports: readonly { readonly name: string; readonly slot: number }[],
    pulls?: LazyPulls,
  ) => {
    const first = slots.push(...ports.map(({ slot }) => slot)) - ports.length;
    return createPortsView(
      ports.map(({ name }) => name),
      { values, slots, first },
      pulls,
    );
  };

  return program.nodes.map((node): NodeFrame => {
    const declared = node.inputs.filter(({ name }) => name in node.definition.inputs);
    const lazyInputs = declared.map(
      ({ lazyPlan }) => lazyPlan && { plan: lazyPlan, steps: [] as EvaluationStep[] },
    );
    const isLazy = lazyInputs.some((input) => input);
    const pulls = isLazy
      ? lazyInputs.map((input) => input && createPull(executor, values, input.steps))
      : undefined;
    const names = node.triggerOutputs.map(({ name }) => name);
    const nodeView = {
      node,
      inputs: createView(declared, pulls),
      outputs: createView(node.outputs),
      emit: createTriggerEmitter(names, executor.pushTargets, outputTargets, outputCount),
    };
    outputCount += names.length;
    return {
      node,
      context: new BoundNodeContext(nodeView, sharedContext),
      lazy: isLazy ? lazyInputs.filter((input) => input !== undefined) : emptyList,
    };
  });
};

const hasConnectedTriggerOutput = ({ triggerOutputs }: NodeProgram): boolean =>
  triggerOutputs.some(({ targets }) => targets.length > 0);

const listensForEvents = (node: NodeProgram): boolean =>
  hasConnectedTriggerOutput(node) &&
  Object.keys(node.definition.when).some((kind) => kind !== 'start' && kind !== 'stop');

const collectCatchUps = (
  nodes: readonly BoundNode[],
  activationsByKind: ReadonlyMap<string, unknown>,
): BoundGraph['catchUps'] => {
  for (const kind of activationsByKind.keys())
    if (kind !== 'start' && kind !== 'stop' && kind !== 'frame') return undefined;
  const perFrame = nodes.filter(({ definition }) => definition.when.frame);
  if (perFrame.some(({ program, definition }) => hasConnectedTriggerOutput(program) || !definition.catchUp))
    return undefined;
  return perFrame.map(
    ({ definition: { catchUp }, context }) =>
      () =>
        catchUp!(context),
  );
};

type LazyPulls = readonly (EvaluateLazyInput | undefined)[];

const collectConnectedTriggerInputs = ({ nodes }: GraphProgram): ReadonlyMap<string, ReadonlySet<string>> => {
  const connectedInputs = new Map<string, Set<string>>();
  for (const { node, input } of nodes.flatMap(({ triggerOutputs }) =>
    triggerOutputs.flatMap(({ targets }) => targets),
  )) {
    const { id } = nodes[node]!;
    const existing = connectedInputs.get(id);
    if (existing) existing.add(input);
    else connectedInputs.set(id, new Set([input]));
  }
  return connectedInputs;
};

const mapValues = <T, U>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => U) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

const createPull =
  (executor: ActivationExecutor, values: Json[], steps: readonly EvaluationStep[]): EvaluateLazyInput =>
  () =>
    executor.evaluateLazyInput(values, steps);

const initializeNodeState: NodeHandler = (context: BoundNodeContext) => context.prepare();

interface StepOwner {
  readonly node: NodeProgram;
  readonly context: BoundContext;
}

/** Creates a program step that operates on the given values. */
const bindStep = (
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
const listMeteredSlots = ({ inputs }: NodeProgram): readonly number[] =>
  inputs.some(({ isMetered }) => isMetered)
    ? inputs.filter(({ isMetered }) => isMetered).map(({ slot }) => slot)
    : emptyList;

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
