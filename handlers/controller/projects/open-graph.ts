/**
 * Opens graphs from their files. An invalid item doesn't prevent the rest of the file from opening: a node of an
 * unknown type becomes a placeholder (C-275), and other items are repaired or left out with a warning (C-276).
 */
import { assignMissingIds, assignNewIds, createEndConverter } from './graph-file-ids.ts';
import { isPlainJsonText, parseJson } from '#runtime/shared/text-encoding.ts';
import { isDeepStrictEqual } from 'node:util';
import { actions } from '#spec/actions/index.ts';
import { ApiError } from '#spec/errors.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import { markAllChanged } from '../graphs/change-tracking.ts';
import { attachConnection, checkDuplicate, checkPortPair } from '../graphs/connections.ts';
import {
  type FileNode,
  getPortByName,
  type GraphDocument,
  type NodeDocument,
  type PortEnd,
  type RemovedConnection,
} from '../graphs/graph-document.ts';
import type { OpenRemovedNode } from '../graphs/history/apply-records.ts';
import {
  createEmptyGraph,
  insertNode,
  listPortsForValues,
  removeGraph,
  restoreGraph,
  runsGraphs,
} from '../graphs/graph-edits.ts';
import { checkCopySize, measureExcessBytes, measureHeadBytes, measureNode } from '../graphs/file-size.ts';
import { createPlaceholder, getFileValues, inferPorts } from '../graphs/placeholder-nodes.ts';
import { listSubPorts } from '../graphs/sub-ports.ts';
import { graphFileMigrations, migrateContent } from './format-migrations.ts';
import {
  type CheckedGraphFile,
  GraphFile,
  parseSavedLayout,
  PreviousPosition,
  toGraphFile,
} from './graph-file-format.ts';
import {
  checkFiniteNumbers,
  clampCoordinate,
  collectUnknownKeys,
  createGraphFileRepairs,
  type GraphFileRepairs,
  openNode,
  type ReportLine,
} from './open-node.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import type { NodeType, PortDeclaration } from '#spec/node-type.ts';
import type { GraphStore } from '../graphs/graph-store.ts';

type FileConnection = CheckedGraphFile['connections'][number];

const ignoreReport: ReportLine = () => {};

/**
 * Opens a graph from the text of its file.
 * @throws an error that describes the problem; the store is then left unchanged
 */
export const openGraphFile = (
  store: GraphStore,
  path: string,
  text: string,
  report: ReportLine = ignoreReport,
): GraphDocument => openGraph(store, path, parseGraphFile(text), report);

/**
 * Parses a graph file and migrates its content to the current format.
 * @throws an error that describes the problem
 */
export const parseGraphFile = (text: string): unknown => migrateContent(graphFileMigrations, parseJson(text));

/**
 * Opens a graph from the content of its file.
 * @throws an error that describes the problem; the store is then left unchanged
 */
export const openGraph = (
  store: GraphStore,
  path: string,
  content: unknown,
  report: ReportLine = ignoreReport,
): GraphDocument =>
  openCheckedGraph(store, path, assignMissingIds(path, parseGraphFileContent(content)), report);

/**
 * Opens a graph file, with new ids if necessary.
 * @throws an error that describes the problem; the store is then left unchanged
 */
export const openOrCopyGraph = (
  store: GraphStore,
  path: string,
  content: unknown,
  report: ReportLine,
): OpenedGraph => {
  const original = parseGraphFileContent(content);
  const file = assignMissingIds(path, original);
  const sourceGraph = findGraphWithSameIds(store, file);
  if (!sourceGraph)
    return markNewIdsChanged(openCheckedGraph(store, path, file, report), file !== original, report);
  const graph = openCheckedGraph(store, path, assignNewIds(store, path, file), report);
  markAllChanged(graph);
  report({
    severity: 'warning',
    message: `${path} has the same ids as ${sourceGraph.path}; it was opened as a copy with new ids.`,
  });
  return { graph, hasNewIds: true };
};

const findGraphWithSameIds = (
  store: GraphStore,
  { id, nodes }: CheckedGraphFile,
): GraphDocument | undefined =>
  store.graphs.get(id) ?? nodes.map((node) => store.nodes.get(node.id)).find((node) => node)?.graph;

/**
 * Validates the content of a graph file.
 * @throws an error that names the invalid part of the content
 */
const parseGraphFileContent = (content: unknown): CheckedGraphFile =>
  GraphFile.parse(content, validationMessages);

interface OpenedGraph {
  readonly graph: GraphDocument;
  /** Whether some of the graph's ids are not in its file. The graph is then saved completely with its next changes. */
  readonly hasNewIds: boolean;
}

