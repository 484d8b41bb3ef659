/** Decides how the nodes of a called graph can take the place of the node that calls it (C-325). */
import { rejectSelection as reject } from './reject-selection.ts';
import type { Json } from '#spec/values.ts';
import {
  type Connection,
  getPortByName,
  getValue,
  type GraphDocument,
  type NodeDocument,
  type PortEnd,
} from '../graphs/graph-document.ts';
import { runsGraphs } from '../graphs/graph-edits.ts';
import { findPureNodeBetween, loopOutput } from './plan-extraction.ts';
import { findConnectedName, usesVariable } from './variable-uses.ts';
import type { GraphStore } from '../graphs/graph-store.ts';
import type { VariableDocument, Variables } from '../variables/variables.ts';

/** A value in the inlined graph: the end that delivers it, or a constant. */
export type InlinedValue = { readonly source: PortEnd } | { readonly constant: Json };

/** A variable of the called graph that becomes a variable of the calling graph, because nodes share its value. */
export interface InlinedVariable {
  readonly variable: VariableDocument;
  /** The value with which each call began. */
  readonly initial: InlinedValue;
  /** The ports outside that read the output. */
  readonly readers: readonly PortEnd[];
}

export interface Inlining {
  readonly node: NodeDocument;
  readonly called: GraphDocument;
  /** The nodes to copy: all except Start, and except those that only passed values in or out. */
  readonly nodes: readonly NodeDocument[];
  /** The connections between copied nodes. */
  readonly inner: readonly Connection[];
  /** The trigger outputs that led to the calling node. */
  readonly triggers: readonly PortEnd[];
  /** The trigger inputs at which the called graph begins, in order. */
  readonly starts: readonly PortEnd[];
  /** The values that were passed in, and the ports of copied nodes that read them. */
  readonly inputs: readonly { readonly value: InlinedValue; readonly targets: readonly PortEnd[] }[];
  /** The values of copied nodes that were passed out, and the ports outside that read them. */
  readonly outputs: readonly { readonly value: InlinedValue; readonly targets: readonly PortEnd[] }[];
  readonly variables: readonly InlinedVariable[];
  /** Connections that replace nodes that only wrote an output. */
  readonly bridges: readonly { readonly from: PortEnd; readonly to: PortEnd }[];
  /** The trigger inputs outside that follow the end of the called graph, and the output of a copied node that fires them. */
  readonly end: { readonly source: PortEnd; readonly targets: readonly PortEnd[] } | undefined;
  /** The trigger inputs that followed `Out`. */
  readonly continuations: readonly PortEnd[];
}

const isTriggerPort = ({ type }: { readonly type: string }): boolean =>
  type === 'Trigger' || type === 'Button';

const listTargets = (node: NodeDocument, port: string): PortEnd[] =>
  (node.outgoing.get(port) ?? []).map(({ to }) => to);

const listSources = (node: NodeDocument, port: string): PortEnd[] =>
  (node.incoming.get(port) ?? []).map(({ from }) => from);

/**
 * Plans the replacement of a node that calls a graph with the nodes of that graph.
 * @throws ApiError INVALID_VALUE if the node can't be replaced by nodes that do the same
 */
