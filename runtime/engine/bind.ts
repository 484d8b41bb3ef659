import { endBody } from './executor.ts';
import { convertTo } from './convert.ts';
import type { Json } from '#spec/values.ts';
import type { Job, NodeServices, Occurrences, OnRetrigger } from '../nodes/context.ts';
import type { Body, BoundContext, Evaluate, NodeDefinition } from '../nodes/node.ts';
import type { Activation, Announcement, Executor, Step } from './executor.ts';
import type { InputProgram, NodeProgram, Program, StepProgram } from './program.ts';
import type { MakeViews, Pull } from './views.ts';

/** What bodies may do with the pending work of their node. */
export interface LatentServices {
  schedule(seconds: number, onRetrigger?: OnRetrigger): void;
  launch(job: Job): void;
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
  /** Makes the first state, after resolving the inputs. Pure nodes make theirs when they are evaluated. */
  readonly prepare: Activation | undefined;
}

export interface Binding {
  readonly executor: Executor;
  readonly views: MakeViews;
  servicesOf(nodeId: string, category: string): NodeServices & LatentServices;
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
  const frames = program.nodes.map((node) => frameOf(node, values, binding));
  const steps = program.steps.map((step) => bindStep(step, frames[step.node]!, values));
  const stepsOf = (plan: readonly number[]): Step[] => plan.map((index) => steps[index]!);

  const waiting = new Map<string, Waiting[]>();
  const bodies: Readonly<Record<string, Activation>>[] = [];
  const nodes = frames.map(({ node, context, lazy, continuation }): BoundNode => {
    const { id, definition, reachesLazy } = node;
    const plan = stepsOf(node.plan);
    const category = definition.type.enumValue;
    const activate = (body: Body, port: string | undefined, resolved: readonly Step[]): Activation => {
      const announcement = port === undefined ? undefined : { graphId, nodeId: id, category, port };
      return activation(id, values, context, body, resolved, reachesLazy, announcement);
    };
    const firstExit = node.exits[0]?.name ?? '';

    for (const { plan: deferred, steps: filled } of lazy) filled.push(...stepsOf(deferred));
    if (definition.resume) continuation.push(activate(definition.resume, undefined, []));
    bodies.push(mapValues(definition.on, (body, port) => activate(body, port, plan)));
    for (const [kind, body] of Object.entries(definition.when)) {
      const woken = { nodeId: id, activation: activate(body, firstExit, plan) };
      const known = waiting.get(kind);
      if (known) known.push(woken);
      else waiting.set(kind, [woken]);
    }
    return {
      id,
      program: node,
      definition,
      context,
      due: definition.due && activate(definition.due, firstExit, []),
      done: definition.done && activate(definition.done, firstExit, []),
      prepare:
        definition.state && !definition.evaluate
          ? activate(prepareState(definition.state, context), undefined, plan)
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

const frameOf = (node: NodeProgram, values: Json[], { executor, views, servicesOf }: Binding): Frame => {
  const { id, definition, inputs, outputs } = node;
  const services = servicesOf(id, definition.type.enumValue);
  const declared = inputs.filter(({ name }) => name in definition.inputs);
  const lazy = declared.map(({ lazyPlan }) => lazyPlan && { plan: lazyPlan, steps: [] as Step[] });
  const exits = node.exits.map((): Activation[] => []);
  const triggers = exits.map((targets) => () => {
    if (targets.length > 0) executor.push(targets);
  });
  const continuation: Activation[] = [];
  const wired = new Set<string>();

  // One literal for every node: objects assembled in any other way make bodies several times slower.
  const context: NodeContext = {
    inputs: views(
      declared.map(({ name }) => name),
      values,
      declared.map(({ slot }) => slot),
      lazy.map((input) => input && pullOf(executor, values, input.steps)),
    ),
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
    clock: services.clock,
    graph: services.graph,
    scene: services.scene,
    devices: services.devices,
    random: services.random,
    variable: services.variable,
    assign: services.assign,
    remove: services.remove,
    wallTime: services.wallTime,
    control: services.control,
    log: services.log,
    warnOnce: services.warnOnce,
    send: services.send,
    runAction: services.runAction,
    schedule: services.schedule,
    launch: services.launch,
    cancel: services.cancel,
    remaining: services.remaining,
    halt: services.halt,
  };
  return { node, context, lazy: lazy.filter((input) => input !== undefined), exits, continuation, wired };
};

const bindStep = (step: StepProgram, { node, context }: Frame, values: readonly Json[]): Step => {
  const { id, definition } = node;
  switch (step.kind) {
    case 'evaluate':
      return stepOf(evaluateOf(definition, step.port), context.inputs, context, step.slot, id);
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
  plan: readonly Step[],
  guarded: boolean,
  announcement: Announcement | undefined,
): Activation => {
  const end: Activation[] = [];
  if (announcement)
    end.push({ nodeId, values, context, body: endBody, plan: [], guarded, announcement, end: [] });
  return { nodeId, values, context, body, plan, guarded, announcement, end };
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
