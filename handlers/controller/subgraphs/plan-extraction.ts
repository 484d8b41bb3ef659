/** Decides what a graph would look like that is made of some nodes of another graph (C-325). */
import { rejectSelection as reject } from './reject-selection.ts';
import { canConnectTypes } from '#spec/port-compatibility.ts';
import { type PortType, variableTypes } from '#spec/values.ts';
import { createNameAllocator } from './allocate-names.ts';
import {
  type Connection,
  type GraphDocument,
  getPortId,
  type NodeDocument,
  type PortEnd,
} from '../graphs/graph-document.ts';
import { usesVariable, findConnectedName } from './variable-uses.ts';
import type { Variables } from '../variables/variables.ts';

/** An input of the new graph: a value from outside, and the ports that read it. */
export interface ExtractedInput {
  readonly name: string;
  readonly type: PortType;
  readonly source: PortEnd;
  readonly targets: readonly PortEnd[];
}

/** An output of the new graph: a value of the extracted nodes, and the ports outside that read it. */
export interface ExtractedOutput {
  readonly name: string;
  readonly type: PortType;
  readonly source: PortEnd;
  readonly targets: readonly PortEnd[];
}

/** A trigger output of the extracted nodes that fires nodes outside. */
export interface ExtractedExit {
  readonly source: PortEnd;
  readonly targets: readonly PortEnd[];
  /**
   * The output variable that is true after the exit has fired. Absent if the new graph ends only there, so that the end
   * of the call implies it.
   */
  readonly flag: string | undefined;
}

export interface Extraction {
  readonly nodes: readonly NodeDocument[];
  readonly inner: readonly Connection[];
  /** The trigger input with which the new graph begins. */
  readonly entry: PortEnd;
  /** The trigger outputs outside that lead to the entry. */
  readonly triggers: readonly PortEnd[];
  readonly inputs: readonly ExtractedInput[];
  readonly outputs: readonly ExtractedOutput[];
  readonly exits: readonly ExtractedExit[];
}

const isTrigger = ({ port }: PortEnd): boolean => port.type === 'Trigger' || port.type === 'Button';

const describeEnd = ({ node, port }: PortEnd): string =>
  `'${port.name}' of ${node.type.enumValue} (${node.id})`;

/** Returns whether two ends are the same port. */
const isSameEnd = (a: PortEnd, b: PortEnd): boolean =>
  a.node === b.node && a.port.name === b.port.name && a.port.direction === b.port.direction;

interface EndGroup {
  readonly end: PortEnd;
  readonly connections: readonly Connection[];
}

/** Groups connections by the port at one of their ends, in the order of the first connection of each port. */
const groupByEnd = (connections: readonly Connection[], side: 'from' | 'to'): EndGroup[] => {
  const groups = new Map<string, { readonly end: PortEnd; readonly connections: Connection[] }>();
  for (const connection of connections) {
    const end = connection[side];
    const id = getPortId(end.node.id, end.port);
    const group = groups.get(id);
    if (group) group.connections.push(connection);
    else groups.set(id, { end, connections: [connection] });
  }
  return [...groups.values()];
};

/** Returns the type of a variable that can carry the values of a port. */
const toVariableType = (source: PortType, targets: readonly PortEnd[]): PortType => {
  const type = variableTypes.find((each) => each === source) ?? 'String';
  const fits = canConnectTypes(source, type) && targets.every(({ port }) => canConnectTypes(type, port.type));
  return fits ? type : 'Generic';
};

/**
 * Decides which inputs, outputs and ends the selected nodes need as a graph of their own.
 * @throws ApiError INVALID_VALUE if the nodes can't become a graph that does the same
 */