export const planInlining = (store: GraphStore, variables: Variables, node: NodeDocument): Inlining => {
  const called = findCalledGraph(store, node);
  const nodes = [...called.nodes.values()];
  for (const each of nodes) {
    checkCalledNode(each);
    checkVariableNames(each, variables, node.graph, called);
  }
  const starts = nodes.filter(({ type }) => type.enumValue === 'Start');
  const own = [...variables.values()].filter(({ graphId }) => graphId === called.id);
  const users = new Map(
    own.map((variable) => [variable, nodes.filter((each) => usesVariable(each, variable))]),
  );
  const getInputValue = (name: string): InlinedValue => {
    const [source] = listSources(node, name);
    return source ? { source } : { constant: getValue(node, getPortByName(node, name, 'input')) };
  };
  const readers = own.filter(
    (variable) => variable.direction === 'input' && users.get(variable)?.every(isReader),
  );
  const writers = own.flatMap((variable) => {
    const [writer, ...others] = users.get(variable) ?? [];
    const isOnlyWriter = variable.direction === 'output' && writer && others.length === 0 && isWriter(writer);
    return isOnlyWriter ? [{ variable, writer }] : [];
  });
  const passedIn = new Set(readers.flatMap((variable) => users.get(variable) ?? []));
  const passedOut = new Map(writers.map(({ variable, writer }) => [writer, variable]));
  const isCopied = (each: NodeDocument): boolean =>
    !starts.includes(each) && !passedIn.has(each) && !passedOut.has(each);
  const shared = own.filter(
    (variable) => !readers.includes(variable) && !writers.some((each) => each.variable === variable),
  );
  /** Follows triggers through nodes that are not copied, to the copied nodes that they fire. */
  const follow = (targets: readonly PortEnd[]): PortEnd[] =>
    targets.flatMap((target) =>
      passedOut.has(target.node) ? follow(listTargets(target.node, 'Out')) : [target],
    );
  const resolveSource = (source: PortEnd): InlinedValue => {
    const variable = readers.find((each) => users.get(each)?.includes(source.node));
    return variable ? getInputValue(variable.name) : { source };
  };
  const connections = called.connections.values();
  const copied = nodes.filter(isCopied);
  const ends = listEnds(starts, isCopied, follow);
  const doneTargets = listTargets(node, 'Done');
  checkCycles(node, [...readers, ...writers.map(({ variable }) => variable)]);
  return {
    node,
    called,
    nodes: copied,
    inner: connections.filter(({ from, to }) => isCopied(from.node) && isCopied(to.node)),
    triggers: listSources(node, 'In'),
    starts: follow(starts.flatMap((start) => listTargets(start, 'Out'))),
    inputs: readers.map((variable) => ({
      value: getInputValue(variable.name),
      targets: (users.get(variable) ?? [])
        .flatMap((reader) => listTargets(reader, 'Value'))
        .filter((target) => isCopied(target.node)),
    })),
    outputs: writers.map(({ variable, writer }) => {
      const [source] = listSources(writer, 'Value');
      return {
        value: source
          ? resolveSource(source)
          : { constant: getValue(writer, getPortByName(writer, 'Value', 'input')) },
        targets: listTargets(node, variable.name),
      };
    }),
    variables: shared.map((variable) => ({
      variable,
      initial:
        variable.direction === 'input'
          ? getInputValue(variable.name)
          : { constant: variable.default ?? variable.value },
      readers: variable.direction === 'output' ? listTargets(node, variable.name) : [],
    })),
    bridges: connections.flatMap(({ from, to }) =>
      isCopied(from.node) && passedOut.has(to.node) && isTriggerPort(to.port)
        ? follow([to]).map((target) => ({ from, to: target }))
        : [],
    ),
    end: findEnd(called, ends, doneTargets),
    continuations: listTargets(node, 'Out'),
  };
};

const findCalledGraph = (store: GraphStore, node: NodeDocument): GraphDocument => {
  const { type, values, id } = node;
  if (!type.portsFor || !runsGraphs(type) || node.fileNode) {
    return reject(
      `The node ${id} is of type ${type.enumValue}. Only a RunGraph node is replaced by the nodes of its graph.`,
    );
  }
  if (values.Mode !== 'Call' || node.incoming.has('Mode') || node.incoming.has('Graph')) {
    reject(
      `The node ${id} does not always call the same graph.`,
      "Set Mode to 'Call' with PUT /api/ports/{portId}/value, and connect neither Mode nor Graph.",
    );
  }
  for (const port of ['Failed', 'Error']) {
    if (node.outgoing.has(port))
      reject(
        `'${port}' of the node ${id} is connected, but nothing can fail in its place.`,
        'Disconnect it.',
      );
  }
  if (node.ports.some(({ isMissing }) => isMissing))
    reject(`The node ${id} has broken connections.`, 'Delete the connections with isBroken.');
  return (
    store.graphs.find(String(values.Graph ?? '')) ??
    reject(`The node ${id} calls the graph '${String(values.Graph ?? '')}', which does not exist.`)
  );
};

