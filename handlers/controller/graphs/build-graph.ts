import { ApiError } from '#spec/errors.ts';
import { createNodeWithValues, type NodePlacement, toItemError } from './add-nodes.ts';
import { countContentEdit, markConnectionChanged, markNodeChanged } from './change-tracking.ts';
import {
  attachConnection,
  checkPortPair,
  closesCycle,
  createCycleError,
  detachConnection,
  findReplacedConnection,
  mayCloseCycle,
  restoreConnections,
} from './connections.ts';
import { findFirstCycle } from './find-build-cycle.ts';
import {
  type Connection,
  getPortByName,
  type GraphDocument,
  type NodeDocument,
  type PortEnd,
} from './graph-document.ts';
import { detachNode, insertNode } from './graph-edits.ts';
import { recordAddition, recordRemoval } from './history/edit-history.ts';
import { checkGraphSize } from './file-size.ts';
import type { GraphStore } from './graph-store.ts';

/**
 * The nodes and connections to create. Each node has a temporary id, and connections refer to ports as `<tempId or node
 * id>/<PortName>`.
 */
export interface BuildPlan {
  readonly nodes: readonly PlannedNode[];
  readonly connections: readonly { readonly from: string; readonly to: string }[];
}

interface PlannedNode extends NodePlacement {
  readonly tempId: string;
}

interface BuildResult {
  /** The new nodes keyed by temporary id, in the order of the plan. */
  readonly nodes: ReadonlyMap<string, NodeDocument>;
  readonly connections: readonly Connection[];
  readonly replaced: readonly Connection[];
}

interface BuildProgress {
  readonly errors: CollectedError[];
  readonly nodes: Map<string, NodeDocument>;
  /** Temporary ids of nodes that can't be created. No further errors are reported for their connections. */
  readonly failedTempIds: Set<string>;
  readonly connections: Connection[];
  /** The index of each created connection in the plan. */
  readonly indexes: number[];
  readonly replaced: ReplacedConnection[];
  /** Connections that may have closed a cycle. */
  readonly possibleCycles: Connection[];
  /**
   * Caches resolved port ends. Together with larger id pools, this cache reduces the CPU time for 5,000 connections
   * from 9.3 to 6.4 ms.
   */
  readonly portEnds: { readonly output: Map<string, PortEnd>; readonly input: Map<string, PortEnd> };
}

interface ReplacedConnection {
  readonly connection: Connection;
  /** The number of the replacing connection within the build. */
  readonly by: number;
}

/**
 * Creates all nodes and connections, or none. After a failure, the graph is the same as before, including the order of
 * its items.
 * @throws ApiError the first error; its `details` contain its `index`, its `list` (nodes or connections), and all
 * errors in `errors`
 */
export const applyBuildPlan = (store: GraphStore, graph: GraphDocument, plan: BuildPlan): BuildResult => {
  const progress = runBuild(store, graph, plan);
  const { nodes, connections, replaced } = toBuildResult(progress);
  for (const node of nodes.values()) markNodeChanged(node);
  for (const connection of connections) markConnectionChanged(connection);
  for (const connection of replaced) markConnectionChanged(connection);
  if (replaced.length > 0) recordRemoval(graph, [], replaced);
  recordAddition(graph, [...nodes.values()], connections);
  countContentEdit(graph);
  return { nodes, connections, replaced };
};

/**
 * Returns the result of a build without changing the graph.
 * @throws ApiError the same errors as {@link applyBuildPlan}
 */
export const dryRunBuild = (store: GraphStore, graph: GraphDocument, plan: BuildPlan): BuildResult => {
  const progress = runBuild(store, graph, plan);
  undo(store, graph, progress);
  return toBuildResult(progress);
};

const toBuildResult = ({ nodes, connections, replaced }: BuildProgress): BuildResult => ({
  ...{ nodes, connections, replaced: replaced.map(({ connection }) => connection) },
});

