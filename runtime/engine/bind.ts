// biome-ignore-all lint/style/noNonNullAssertion: the numbers of a program lead into it, and what its wires name has a body
import { lazy } from '#spec/lazy.ts';
import { bindStep, weighedOf } from './bind-step.ts';
import { emitOf } from './emits.ts';
import { NodeContext, type LatentServices } from './node-context.ts';
import { viewOf } from './views.ts';
import type { Json } from '#spec/values.ts';
import type { GraphFacts, NodeServices, Occurrences } from '../nodes/grammar/context.ts';
import type { Body, NodeDefinition } from '../nodes/grammar/node.ts';
import type { World } from '../world.ts';
import type { Activation, Executor, Step } from './executor.ts';
import type { NodeProgram, Program } from './program.ts';
import type { Pull } from './views.ts';

/** A program with values of its own, ready to run. */
export interface BoundGraph {
  readonly program: Program;
  readonly values: Json[];
  readonly nodes: readonly BoundNode[];
  readonly byId: ReadonlyMap<string, BoundNode>;
  /** The event nodes that wait for each kind of occurrence, in creation order. */
  readonly waiting: ReadonlyMap<keyof Occurrences, readonly Activation[]>;
  /** Those of them that wait for each frame. */
  readonly everyFrame: readonly Activation[];
  /** Whether a node waits for more than the start and the end of the graph, and leads somewhere. */
  readonly listens: boolean;
  /** Where its frames lead nowhere and nothing else wakes it: brings what its nodes show up to date after frames that were not made. */
  readonly catchUps: readonly (() => void)[] | undefined;
  /** Brings live outputs up to date, so that their values can be published. */
  readonly live: readonly Step[];
}

export interface BoundNode {
  readonly id: string;
  readonly program: NodeProgram;
  readonly definition: NodeDefinition;
  readonly context: NodeContext;
  readonly due: Activation | undefined;
  readonly done: Activation | undefined;
  readonly ended: Activation | undefined;
  /** Makes the first state, after resolving the inputs. Pure nodes make theirs when they are evaluated. */
  readonly prepare: Activation | undefined;
}

interface Binding {
  readonly executor: Executor;
  readonly world: World;
  readonly facts: GraphFacts;
  servicesOf(node: NodeProgram): NodeServices & LatentServices;
}

/** Steps and activations refer to each other, so they are first made as empty lists and then filled. */
interface Frame {
  readonly node: NodeProgram;
  readonly context: NodeContext;
  readonly lazy: readonly { readonly plan: readonly number[]; readonly steps: Step[] }[];
}

const nothing: readonly never[] = [];

/** Gives a program values and contexts. */
export const bind = (program: Program, binding: Binding): BoundGraph => {
  const { graphId } = program;
  const { executor } = binding;
  const values = [...program.initial];
  const exits = program.nodes.flatMap((node) => node.exits.map((): Activation[] => []));
  const frames = framesOf(program, values, exits, binding);
  const steps = program.steps.map((step) => bindStep(step, frames[step.node]!, values, executor));
  const stepsOf = (plan: readonly number[]): readonly Step[] =>
    plan.length === 0 ? nothing : plan.map((index) => steps[index]!);

  const waiting = new Map<string, Activation[]>();
  const bodies: Readonly<Record<string, Activation>>[] = [];
  const nodes = frames.map(({ node, context, lazy }): BoundNode => {
    const { id, definition, reachesLazy } = node;
    const plan = stepsOf(node.plan);
    const category = definition.type.enumValue;
    const weighed = weighedOf(node);
    const activate = (body: Body, port: string | undefined, resolves: boolean): Activation => ({
      body,
      context,
      plan: resolves ? plan : nothing,
      weighed: resolves ? weighed : nothing,
      guarded: reachesLazy,
      values,
      nodeId: id,
      announcement: port === undefined ? undefined : { graphId, nodeId: id, category, port },
      end: undefined,
    });
    const firstExit = node.exits[0]?.name ?? '';
    const makesState = definition.state && !definition.evaluate;

    for (const { plan: deferred, steps: filled } of lazy) filled.push(...stepsOf(deferred));
    if (definition.resume) context.continuation = [activate(definition.resume, undefined, false)];
    bodies.push(mapValues(definition.on, (body, port) => activate(body, port, true)));
    for (const [kind, body] of Object.entries(definition.when)) {
      const woken = activate(body, firstExit, true);
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
      prepare: makesState ? activate(prepareState, undefined, true) : undefined,
    };
  });

  program.nodes
    .flatMap((node) => node.exits)
    .forEach(({ targets }, index) => {
      exits[index]!.push(...targets.map(({ node, input }) => bodies[node]![input]!));
    });
  return {
    program,
    values,
    nodes,
    waiting: waiting as Map<keyof Occurrences, Activation[]>,
    everyFrame: waiting.get('frame') ?? nothing,
    listens: program.nodes.some(listens),
    catchUps: catchUpsOf(nodes, waiting),
    byId: new Map(nodes.map((node) => [node.id, node])),
    live: program.steps.flatMap(({ kind }, index) => (kind === 'live' ? steps[index]! : [])),
  };
};

