/** What the kit expects a target to hold, written from the description and kept by following its answers. */
import type { Id } from '../target/id.ts';
import type { LabNode, LabPort } from '../lab/palette.ts';

export interface ModelNode {
  readonly id: Id;
  readonly category: string;
  /** Came with the graph: whether it can be deleted is open. */
  readonly isGiven: boolean;
  /** Has a Generic port: a target may show another type there, and elsewhere on the node, once it is wired. */
  readonly isFlexible: boolean;
  /** As listed last. */
  ports: readonly LabPort[];
  /** As the target showed it when the node was placed or moved last; undefined where it shows none. */
  location: readonly unknown[];
  /** What was read of a note after it was written last. */
  note?: unknown;
}

export interface Wire {
  /** The id that the target gave it; undefined where it shows none. */
  readonly id: Id | undefined;
  readonly output: Id;
  readonly input: Id;
}

export interface ModelGraph {
  readonly id: string;
  readonly nodes: Map<Id, ModelNode>;
  wires: readonly Wire[];
  /** What was read of a port after it was written last, by port id; a port that is not here may hold anything. */
  readonly values: Map<Id, unknown>;
  readonly expanded: Set<Id>;
  readonly disabled: Set<Id>;
  /** The port that a sub-port is part of, by the id of the sub-port; hidden ones included. */
  readonly parents: Map<Id, Id>;
}

/** A copy that nobody edits, and so never changes. */
interface PinnedCopy {
  readonly id: string;
  readonly contents: unknown;
}

export interface Model {
  readonly graphs: ModelGraph[];
  readonly copies: PinnedCopy[];
}

export interface PlacedPort {
  readonly node: ModelNode;
  readonly port: LabPort;
}

export const emptyModel = (): Model => ({ graphs: [], copies: [] });

export const modelGraph = (id: string): ModelGraph => ({
  id,
  nodes: new Map(),
  wires: [],
  values: new Map(),
  expanded: new Set(),
  disabled: new Set(),
  parents: new Map(),
});

export const modelNode = (
  { id, category, ports }: LabNode,
  location: readonly unknown[],
  isGiven = false,
): ModelNode => ({
  id,
  category,
  isGiven,
  isFlexible: ports.some(({ type }) => type === 'Generic'),
  ports,
  location,
});

/** The ports that the nodes of a graph show, the deepest node last. */
export const portsOf = (graph: ModelGraph): PlacedPort[] =>
  [...graph.nodes.values()].flatMap((node) => node.ports.map((port) => ({ node, port })));

const touches = (wire: Wire, portId: Id): boolean => wire.output === portId || wire.input === portId;

export const wiresAt = (graph: ModelGraph, portId: Id): readonly Wire[] =>
  graph.wires.filter((wire) => touches(wire, portId));

/** A port with those that share its value: its sub-ports, its parent and the parent's other sub-ports. */
export const family = (graph: ModelGraph, portId: Id): readonly Id[] => {
  const head = graph.parents.get(portId) ?? portId;
  return [head, ...[...graph.parents].filter(([, parent]) => parent === head).map(([child]) => child)];
};

/** Whether a wire may decide what a port holds. */
export const isFed = (graph: ModelGraph, portId: Id): boolean =>
  family(graph, portId).some((id) => wiresAt(graph, id).length > 0);

/** What a port holds is not known any more. */
export const forgetValue = (graph: ModelGraph, portId: Id): void => {
  for (const id of family(graph, portId)) graph.values.delete(id);
};

/** The wires at any port that a node shows, or that hides in one. */
export const wiresOfNode = (graph: ModelGraph, node: ModelNode): readonly Wire[] => {
  const own = new Set(node.ports.flatMap(({ id }) => family(graph, id)));
  return graph.wires.filter(({ output, input }) => own.has(output) || own.has(input));
};

/** Whether there is something to lose at a node: a value that was written, a wire, an expanded or disabled port. */
export const isBusy =
  (graph: ModelGraph) =>
  ({ ports }: ModelNode): boolean =>
    ports.some(
      ({ id }) =>
        graph.values.has(id) ||
        graph.expanded.has(id) ||
        graph.disabled.has(id) ||
        wiresAt(graph, id).length > 0,
    );

/** Whether a wire from one node to another would close a circle. */
export const closesCircle = (graph: ModelGraph, from: ModelNode, to: ModelNode): boolean => {
  const pending = [to];
  const seen = new Set(pending);
  const owners = new Map(
    [...graph.nodes.values()].flatMap((node) =>
      node.ports.flatMap(({ id }) => family(graph, id).map((portId) => [portId, node] as const)),
    ),
  );
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node === from) return true;
    const here = node;
    for (const wire of graph.wires) {
      const next = owners.get(wire.input);
      if (owners.get(wire.output) !== here || !next || seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return false;
};
