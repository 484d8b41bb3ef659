import { Fault } from '#spec/errors.ts';
import { checkPair, closesPureCycle, cycleFault, replacedBy } from './connect.ts';
import {
  type Connection,
  type GraphDocument,
  holdValue,
  type NodeDocument,
  type PortEnd,
  portNamed,
} from './document.ts';
import { atIndex, coerceFor, createNode, insertNode, reshape } from './edit.ts';
import { findNodeType, type GraphStore } from './store.ts';
import { allOrNothing, type UndoLog } from './undo.ts';
import { attach, detach } from './wires.ts';

/** A declarative build: nodes by temporary id, wires by `<tempId or node id>/<PortName>`. */
export interface BuildPlan {
  readonly nodes: readonly PlannedNode[];
  readonly connections: readonly { readonly from: string; readonly to: string }[];
}

export interface PlannedNode {
  readonly tempId: string;
  readonly category: string;
  readonly locationX: number;
  readonly locationY: number;
  readonly ports: Readonly<Record<string, unknown>>;
}

export interface Built {
  /** New nodes by temporary id, in the order of the plan. */
  readonly nodes: ReadonlyMap<string, NodeDocument>;
  readonly connections: readonly Connection[];
  readonly replaced: readonly Connection[];
}

/**
 * Builds nodes and wires, all or none; after a failure the graph is as before, order included.
 * @throws Fault with the failing `index` in details, and `list` telling whether nodes or connections hold it.
 */
export const build = (store: GraphStore, graph: GraphDocument, plan: BuildPlan): Built =>
  allOrNothing((undo) => {
    const nodes = plantNodes(store, graph, plan.nodes, undo);
    const wires = wireNodes(store, graph, plan.connections, nodes, undo);
    graph.revision += 1;
    return { nodes, ...wires };
  });

const plantNodes = (
  store: GraphStore,
  graph: GraphDocument,
  planned: readonly PlannedNode[],
  undo: UndoLog,
): Map<string, NodeDocument> => {
  const nodes = new Map<string, NodeDocument>();
  undo.add(() => {
    for (const { id } of nodes.values()) {
      graph.nodes.delete(id);
      store.nodes.delete(id);
    }
  });
  for (const [index, plan] of planned.entries()) {
    atIndex(
      index,
      () => {
        if (nodes.has(plan.tempId) || store.nodes.has(plan.tempId)) {
          throw new Fault(
            'INVALID_REQUEST',
            `'tempId' is '${plan.tempId}', which another node already has.`,
            {
              list: 'nodes',
            },
          );
        }
        const node = createNode(
          store,
          graph,
          findNodeType(store, plan.category),
          plan.locationX,
          plan.locationY,
        );
        writeValues(store, node, plan.ports);
        insertNode(store, node);
        nodes.set(plan.tempId, node);
      },
      'nodes',
    );
  }
  return nodes;
};

/** Ports that shape the node are written first, so that the ports they bring can be written too. */
const writeValues = (store: GraphStore, node: NodeDocument, values: PlannedNode['ports']): void => {
  const entries = Object.entries(values);
  const shapes = ([name]: (typeof entries)[number]): boolean =>
    node.ports.some((p) => p.name === name && p.affectsNodePorts === true);
  for (const [name, raw] of [...entries.filter(shapes), ...entries.filter((e) => !shapes(e))]) {
    const port = portNamed(node, name, 'input');
    holdValue(node, port, coerceFor(store, { node, port }, raw));
    if (port.affectsNodePorts) reshape(store, node);
  }
};

const wireNodes = (
  store: GraphStore,
  graph: GraphDocument,
  planned: BuildPlan['connections'],
  nodes: ReadonlyMap<string, NodeDocument>,
  undo: UndoLog,
): Pick<Built, 'connections' | 'replaced'> => {
  const connections: Connection[] = [];
  const replaced: Connection[] = [];
  for (const [index, plan] of planned.entries()) {
    atIndex(
      index,
      () => {
        const from = endOf(store, graph, nodes, plan.from, 'output');
        const to = endOf(store, graph, nodes, plan.to, 'input');
        checkPair(from, to);
        if (closesPureCycle(from, to)) throw cycleFault(from, to);
        const old = replacedBy(to);
        if (old) {
          undo.add(restorer(old, replaced.length === 0));
          detach(old);
          replaced.push(old);
        }
        const wire: Connection = { id: store.newId(), from, to };
        attach(wire);
        undo.add(() => detach(wire));
        connections.push(wire);
      },
      'connections',
    );
  }
  return { connections, replaced };
};

const endOf = (
  store: GraphStore,
  graph: GraphDocument,
  nodes: ReadonlyMap<string, NodeDocument>,
  reference: string,
  direction: 'input' | 'output',
): PortEnd => {
  const slash = reference.indexOf('/');
  const id = reference.slice(0, Math.max(slash, 0));
  const known = nodes.get(id) ?? store.nodes.get(id);
  if (!known || known.graph !== graph) {
    const end = direction === 'output' ? 'from' : 'to';
    throw new Fault(
      'NODE_NOT_FOUND',
      `'${end}' is '${reference}'; expected '<tempId or node id of this graph>/<PortName>'.`,
    );
  }
  return { node: known, port: portNamed(known, reference.slice(slash + 1), direction) };
};

/** Puts a replaced wire back where it was; the first one restores the order of all wires of the graph. */
const restorer = (wire: Connection, isFirst: boolean): (() => void) => {
  const { graph, outgoing } = wire.from.node;
  const { incoming } = wire.to.node;
  const order = isFirst ? [...graph.connections] : undefined;
  const leaving = outgoing.get(wire.from.port.name)!;
  const arriving = incoming.get(wire.to.port.name)!;
  return () => {
    outgoing.set(wire.from.port.name, leaving);
    incoming.set(wire.to.port.name, arriving);
    if (!order) return;
    graph.connections.clear();
    for (const [id, connection] of order) graph.connections.set(id, connection);
  };
};