/** Marks an opened graph as changed if some of its ids are not in its file. */
const markNewIdsChanged = (graph: GraphDocument, hasNewIds: boolean, report: ReportLine): OpenedGraph => {
  if (hasNewIds) {
    markAllChanged(graph);
    const message = `${graph.path} has ids that are empty, . or .., or that occur twice; these items have new ids now.`;
    report({ severity: 'warning', message, graphId: graph.id });
  }
  return { graph, hasNewIds };
};

const hasPlainId = ({ id }: { readonly id: string }): boolean => isPlainJsonText(id);

const noNodes: ReadonlySet<string> = new Set();

/**
 * Opens a graph like {@link openGraph}, but from content that has already been validated.
 * @param unfitNodes the ids of nodes to open as placeholders, although their types exist
 */
const openCheckedGraph = (
  store: GraphStore,
  path: string,
  file: CheckedGraphFile,
  report: ReportLine,
  unfitNodes: ReadonlySet<string> = noNodes,
): GraphDocument => {
  if (store.graphs.has(file.id)) throw new Error(`another graph already has the id '${file.id}'`);
  const { format: _, id, name, layout, nodes, connections, ...unknownFields } = file;
  const graph = {
    ...createEmptyGraph(id, name, path, store.session),
    plainIds: nodes.every(hasPlainId) && connections.every(hasPlainId),
    ...collectUnknownKeys(unknownFields, 'the file'),
  };
  const repairs = createGraphFileRepairs(id, path);
  try {
    store.graphs.add(graph);
    for (const node of createFileNodes(store, graph, file, repairs, unfitNodes))
      insertNode(store, measureNode(node));
    addMissingPorts(graph, connections);
    for (const connection of connections) openConnection(store, graph, connection, repairs);
    graph.layout = parseSavedLayout(layout, nodes, (problem) =>
      repairs.add(`the layout is ignored: ${problem}.`),
    );
    graph.bytes += measureHeadBytes(graph) - measureHeadBytes({ name }) + measureExcessBytes(connections);
  } catch (failure) {
    removeGraph(store, graph);
    throw failure;
  }
  repairs.report(report);
  return graph;
};

/**
 * Creates the nodes in the order of the file. The connections are required, because they determine the ports of
 * placeholders.
 */
const createFileNodes = (
  store: GraphStore,
  graph: GraphDocument,
  { nodes, connections }: CheckedGraphFile,
  repairs: GraphFileRepairs,
  unfitNodes: ReadonlySet<string>,
): NodeDocument[] => {
  const registered = new Map<string, NodeDocument>();
  const missing: FileNode[] = [];
  const opened = nodes.map((file) => {
    if (store.nodes.has(file.id)) throw new Error(`another node already has the id '${file.id}'`);
    const isUnfit = unfitNodes.has(file.id);
    const type = isUnfit ? undefined : findOpenableType(store, graph, file);
    if (type) {
      const node = openNode(store, graph, type, file, repairs);
      registered.set(node.id, node);
      return () => node;
    }
    checkFiniteNumbers(file, `node ${file.id}`);
    missing.push(file);
    const hasType = store.catalog.findAny(file.category) !== undefined;
    const unfitReason = isUnfit ? ' with other ports' : ' for an action';
    repairs.addMissingType(`'${file.category}'${hasType ? unfitReason : ''}`);
    const position = { x: clampCoordinate(file.x), y: clampCoordinate(file.y) };
    return () => createPlaceholder(store, graph, file, position, ports.get(file.id) ?? []);
  });
  const ports =
    missing.length === 0
      ? new Map()
      : inferPorts(missing, connections, ([nodeId, port], direction) => {
          const node = registered.get(nodeId);
          return node?.ports.find((each) => each.name === port && each.direction === direction)?.type;
        });
  return opened.map((create) => create());
};

/**
 * Finds the type of a node in a file. The type is missing if the node runs an action of a runtime that has not connected
 * yet, because the action's parameters determine the node's ports.
 */
const findOpenableType = (store: GraphStore, graph: GraphDocument, file: FileNode): NodeType | undefined => {
  const type = store.catalog.findAny(file.category);
  const action = findOwnAction(type, file);
  return action !== undefined && !store.getProjectView(graph).findAction?.(action) ? undefined : type;
};

/** Returns the name of the runtime's own action that a node runs. */
const findOwnAction = (type: NodeType | undefined, file: FileNode): string | undefined => {
  if (!type?.portsFor) return undefined;
  const actionPort = type.ports.find(({ optionsFrom }) => optionsFrom === 'actions');
  const action = actionPort && getFileValues(file)[actionPort.name];
  return typeof action === 'string' && isOwnActionName(action) ? action : undefined;
};