export const planExtraction = (
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
  variables: Variables,
): Extraction => {
  for (const node of nodes) checkNode(node, graph, variables);
  const selected = new Set(nodes);
  const connections = graph.connections.values();
  const inner = connections.filter(({ from, to }) => selected.has(from.node) && selected.has(to.node));
  const incoming = connections.filter(({ from, to }) => !selected.has(from.node) && selected.has(to.node));
  const outgoing = connections.filter(({ from, to }) => selected.has(from.node) && !selected.has(to.node));
  const entry = findEntry(nodes, inner, incoming);
  checkPureNodesBetween(incoming, outgoing, selected);
  const exits = groupByEnd(
    outgoing.filter(({ from }) => isTrigger(from)),
    'from',
  );
  const bodies = inner.filter(({ from }) => from.port.name === loopOutput && isTrigger(from));
  const inLoops = listReachable(
    bodies.map(({ to }) => to.node),
    selected,
  );
  for (const { end } of exits) checkLoops(end, inLoops);
  // an input or output must not hide a global variable
  const globalNames = [...variables.values()]
    .filter(
      (variable) => variable.graphId === undefined && nodes.some((node) => usesVariable(node, variable)),
    )
    .map(({ name }) => name);
  const allocateName = createNameAllocator(globalNames);
  const inputs = groupByEnd(
    incoming.filter(({ to }) => !isTrigger(to)),
    'from',
  ).map((group) => {
    const targets = group.connections.map(({ to }) => to);
    const [first = group.end] = targets;
    return {
      name: allocateName(first.port.name),
      type: toVariableType(group.end.port.type, targets),
      source: group.end,
      targets,
    };
  });
  const outputs = groupByEnd(
    outgoing.filter(({ from }) => !isTrigger(from)),
    'from',
  ).map((group) => {
    const targets = group.connections.map(({ to }) => to);
    return {
      name: allocateName(group.end.port.name),
      type: toVariableType(group.end.port.type, targets),
      source: group.end,
      targets,
    };
  });
  if (exits.length === 0) for (const { source } of outputs) checkWrittenOutput(source);
  const needsFlags = exits.length > 1 || hasOtherEnds(entry, exits, selected);
  return {
    nodes,
    inner,
    entry,
    triggers: incoming.filter(({ to }) => isTrigger(to)).map(({ from }) => from),
    inputs,
    outputs,
    exits: exits.map(({ end, connections: leaving }) => ({
      source: end,
      targets: leaving.map(({ to }) => to),
      flag: needsFlags ? allocateName(`Exit ${end.port.name}`) : undefined,
    })),
  };
};

const checkNode = (node: NodeDocument, graph: GraphDocument, variables: Variables): void => {
  const { type, fileNode, id } = node;
  if (fileNode) reject(`The type of the node ${id}, '${type.enumValue}', is missing here.`);
  if (type.kind === 'event') {
    reject(
      `The node ${id} (${type.enumValue}) starts by itself, which a called graph does not do for its caller.`,
      'Leave event nodes out of the selection.',
    );
  }
  const own = [...variables.values()].filter(({ graphId }) => graphId === graph.id);
  const hint = 'Use a global variable, or leave the node out so that its value becomes an input or output.';
  const port = findConnectedName(node);
  if (port && own.length > 0) {
    reject(
      `'${port}' of the node ${id} (${type.enumValue}) is connected, so that it may name any variable of the graph, which another graph cannot see.`,
      hint,
    );
  }
  const used = own.find((variable) => usesVariable(node, variable));
  if (!used) return;
  reject(
    `The node ${id} (${type.enumValue}) uses the variable '${used.name}' of the graph, which another graph cannot see.`,
    hint,
  );
};

/** Finds the only trigger input at which the selected nodes begin. */
const findEntry = (
  nodes: readonly NodeDocument[],
  inner: readonly Connection[],
  incoming: readonly Connection[],
): PortEnd => {
  const entries = groupByEnd(
    incoming.filter(({ to }) => isTrigger(to)),
    'to',
  ).map(({ end }) => end);
  if (entries.length === 0) {
    // nodes that nothing triggers begin with the only node that no other selected node triggers
    const triggered = new Set(inner.filter(({ to }) => isTrigger(to)).map(({ to }) => to.node));
    for (const node of nodes) {
      const port = node.ports.find(({ direction, type }) => direction === 'input' && type === 'Trigger');
      if (port && !triggered.has(node)) entries.push({ node, port });
    }
  }
  const [entry, ...others] = entries;
  if (!entry) {
    return reject(
      'None of the selected nodes has a trigger input, so that nothing could call them.',
      'Select the nodes that read their values, too.',
    );
  }
  if (others.length > 0) {
    reject(
      `The selected nodes begin at several places: ${entries.map(describeEnd).join(', ')}. A call of a graph begins at one.`,
      'Extract them one after another, or select the nodes before them, too.',
    );
  }
  return entry;
};

