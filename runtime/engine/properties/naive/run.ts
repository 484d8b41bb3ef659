/** One graph at work: activations as recursive generators, which stand still where a body asks for it. */
import { Breakdown, heavyWeight } from '../../limits.ts';
import { createEvaluator } from './evaluate.ts';
import { dataPorts, eagerInputs, nodeOf, priceFor, signalOutputs, targetsOf, workFor } from './graph.ts';
import type { Json } from '#spec/values.ts';
import type { Body, BoundContext } from '../../../nodes/node.ts';
import type { Limits } from '../../limits.ts';
import type { Evaluator, Memo } from './evaluate.ts';
import type { NaiveGraph, NaiveNode } from './graph.ts';

/** A body to run, with the port that it is told to observers by; none for what goes on from before. */
export interface Activation {
  readonly node: NaiveNode;
  readonly body: Body;
  readonly port: string | undefined;
  /** Whether the inputs are resolved first. */
  readonly resolves: boolean;
}

/** An activation on its way; each value that it yields is a place where it stands still. */
export type Course = Generator<void, void, void>;

export interface Machine {
  readonly evaluator: Evaluator;
  /** @param grant steps that are left. */
  begin(activation: Activation, occurrence: unknown): Course;
  /** Goes on for so many steps. @returns how it ended, and the steps that it took. */
  advance(course: Course, grant: number): Advance;
  /** Makes the state of a node. */
  prepare(node: NaiveNode): Activation;
  halt(): void;
  /** Takes steps for what a body does. */
  spend(steps: number, nodeId: string): void;
}

interface Advance {
  readonly used: number;
  readonly isOver: boolean;
  readonly breakdown: Breakdown | undefined;
}

type Services = (nodeId: string) => object;

export const firstExit = (node: NaiveNode): string => signalOutputs(node)[0]?.name ?? '';

export const createMachine = (
  graph: NaiveGraph,
  limits: Limits,
  servicesOf: Services,
  tell: (type: 'node.executing' | 'node.done', nodeId: string, category: string, port: string) => void,
): Machine => {
  let left = 0;
  let isHalting = false;
  let memo: Memo = new Map();
  /** What the body that runs has emitted: for each time, what is to run. */
  let emitted: (readonly Activation[])[] = [];
  const contexts = new Map<NaiveNode, BoundContext>();

  /** Steps for heavy work since the course went on. */
  let heavy = 0;

  const spendHeavily = (steps: number, nodeId: string): void => {
    heavy += steps;
    spend(steps, nodeId);
  };

  const spend = (steps: number, nodeId: string): void => {
    left -= steps;
    if (left >= 0) return;
    const message = 'The graph takes too many steps; it may be an endless loop.';
    throw new Breakdown(nodeId, 'executionLimit', message);
  };

  const emit = (activations: readonly Activation[]): void => {
    if (activations.length > 0) emitted.push(activations);
  };

  const contextOf = (node: NaiveNode): BoundContext => {
    const known = contexts.get(node);
    if (known) return known;
    const made = makeContext(node);
    contexts.set(node, made);
    return made;
  };

  const makeContext = (node: NaiveNode): BoundContext => {
    const { definition, image } = node;
    const exits = signalOutputs(node).map((port) => ({
      name: port.name,
      fire: () =>
        emit(
          targetsOf(graph, { node, port }).map((target) => ({
            node: target.node,
            body: target.node.definition.on[target.input]!,
            port: target.input,
            resolves: true,
          })),
        ),
    }));
    const outputs = dataPorts(node, 'output').map(({ name }) => [
      name,
      {
        enumerable: true,
        get: () => node.outputs.get(name),
        set: (value: Json) => node.outputs.set(name, value),
      },
    ]);
    const into = graph.image.connections.filter(({ to }) => to[0] === image.id);
    const leads = graph.nodes.flatMap((other) =>
      signalOutputs(other).flatMap((port) => targetsOf(graph, { node: other, port })),
    );
    const given = (name: string) => name in image.values || into.some(({ to }) => to[1] === name);
    return {
      ...servicesOf(image.id),
      inputs: evaluator.view(node),
      outputs: Object.defineProperties({}, Object.fromEntries(outputs)),
      emit: Object.fromEntries(exits.map(({ name, fire }) => [name, fire])),
      triggers: exits.map(({ fire }) => fire),
      given: () => Object.fromEntries([...node.inputs].filter(([name]) => given(name))),
      wired: new Set(leads.filter((target) => target.node === node).map(({ input }) => input)),
      wiredType: (input: string) => {
        const wire = into.find(({ to }) => to[1] === input);
        const source = wire && nodeOf(graph, wire.from[0]);
        return source && dataPorts(source, 'output').find(({ name }) => name === wire.from[1])?.type;
      },
      resume: () => emit([{ node, body: definition.resume!, port: undefined, resolves: false }]),
      get state() {
        return node.state;
      },
    } as BoundContext;
  };

  const { stackDepth } = limits;
  const evaluator = createEvaluator({ graph, stackDepth, memo: () => memo, contextOf, spend, spendHeavily });

  function* activate(
    { node, body, port, resolves }: Activation,
    occurrence: unknown,
    waiting: { lists: number },
  ): Course {
    const { id } = node.image;
    spend(1 + (resolves ? workFor(graph, eagerInputs(node)).length : 0), id);
    const category = node.definition.type.enumValue;
    if (port !== undefined) tell('node.executing', id, category, port);
    try {
      const lists = runBody(node, body, resolves, occurrence);
      waiting.lists += lists.length;
      if (waiting.lists > stackDepth) {
        throw new Breakdown(id, 'executionLimit', 'Triggers are nested too deeply.');
      }
      if (isHalting) yield;
      for (const list of lists) {
        for (const [index, target] of list.entries()) {
          if (index === list.length - 1) waiting.lists -= 1;
          yield* activate(target, undefined, waiting);
        }
      }
    } finally {
      if (port !== undefined) tell('node.done', id, category, port);
    }
  }

  const runBody = (node: NaiveNode, body: Body, resolves: boolean, occurrence: unknown) => {
    memo = new Map();
    emitted = [];
    if (resolves) {
      evaluator.receiveAll(node);
      spendHeavily(priceFor(node), node.image.id);
    }
    try {
      body(contextOf(node), occurrence);
    } catch (failure) {
      throw Breakdown.of(failure, node.image.id);
    }
    return emitted;
  };

  return {
    evaluator,
    begin: (activation, occurrence) => activate(activation, occurrence, { lists: 0 }),
    advance(course, grant) {
      left = Math.max(0, grant);
      heavy = 0;
      isHalting = false;
      let isOver = true;
      let breakdown: Breakdown | undefined;
      try {
        isOver = course.next().done === true;
      } catch (failure) {
        if (!(failure instanceof Breakdown)) throw failure;
        breakdown = failure;
      }
      return { used: Math.max(0, grant) - Math.max(left, 0) + heavy * (heavyWeight - 1), isOver, breakdown };
    },
    prepare: (node) => ({
      node,
      body: () => {
        node.state = node.definition.state!(evaluator.view(node));
        node.isPrepared = true;
      },
      port: undefined,
      resolves: true,
    }),
    halt() {
      isHalting = true;
    },
    spend: spendHeavily,
  };
};
