// biome-ignore-all lint/style/noNonNullAssertion: the numbers of a program lead into it, and what its steps and wires name has a body
import { endBody } from './executor.ts';
import { convertTo } from './convert.ts';
import type { EventType } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import type { Job, NodeServices, Occurrences, OnRetrigger } from '../nodes/grammar/context.ts';
import type { Body, BoundContext, Evaluate, NodeDefinition } from '../nodes/grammar/node.ts';
import type { Activation, Announcement, Executor, Step } from './executor.ts';
import type { InputProgram, NodeProgram, Program, StepProgram } from './program.ts';
import type { MakeViews, Pull, View } from './views.ts';

/** What bodies may do with the pending work of their node. */
export interface LatentServices {
  schedule(seconds: number, onRetrigger?: OnRetrigger): void;
  launch(job: Job): void;
  awaitEnd(id: string, by: string, types: readonly EventType[]): void;
  awaited(): readonly string[];
  cancel(): void;
  remaining(): number;
  halt(): void;
}

/** A program with values of its own, ready to run. */
export interface BoundGraph {
  readonly program: Program;
  readonly values: Json[];
  readonly nodes: readonly BoundNode[];
  readonly byId: ReadonlyMap<string, BoundNode>;
  /** The event nodes that wait for each kind of occurrence, in creation order. */
  readonly waiting: ReadonlyMap<keyof Occurrences, readonly Waiting[]>;
  /** Brings live outputs up to date, so that their values can be published. */
  readonly live: readonly Step[];
}

export interface Waiting {
  readonly nodeId: string;
  readonly activation: Activation;
}

export interface BoundNode {
  readonly id: string;
  readonly program: NodeProgram;
  readonly definition: NodeDefinition;
  readonly context: BoundContext & { state: unknown };
  readonly due: Activation | undefined;
  readonly done: Activation | undefined;
  readonly ended: Activation | undefined;
  /** Makes the first state, after resolving the inputs. Pure nodes make theirs when they are evaluated. */
  readonly prepare: Activation | undefined;
}

interface Binding {
  readonly executor: Executor;
  readonly views: MakeViews;
  servicesOf(nodeId: string, category: string): NodeServices & LatentServices;
}

/** The inputs of a node as its bodies see them. */
interface BoundInputs {
  readonly view: View;
  readonly lazy: Frame['lazy'];
}

/** Steps and activations refer to each other, so they are first made as empty lists and then filled. */
interface Frame {
  readonly node: NodeProgram;
  readonly context: NodeContext;
  readonly lazy: readonly { readonly plan: readonly number[]; readonly steps: Step[] }[];
  readonly exits: readonly Activation[][];
  readonly continuation: Activation[];
  readonly wired: Set<string>;
}

type NodeContext = BoundContext & NodeServices & LatentServices & { state: unknown; wiredType: unknown };

/** Gives a program values and contexts. */
export const bind = (program: Program, binding: Binding): BoundGraph => {
  const { graphId } = program;
  const values = [...program.initial];
  // The views first and on their own: they are what is read at every step, so they had better lie side by side.
  const inputs = program.nodes.map((node) => inputsOf(node, values, binding));
  const frames = program.nodes.map((node, index) => frameOf(node, values, inputs[index]!, binding));
  const steps = program.steps.map((step) => bindStep(step, frames[step.node]!, values, binding));
  const stepsOf = (plan: readonly number[]): Step[] => plan.map((index) => steps[index]!);

  const waiting = new Map<string, Waiting[]>();
  const bodies: Readonly<Record<string, Activation>>[] = [];
  const nodes = frames.map(({ node, context, lazy, continuation }): BoundNode => {
    const { id, definition, reachesLazy } = node;
    const plan = stepsOf(node.plan);
    const category = definition.type.enumValue;
    const weighed = weighedOf(node);
    const activate = (body: Body, port: string | undefined, resolves: boolean): Activation => {
      const announcement = port === undefined ? undefined : { graphId, nodeId: id, category, port };
      const needs = resolves ? { plan, weighed } : { plan: [], weighed: [] };
      return activation(id, values, context, body, needs, reachesLazy, announcement);
    };
    const firstExit = node.exits[0]?.name ?? '';

    for (const { plan: deferred, steps: filled } of lazy) filled.push(...stepsOf(deferred));
    if (definition.resume) continuation.push(activate(definition.resume, undefined, false));
    bodies.push(mapValues(definition.on, (body, port) => activate(body, port, true)));
    for (const [kind, body] of Object.entries(definition.when)) {
      const woken = { nodeId: id, activation: activate(body, firstExit, true) };
      const known = waiting.get(kind);
      if (known) known.push(woken);
      else waiting.set(kind, [woken]);
    }
    return {
      id,
      program: node,
      definition,
      context,
      due: definition.due && activate(definition.due, firstExit, false),
      done: definition.done && activate(definition.done, firstExit, false),
      ended: definition.ended && activate(definition.ended, firstExit, false),
      prepare:
        definition.state && !definition.evaluate
          ? activate(prepareState(definition.state, context), undefined, true)
          : undefined,
    };
  });

  for (const { node, exits } of frames) {
    node.exits.forEach(({ targets }, index) => {
      exits[index]!.push(...targets.map(({ node: target, input }) => bodies[target]![input]!));
      for (const { node: target, input } of targets) frames[target]!.wired.add(input);
    });
  }
  return {
    program,
    values,
    nodes,
    waiting: waiting as Map<keyof Occurrences, Waiting[]>,
    byId: new Map(nodes.map((node) => [node.id, node])),
    live: program.steps.flatMap(({ kind }, index) => (kind === 'live' ? steps[index]! : [])),
  };
};