/** Whether a name is the name of a runtime's own action, whose first part is not a category of the service. */
const isOwnActionName = (name: string): boolean =>
  name.includes('.') && !Object.hasOwn(actions, name.replace(/\..*/, '').toLowerCase());

/**
 * Adds the ports that connections mention to nodes that run other graphs, because these graphs may not be open yet. When
 * all graphs are open, `updateCallers` replaces these ports.
 */
const addMissingPorts = (graph: GraphDocument, connections: readonly FileConnection[]): void => {
  for (const { from, to } of connections) {
    addMissingPort(graph, from, 'output');
    addMissingPort(graph, to, 'input');
  }
};

const addMissingPort = (
  graph: GraphDocument,
  [nodeId, name]: FileConnection['from'],
  direction: 'output' | 'input',
): void => {
  const node = graph.nodes.get(nodeId);
  if (!node?.type.portsFor || !runsGraphs(node.type)) return;
  const isSame = (port: PortDeclaration): boolean => port.name === name && port.direction === direction;
  if (node.ports.some((port) => isSame(port) || listSubPorts(port).some(isSame))) return;
  node.ports = [...node.ports, { name, direction, type: 'Generic', isMissing: true }];
};

const hasUnknownPorts = ({ fileNode, type }: NodeDocument): boolean =>
  fileNode !== undefined || (type.portsFor !== undefined && runsGraphs(type));

const openConnection = (
  store: GraphStore,
  graph: GraphDocument,
  saved: FileConnection,
  repairs: GraphFileRepairs,
): void => {
  const skip = (reason: string): void => repairs.add(`connection ${saved.id} is left out: ${reason}`);
  try {
    const from = findFilePortEnd(graph, saved.from, 'output');
    const to = findFilePortEnd(graph, saved.to, 'input');
    if (!from || !to) {
      skip(`there is no node '${(from ? saved.to : saved.from)[0]}'.`);
      return;
    }
    // The port types of placeholders and of called graphs are unknown, so only duplicates can be found.
    if (hasUnknownPorts(from.node) || hasUnknownPorts(to.node)) checkDuplicate(from, to);
    else checkPortPair(store.catalog, from, to);
    attachConnection(saved.id, from, to);
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    skip(failure.reason);
  }
};

/**
 * Finds the port at one end of a connection in the file.
 * @throws ApiError PORT_NOT_FOUND
 */
const findFilePortEnd = (
  graph: GraphDocument,
  [nodeId, port]: FileConnection['from'],
  direction: 'output' | 'input',
): PortEnd | undefined => {
  const node = graph.nodes.get(nodeId);
  if (!node) return undefined;
  const subPort = node.ports.flatMap(listSubPorts).find((p) => p.name === port && p.direction === direction);
  return { node, port: subPort ?? getPortByName(node, port, direction) };
};

/** Creates a function that opens nodes which were removed before their project was opened, so that they can be restored. */
export const createRemovedNodeOpener =
  (store: GraphStore): OpenRemovedNode =>
  (graph, { order, file }, connections) => {
    const repairs = createGraphFileRepairs(graph.id, graph.path);
    const type = findOpenableType(store, graph, file);
    const node = type
      ? openNode(store, graph, type, file, repairs)
      : createRemovedPlaceholder(store, graph, file, connections);
    node.order = order;
    restorePreviousPosition(graph, file);
    return measureNode(node);
  };

const createRemovedPlaceholder = (
  store: GraphStore,
  graph: GraphDocument,
  file: FileNode,
  connections: readonly RemovedConnection[],
): NodeDocument => {
  const removed = connections.flatMap((each) => ('ends' in each ? [each] : []));
  const triggers = new Set(
    removed.filter(({ isTrigger }) => isTrigger).flatMap(({ ends }) => [ends.from.join(), ends.to.join()]),
  );
  const ports = inferPorts(
    [file],
    removed.map(({ ends }) => ends),
    (end) => (triggers.has(end.join()) ? 'Trigger' : 'Generic'),
  );
  const position = { x: clampCoordinate(file.x), y: clampCoordinate(file.y) };
  return createPlaceholder(store, graph, file, position, ports.get(file.id) ?? []);
};

/** Restores a node's position before the layout, which its file contains only while the node is in the graph. */
const restorePreviousPosition = ({ layout }: GraphDocument, { id, before }: FileNode): void => {
  const position = PreviousPosition.safeParse(before).data;
  if (!position || !layout.saved || layout.saved.positions.has(id)) return;
  const [x, y] = position;
  layout.saved = { ...layout.saved, positions: new Map([...layout.saved.positions, [id, { x, y }]]) };
};

/**
 * Replaces an open graph with the content of its file. The runtime keeps the old version until the next sync of the
 * graph.
 * @throws an error that describes the problem; the graph is then left unchanged
 */
