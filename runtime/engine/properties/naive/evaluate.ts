/** Reading values: every input asks its source, which asks its own inputs. */
import { Breakdown } from '../../limits.ts';
import { arrive, eagerInputs, isComputed, isLazy, isPure, priceFor, sourceOf, workFor } from './graph.ts';
import type { Json } from '#spec/values.ts';
import type { BoundContext } from '../../../nodes/node.ts';
import type { End, NaiveGraph, NaiveNode } from './graph.ts';

/** What one activation has worked out already, by node and output. */
export type Memo = Map<string, Json>;

export interface Evaluator {
  /** Lets every input that is not lazy receive its value. */
  receiveAll(node: NaiveNode): void;
  /** The inputs as a body sees them: lazy ones are asked for when they are read. */
  view(node: NaiveNode): object;
  /** Outputs that are worked out anew whenever they are read, as they are now. */
  live(end: End): Json;
}

/** What reading needs to know of the activation that reads. */
export interface Reading {
  readonly graph: NaiveGraph;
  readonly stackDepth: number;
  /** What the current activation has worked out. */
  memo(): Memo;
  contextOf(node: NaiveNode): BoundContext;
  spend(steps: number, nodeId: string): void;
  spendHeavily(steps: number, nodeId: string): void;
}

/** Blames a node for what goes wrong in the meantime. */
const blaming = <T>(nodeId: string, act: () => T): T => {
  try {
    return act();
  } catch (failure) {
    throw Breakdown.of(failure, nodeId);
  }
};

export const createEvaluator = ({
  graph,
  stackDepth,
  memo,
  contextOf,
  spend,
  spendHeavily,
}: Reading): Evaluator => {
  let depth = 0;

  const receive = (end: End): Json => {
    const source = sourceOf(graph, end);
    if (!source) return end.node.inputs.get(end.port.name)!;
    const value = isComputed(source) ? compute(source) : source.node.outputs.get(source.port.name)!;
    const received = blaming(end.node.image.id, () => arrive(source, end, value));
    end.node.inputs.set(end.port.name, received);
    return received;
  };

  const receiveAll = (node: NaiveNode): void => {
    for (const end of eagerInputs(node)) receive(end);
  };

  const compute = (source: End): Json => {
    const { node, port } = source;
    const name = `${node.image.id} ${port.name}`;
    const known = memo().get(name);
    if (known !== undefined) return known;
    if (isPure(node)) {
      receiveAll(node);
      spendHeavily(priceFor(node), node.image.id);
      // the first reader of a pure node makes its state
      if (!node.isPrepared) {
        node.state = blaming(node.image.id, () => node.definition.state?.(view(node)));
        node.isPrepared = true;
      }
    }
    const value = blaming(node.image.id, () =>
      isPure(node)
        ? (node.definition.evaluate![port.name]!(view(node), contextOf(node)) as Json)
        : live(source),
    );
    memo().set(name, value);
    node.outputs.set(port.name, value);
    return value;
  };

  const live = ({ node, port }: End): Json => {
    // nothing is known of a node that has no state yet
    if (node.definition.state && !node.isPrepared) return node.outputs.get(port.name)!;
    const context = contextOf(node);
    return node.definition.live[port.name]!(context, context) as Json;
  };

  const pull = (end: End): Json => {
    const work = workFor(graph, [end]);
    if (work.length === 0) return receive(end);
    const last = work.at(-1)!;
    spend(work.length, last);
    depth += 1;
    try {
      if (depth > stackDepth)
        throw new Breakdown(last, 'executionLimit', 'Lazy inputs are nested too deeply.');
      return receive(end);
    } finally {
      depth -= 1;
    }
  };

  const view = (node: NaiveNode): object => {
    const properties = node.ports
      .filter(({ name, direction }) => direction === 'input' && node.inputs.has(name))
      .map((port) => ({ node, port }))
      .map((end) => [
        end.port.name,
        { enumerable: true, get: () => (isLazy(end) ? pull(end) : node.inputs.get(end.port.name)) },
      ]);
    return Object.defineProperties({}, Object.fromEntries(properties));
  };

  return { receiveAll, view, live };
};