const inputsOf = (
  { definition, inputs }: NodeProgram,
  values: Json[],
  { executor, views }: Binding,
): BoundInputs => {
  const declared = inputs.filter(({ name }) => name in definition.inputs);
  const lazy = declared.map(({ lazyPlan }) => lazyPlan && { plan: lazyPlan, steps: [] as Step[] });
  const view = views(
    declared.map(({ name }) => name),
    values,
    declared.map(({ slot }) => slot),
    lazy.map((input) => input && pullOf(executor, values, input.steps)),
  );
  return { view, lazy: lazy.filter((input) => input !== undefined) };
};

const frameOf = (
  node: NodeProgram,
  values: Json[],
  { view, lazy }: BoundInputs,
  { executor, views, servicesOf }: Binding,
): Frame => {
  const { id, definition, inputs, outputs } = node;
  const services = servicesOf(id, definition.type.enumValue);
  const exits = node.exits.map((): Activation[] => []);
  const triggers = exits.map((targets) => () => {
    if (targets.length > 0) executor.push(targets);
  });
  const continuation: Activation[] = [];
  const wired = new Set<string>();

  // One literal for every node: objects assembled in any other way make bodies several times slower.
  const context: NodeContext = {
    inputs: view,
    outputs: views(
      outputs.map(({ name }) => name),
      values,
      outputs.map(({ slot }) => slot),
    ),
    emit: Object.fromEntries(node.exits.map(({ name }, index) => [name, triggers[index]!])),
    triggers,
    given: () => given(inputs, values),
    wiredType: (input: string) => inputs.find(({ name }) => name === input)?.wiredType,
    wired,
    resume: () => executor.push(continuation),
    state: undefined,
    world: services.world,
    graph: services.graph,
    random: services.random,
    variable: services.variable,
    assign: services.assign,
    remove: services.remove,
    control: services.control,
    spend: services.spend,
    log: services.log,
    warnOnce: services.warnOnce,
    send: services.send,
    whenGone: services.whenGone,
    runAction: services.runAction,
    schedule: services.schedule,
    launch: services.launch,
    awaitEnd: services.awaitEnd,
    awaited: services.awaited,
    cancel: services.cancel,
    remaining: services.remaining,
    halt: services.halt,
  };
  return { node, context, lazy, exits, continuation, wired };
};

const weighedOf = ({ inputs }: NodeProgram): number[] =>
  inputs.filter(({ weighs }) => weighs).map(({ slot }) => slot);

const bindStep = (
  step: StepProgram,
  { node, context }: Frame,
  values: readonly Json[],
  { executor }: Binding,
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

const activation = (
  nodeId: string,
  values: Json[],
  context: BoundContext,
  body: Body,
  { plan, weighed }: Pick<Activation, 'plan' | 'weighed'>,
  guarded: boolean,
  announcement: Announcement | undefined,
): Activation => {
  const end: Activation[] = [];
  // Whole literals with the same fields in the same order: spread ones make every activation several times slower.
  if (announcement)
    end.push({
      nodeId,
      values,
      context,
      body: endBody,
      plan: [],
      weighed: [],
      guarded,
      announcement,
      end: [],
    });
  return { nodeId, values, context, body, plan, weighed, guarded, announcement, end };
};

const mapValues = <T, U>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => U) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

const pullOf =
  (executor: Executor, values: Json[], steps: readonly Step[]): Pull =>
  () =>
    executor.pull(values, steps);

const prepareState =
  (make: (inputs: unknown) => unknown, context: NodeContext): Body =>
  () => {
    context.state = make(context.inputs);
  };

const given = (inputs: readonly InputProgram[], values: readonly Json[]): Record<string, Json> =>
  Object.fromEntries(inputs.filter((input) => input.given).map(({ name, slot }) => [name, values[slot]!]));