/** Rejects a node of which an output reaches an input through pure nodes, because these could then form a cycle. */
const checkCycles = (node: NodeDocument, passed: readonly VariableDocument[]): void => {
  const sources = passed.flatMap(({ name }) => listSources(node, name)).map((source) => source.node);
  const readers = passed.flatMap(({ name }) => listTargets(node, name)).map((target) => target.node);
  const between = findPureNodeBetween(readers, new Set(sources), new Set());
  if (!between) return;
  reject(
    `The node ${between.id} (${between.type.enumValue}) passes an output of the called graph back to an input, which would close a cycle.`,
  );
};

const checkCalledNode = ({ type, fileNode, id }: NodeDocument): void => {
  if (fileNode) reject(`The type of the node ${id}, '${type.enumValue}', is missing here.`);
  if (type.kind === 'event' && type.enumValue !== 'Start') {
    reject(
      `The node ${id} (${type.enumValue}) of the called graph starts by itself, during its calls only. It would always do so in the calling graph.`,
    );
  }
};

/** Rejects a node that would use another variable in the calling graph than in the called graph. */
const checkVariableNames = (
  node: NodeDocument,
  variables: Variables,
  calling: GraphDocument,
  called: GraphDocument,
): void => {
  const listNames = (graphId: string | undefined): string[] =>
    [...variables.values()].filter((variable) => variable.graphId === graphId).map(({ name }) => name);
  const inner = new Set(listNames(called.id));
  const outer = listNames(calling.id);
  const port = findConnectedName(node);
  if (port && inner.size + outer.length > 0) {
    reject(
      `'${port}' of the node ${node.id} (${node.type.enumValue}) is connected, so that it may name any variable. Both graphs may have variables of that name.`,
    );
  }
  const global = new Set(listNames(undefined));
  const hidden = outer.find((name) => global.has(name) && !inner.has(name) && usesVariable(node, { name }));
  if (hidden === undefined) return;
  reject(
    `The node ${node.id} (${node.type.enumValue}) uses the global variable '${hidden}', which the calling graph's variable of the same name would hide.`,
    'Rename one of the variables.',
  );
};

const isReader = ({ type }: NodeDocument): boolean => type.enumValue === 'GetVariable';

const isWriter = (node: NodeDocument): boolean =>
  node.type.enumValue === 'SetVariable' && !node.outgoing.has('Previous') && node.incoming.has('In');

/** Lists the outputs of copied nodes at which the called graph may end. */
const listEnds = (
  starts: readonly NodeDocument[],
  isCopied: (node: NodeDocument) => boolean,
  follow: (targets: readonly PortEnd[]) => PortEnd[],
): PortEnd[] => {
  const ends: PortEnd[] = [];
  const visited = new Set<NodeDocument>();
  const pending = follow(starts.flatMap((start) => listTargets(start, 'Out'))).map(({ node }) => node);
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (visited.has(node) || !isCopied(node)) continue;
    visited.add(node);
    for (const port of node.ports) {
      if (port.direction !== 'output' || !isTriggerPort(port) || port.name === loopOutput) continue;
      const targets = follow(listTargets(node, port.name));
      if (targets.length === 0) ends.push({ node, port });
      pending.push(...targets.map((target) => target.node));
    }
  }
  return ends;
};

const findEnd = (
  called: GraphDocument,
  ends: readonly PortEnd[],
  targets: readonly PortEnd[],
): Inlining['end'] => {
  if (targets.length === 0) return undefined;
  const [end, ...others] = ends;
  if (end && others.length === 0) return { source: end, targets };
  const places = ends.map(({ node, port }) => `'${port.name}' of ${node.type.enumValue} (${node.id})`);
  return reject(
    end
      ? `The graph '${called.name}' may end at several places: ${places.join(', ')}. 'Done' follows the last of them, which no single connection does.`
      : `The graph '${called.name}' has no end that could fire what follows 'Done'.`,
    `Connect the ends in GET /api/graphs/${called.id}, or disconnect 'Done'.`,
  );
};