const framesOf = (
  program: Program,
  values: Json[],
  exits: readonly (readonly Activation[])[],
  { executor, world, facts, servicesOf }: Binding,
): Frame[] => {
  const slots: number[] = [];
  const wired = lazy(() => wiredInputs(program));
  const wiredOf = (nodeId: string): ReadonlySet<string> => wired().get(nodeId) ?? new Set();
  const shared = { world, graph: facts, values, push: executor.push, wiredOf, servicesOf };
  let exit = 0;

  const view = (ports: readonly { readonly name: string; readonly slot: number }[], pulls?: Pulls) => {
    const first = slots.push(...ports.map(({ slot }) => slot)) - ports.length;
    return viewOf(
      ports.map(({ name }) => name),
      { values, slots, first },
      pulls,
    );
  };

  return program.nodes.map((node): Frame => {
    const declared = node.inputs.filter(({ name }) => name in node.definition.inputs);
    const deferred = declared.map(({ lazyPlan }) => lazyPlan && { plan: lazyPlan, steps: [] as Step[] });
    const isLazy = deferred.some((input) => input);
    const pulls = isLazy
      ? deferred.map((input) => input && pullOf(executor, values, input.steps))
      : undefined;
    const names = node.exits.map(({ name }) => name);
    const seen = {
      node,
      inputs: view(declared, pulls),
      outputs: view(node.outputs),
      emit: emitOf(names, executor.push, exits, exit),
    };
    exit += names.length;
    return {
      node,
      context: new NodeContext(seen, shared),
      lazy: isLazy ? deferred.filter((input) => input !== undefined) : nothing,
    };
  });
};

const leads = ({ exits }: NodeProgram): boolean => exits.some(({ targets }) => targets.length > 0);

const listens = (node: NodeProgram): boolean =>
  leads(node) && Object.keys(node.definition.when).some((kind) => kind !== 'start' && kind !== 'stop');

const catchUpsOf = (
  nodes: readonly BoundNode[],
  waiting: ReadonlyMap<string, unknown>,
): BoundGraph['catchUps'] => {
  for (const kind of waiting.keys())
    if (kind !== 'start' && kind !== 'stop' && kind !== 'frame') return undefined;
  const perFrame = nodes.filter(({ definition }) => definition.when.frame);
  if (perFrame.some(({ program, definition }) => leads(program) || !definition.catchUp)) return undefined;
  return perFrame.map(
    ({ definition: { catchUp }, context }) =>
      () =>
        catchUp!(context),
  );
};

type Pulls = readonly (Pull | undefined)[];

/** Names of the trigger inputs that something may trigger, by node. */
const wiredInputs = ({ nodes }: Program): ReadonlyMap<string, ReadonlySet<string>> => {
  const wired = new Map<string, Set<string>>();
  for (const { node, input } of nodes.flatMap(({ exits }) => exits.flatMap(({ targets }) => targets))) {
    const { id } = nodes[node]!;
    const known = wired.get(id);
    if (known) known.add(input);
    else wired.set(id, new Set([input]));
  }
  return wired;
};

const mapValues = <T, U>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => U) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

const pullOf =
  (executor: Executor, values: Json[], steps: readonly Step[]): Pull =>
  () =>
    executor.pull(values, steps);

const prepareState: Body = (context: NodeContext) => context.prepare();