/** Rejects a selection with a pure node outside that reads one of its outputs and determines one of its inputs. */
const checkPureNodesBetween = (
  incoming: readonly Connection[],
  outgoing: readonly Connection[],
  selected: ReadonlySet<NodeDocument>,
): void => {
  const sources = new Set(incoming.filter(({ to }) => !isTrigger(to)).map(({ from }) => from.node));
  const readers = outgoing.filter(({ from }) => !isTrigger(from)).map(({ to }) => to.node);
  const between = findPureNodeBetween(readers, sources, selected);
  if (!between) return;
  reject(
    `The node ${between.id} (${between.type.enumValue}) lies between selected nodes: it reads a value of one and passes one to another.`,
    'Select it, too.',
  );
};

/** Finds a pure node through which a value of these readers reaches one of the given sources. */
export const findPureNodeBetween = (
  readers: readonly NodeDocument[],
  sources: ReadonlySet<NodeDocument>,
  excluded: ReadonlySet<NodeDocument>,
): NodeDocument | undefined => {
  const pending = [...readers];
  const visited = new Set<NodeDocument>(excluded);
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type.kind !== 'pure' || visited.has(node)) continue;
    if (sources.has(node)) return node;
    visited.add(node);
    for (const list of node.outgoing.values()) pending.push(...list.map(({ to }) => to.node));
  }
  return undefined;
};

/**
 * Lists the selected nodes that may fire after one of these nodes has fired.
 * @param options whether to include nodes that only the passes of a loop fire
 */
const listReachable = (
  start: readonly NodeDocument[],
  selected: ReadonlySet<NodeDocument>,
  { includesLoops } = { includesLoops: true },
): Set<NodeDocument> => {
  const reachable = new Set<NodeDocument>();
  const pending = [...start];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (reachable.has(node) || !selected.has(node)) continue;
    reachable.add(node);
    for (const [port, list] of node.outgoing)
      if (includesLoops || port !== loopOutput)
        for (const { to } of list) if (isTrigger(to)) pending.push(to.node);
  }
  return reachable;
};

/** The output of a loop that fires once for each pass. */
export const loopOutput = 'Body';

/** Rejects an exit that a loop among the selected nodes would fire several times, because a call ends only once. */
const checkLoops = (exit: PortEnd, inLoops: ReadonlySet<NodeDocument>): void => {
  if (exit.port.name !== loopOutput && !inLoops.has(exit.node)) return;
  reject(
    `${describeEnd(exit)} fires nodes that are not selected, once for each pass of a loop that is. A call ends only once.`,
    'Select the whole body of the loop, or leave the loop out.',
  );
};

/** Rejects an output that nothing can write to its variable, because the new graph ends inside the selection. */
const checkWrittenOutput = (source: PortEnd): void => {
  const { node } = source;
  if (node.ports.some(({ direction, type }) => direction === 'output' && type === 'Trigger')) return;
  reject(
    `Nodes outside read ${describeEnd(source)}, which has no moment at which its value is final.`,
    'Leave the node out, or select the nodes that read it, too.',
  );
};

/** Returns whether the new graph may end without having fired its only exit. */
const hasOtherEnds = (
  entry: PortEnd,
  exits: readonly EndGroup[],
  selected: ReadonlySet<NodeDocument>,
): boolean => {
  if (exits.length === 0) return false;
  const reachable = listReachable([entry.node], selected, { includesLoops: false });
  return [...reachable].some((node) =>
    node.ports.some((port) => {
      const end = { node, port };
      if (port.direction !== 'output' || !isTrigger(end) || port.name === loopOutput) return false;
      return !exits.some((exit) => isSameEnd(exit.end, end)) && !node.outgoing.has(port.name);
    }),
  );
};