export const reopenGraph = (
  store: GraphStore,
  graph: GraphDocument,
  content: unknown,
  report: ReportLine,
  unfitNodes?: ReadonlySet<string>,
): OpenedGraph => {
  const original = parseGraphFileContent(content);
  const file = assignMissingIds(graph.path, original);
  if (file.id !== graph.id) throw new Error(`the file now contains another graph, '${file.id}'`);
  removeGraph(store, graph);
  try {
    const opened = openCheckedGraph(store, graph.path, file, report, unfitNodes);
    const { syncedRevision, running } = graph;
    const [revision, imageRevision] = [graph.revision + 1, graph.imageRevision + 1];
    Object.assign(opened, { revision, imageRevision, syncedRevision, running });
    return markNewIdsChanged(opened, file !== original, report);
  } catch (failure) {
    restoreGraph(store, graph);
    throw failure;
  }
};

/**
 * Opens graphs again that have nodes whose types, or actions, were missing or different when the graph was opened. A node
 * whose connections or values have no place in its new type becomes a placeholder, so that they are not lost.
 * @throws an error that describes the problem
 */
export const reopenGraphsWithChangedTypes = (store: GraphStore, report: ReportLine): void => {
  const isChanged = (node: NodeDocument): boolean => {
    const { graph, type, fileNode, ports } = node;
    if (fileNode) return findOpenableType(store, graph, fileNode) !== undefined;
    const current = store.catalog.findAny(type.enumValue);
    if (current !== undefined && !isDeepStrictEqual(current, type)) return true;
    const known = ports.filter(({ isMissing }) => !isMissing);
    return type.portsFor !== undefined && !isDeepStrictEqual(known, listPortsForValues(store, node));
  };
  for (const graph of [...store.graphs.values()])
    if ([...graph.nodes.values()].some(isChanged)) markAllChanged(reopenWithNewTypes(store, graph, report));
};

const reopenWithNewTypes = (store: GraphStore, graph: GraphDocument, report: ReportLine): GraphDocument => {
  const file = toGraphFile(graph);
  const lines: ConsoleLine[] = [];
  const { graph: opened } = reopenGraph(store, graph, file, (line) => void lines.push(line));
  const unfitNodes = findUnfitNodes(store, file, opened);
  if (unfitNodes.size > 0) return reopenGraph(store, opened, file, report, unfitNodes).graph;
  for (const line of lines) report(line);
  return opened;
};

/** Returns the ids of nodes of a runtime's own that have lost connections or values. */
const findUnfitNodes = (
  store: GraphStore,
  { nodes, connections }: Pick<CheckedGraphFile, 'nodes' | 'connections'>,
  opened: GraphDocument,
): ReadonlySet<string> => {
  const openedIds = new Set(Array.from(opened.connections.values(), ({ id }) => id));
  const lostConnections = connections.filter(({ id }) => !openedIds.has(id));
  const cutNodes = new Set(lostConnections.flatMap(({ from, to }) => [from[0], to[0]]));
  const hasLostValue = (file: FileNode): boolean => {
    const values = opened.nodes.get(file.id)?.values ?? {};
    return Object.keys(getFileValues(file)).some((name) => !Object.hasOwn(values, name));
  };
  const unfitNodes = nodes.filter(
    (file) =>
      (store.catalog.isOwn(file.category) ||
        findOwnAction(store.catalog.findAny(file.category), file) !== undefined) &&
      (cutNodes.has(file.id) || hasLostValue(file)),
  );
  return new Set(unfitNodes.map(({ id }) => id));
};

/**
 * Opens a copy of a graph with new ids, but without the positions saved before a layout.
 * @throws ApiError INVALID_VALUE when the copy would be too large
 */
export const copyGraph = (
  store: GraphStore,
  graph: GraphDocument,
  name: string,
  path: string,
): GraphDocument => {
  const { nodes, connections, ...head } = toGraphFile(graph);
  const { aspectRatio } = graph.layout;
  const ids = new Map(nodes.map(({ id }) => [id, store.newId()]));
  const toNewEnd = createEndConverter(ids);
  const copy = openGraph(store, path, {
    ...head,
    id: store.newId(),
    name,
    layout: { aspectRatio },
    nodes: nodes.map(({ before: _, ...node }) => ({ ...node, id: ids.get(node.id) })),
    connections: connections.map(({ from, to }) => ({
      id: store.newId(),
      from: toNewEnd(from),
      to: toNewEnd(to),
    })),
  });
  try {
    checkCopySize(copy, graph);
  } catch (failure) {
    removeGraph(store, copy);
    throw failure;
  }
  markAllChanged(copy);
  return copy;
};