const runBuild = (store: GraphStore, graph: GraphDocument, plan: BuildPlan): BuildProgress => {
  const progress: BuildProgress = {
    errors: [],
    nodes: new Map(),
    failedTempIds: new Set(),
    connections: [],
    indexes: [],
    replaced: [],
    possibleCycles: [],
    portEnds: { output: new Map(), input: new Map() },
  };
  try {
    collectErrors(progress.errors, 'nodes', plan.nodes, (planned) =>
      addPlannedNode(store, graph, planned, progress),
    );
    checkGraphSize(graph, 0, plan.connections.length);
    collectErrors(progress.errors, 'connections', plan.connections, (planned, index) => {
      if (hasFailedNode(planned.from, progress) || hasFailedNode(planned.to, progress)) return;
      connectPlanned(store, graph, planned, progress);
      progress.indexes.push(index);
    });
    recordCycleError(progress);
    throwCollectedErrors(progress.errors);
  } catch (failure) {
    undo(store, graph, progress);
    throw failure;
  }
  return progress;
};

const undo = (
  store: GraphStore,
  graph: GraphDocument,
  { nodes, connections, replaced }: BuildProgress,
): void => {
  // Detaches in reverse order, so that each connection is the last one at its ports when it is removed.
  for (const connection of connections.toReversed()) detachConnection(connection);
  if (replaced.length > 0)
    restoreConnections(
      graph,
      replaced.map(({ connection }) => connection),
    );
  for (const node of nodes.values()) detachNode(store, node);
};

const addPlannedNode = (
  store: GraphStore,
  graph: GraphDocument,
  planned: PlannedNode,
  { nodes, failedTempIds }: BuildProgress,
): void => {
  const { tempId } = planned;
  if (nodes.has(tempId) || failedTempIds.has(tempId) || store.nodes.has(tempId)) {
    throw new ApiError('INVALID_REQUEST', `'tempId' is '${tempId}', which another node already has.`);
  }
  let node: NodeDocument;
  try {
    node = createNodeWithValues(store, graph, planned);
    checkGraphSize(graph, node.bytes);
  } catch (failure) {
    failedTempIds.add(tempId);
    throw failure;
  }
  insertNode(store, node);
  nodes.set(tempId, node);
};

/**
 * Checks for cycles only after all connections are made, because checking after each connection would take quadratic
 * time.
 */
const recordCycleError = ({
  errors,
  connections,
  indexes,
  possibleCycles,
  replaced,
}: BuildProgress): void => {
  const number = findFirstCycle({ connections, possibleCycles, replaced });
  if (number === undefined) return;
  const [connection, index] = [connections[number], indexes[number]];
  if (!connection || index === undefined) return;
  errors.push({ list: 'connections', index, error: createCycleError(connection.from, connection.to) });
};

/** Returns whether a connection end belongs to a node that can't be created. */
const hasFailedNode = (reference: string, { failedTempIds }: BuildProgress): boolean =>
  failedTempIds.size > 0 && failedTempIds.has(reference.slice(0, Math.max(reference.lastIndexOf('/'), 0)));

const connectPlanned = (
  store: GraphStore,
  graph: GraphDocument,
  planned: BuildPlan['connections'][number],
  progress: BuildProgress,
): void => {
  const from = resolvePortEnd(store, graph, progress, planned.from, 'output');
  const to = resolvePortEnd(store, graph, progress, planned.to, 'input');
  checkPortPair(store.catalog, from, to);
  const replacedConnection = findReplacedConnection(to);
  if (replacedConnection && isBuiltConnection(replacedConnection, progress)) {
    if (closesCycle(from, to)) throw createCycleError(from, to);
    throw createInputTakenError(
      planned.to,
      progress.indexes[progress.connections.indexOf(replacedConnection)],
    );
  }
  const canCloseCycle = mayCloseCycle(from, to);
  if (replacedConnection) {
    progress.replaced.push({ connection: replacedConnection, by: progress.connections.length });
    detachConnection(replacedConnection);
  }
  const connection = attachConnection(store.newId(), from, to);
  progress.connections.push(connection);
  if (canCloseCycle) progress.possibleCycles.push(connection);
};

/** Returns whether a connection was made by the build. The connections of a build come after all others. */
const isBuiltConnection = ({ index }: Connection, { connections: [first] }: BuildProgress): boolean =>
  first !== undefined && index >= first.index;

/**
 * Creates the error for two connections of a build that lead to the same input. Such a build is rejected, because the
 * second connection would replace the first, and the result would then list a connection that no longer exists.
 */
const createInputTakenError = (to: string, earlierIndex: number | undefined): ApiError =>
  new ApiError(
    'INVALID_REQUEST',
    `'to' is '${to}', which connection ${earlierIndex} of this build already uses; a data input takes one connection.`,
    { wiredBy: earlierIndex },
  );

/**
 * Resolves a connection end to a port. Connections to the same port share one object, which is updated when the node's
 * ports change.
 */
const resolvePortEnd = (
  store: GraphStore,
  graph: GraphDocument,
  { nodes, portEnds }: BuildProgress,
  reference: string,
  direction: 'input' | 'output',
): PortEnd => {
  const cached = portEnds[direction].get(reference);
  if (cached) return cached;
  const end = parsePortReference(store, graph, nodes, reference, direction);
  portEnds[direction].set(reference, end);
  return end;
};

const parsePortReference = (
  store: GraphStore,
  graph: GraphDocument,
  nodes: ReadonlyMap<string, NodeDocument>,
  reference: string,
  direction: 'input' | 'output',
): PortEnd => {
  // Searches for the last slash, because temporary ids may contain slashes, but port names can't.
  const slash = reference.lastIndexOf('/');
  const id = reference.slice(0, Math.max(slash, 0));
  const cached = slash < 0 ? undefined : (nodes.get(id) ?? store.nodes.get(id));
  if (!cached || cached.graph !== graph) {
    const end = direction === 'output' ? 'from' : 'to';
    throw new ApiError(
      'NODE_NOT_FOUND',
      `'${end}' is '${reference}'; expected '<tempId or node id of this graph>/<PortName>'.`,
    );
  }
  return { node: cached, port: getPortByName(cached, reference.slice(slash + 1), direction) };
};

/** The maximum number of errors in a response. Further errors are usually repetitions of the same error. */
const maxReportedErrors = 50;

interface CollectedError {
  readonly list: 'nodes' | 'connections';
  readonly index: number;
  readonly error: ApiError;
}

/** Calls `step` for each item, and collects the errors until their maximum number is reached. */
const collectErrors = <T>(
  errors: CollectedError[],
  list: CollectedError['list'],
  items: readonly T[],
  step: (item: T, index: number) => void,
): void => {
  for (const [index, item] of items.entries()) {
    if (errors.length >= maxReportedErrors) return;
    try {
      step(item, index);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      errors.push({ list, index, error });
    }
  }
};

/**
 * Throws if there are any errors. Nodes come before connections.
 * @throws ApiError the first error by list and index, with all errors as `errors` in its `details`
 */
const throwCollectedErrors = (errors: CollectedError[]): void => {
  const [first] = errors.sort((a, b) => b.list.localeCompare(a.list) || a.index - b.index);
  if (!first) return;
  const { code, reason, details, resolution } = toItemError(first.list, first.index, first.error);
  const moreErrors = errors.length === 1 ? '' : ` ${errors.length - 1} more in details.errors.`;
  throw new ApiError(
    code,
    `${reason}${moreErrors}`,
    { ...details, errors: errors.map(toErrorDetails) },
    resolution,
  );
};

const toErrorDetails = ({ list, index, error }: CollectedError): Readonly<Record<string, unknown>> => ({
  ...{ list, index, code: error.code, message: `${error.reason} ${error.resolution}` },
  ...(error.details && { details: error.details }),
});
