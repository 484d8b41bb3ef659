/** How a graph lies on disk (register: C-18): one thing a line, in creation order, so that differences read well. */
import * as z from 'zod';
import { noteColors, noteFontSizes, noteFonts } from '#spec/note.ts';
import { canonical } from '#spec/shapes.ts';
import { type Json, portTypes } from '#spec/values.ts';
import type { PortDeclaration } from '../../nodes/grammar/node-type.ts';
import { touchAll } from '../graphs/changes.ts';
import { withinRange } from '#spec/coerce.ts';
import { worded } from '#spec/wording.ts';
import { checkPair } from '../graphs/connect.ts';
import {
  type Connection,
  type GraphDocument,
  type NodeDocument,
  portNamed,
  type UnknownKeys,
} from '../graphs/document.ts';
import { createNode, emptyGraph, insertNode, putBack, removeGraph, reshape } from '../graphs/edit.ts';
import { Before, LayoutHead, layoutHead, openLayout, placeBefore } from '../layout/layout-file.ts';
import { formatOf, graphFileMigrations, upToDate } from './migrations.ts';
import { isPlain, parseJson } from '../../disk/text.ts';
import type { GraphStore } from '../graphs/store.ts';
import { subPortsOf } from '../graphs/sub-ports.ts';
import { attach } from '../graphs/wires.ts';

const format = formatOf(graphFileMigrations);

const End = z.tuple([z.string(), z.string()]);

const Note = z.object({
  text: z.string(),
  font: z.enum(noteFonts),
  color: z.enum(noteColors),
  fontSize: z.literal(noteFontSizes),
});

export const GraphFile = z.looseObject({
  format: z.literal(format),
  id: z.string(),
  name: z.string(),
  layout: LayoutHead.prefault({}),
  nodes: z.array(
    z.looseObject({
      id: z.string(),
      category: z.string(),
      x: z.number(),
      y: z.number(),
      before: Before.optional(),
      values: z.record(z.string(), z.unknown()).default({}),
      disabled: z.array(z.string()).default([]),
      expanded: z.array(z.string()).default([]),
      note: Note.optional(),
    }),
  ),
  connections: z.array(z.object({ id: z.string(), from: End, to: End })),
});

type GraphFileContent = z.input<typeof GraphFile>;

export type CheckedGraphFile = z.output<typeof GraphFile>;

export type SavedNode = GraphFileContent['nodes'][number];

export const graphToFile = (graph: GraphDocument): GraphFileContent => ({
  ...topOfFile(graph),
  nodes: Array.from(graph.nodes.values(), nodeToFile),
  connections: graph.connections.values().map(wireToFile),
});

/** What a file says before its nodes and connections. */
export const topOfFile = (graph: GraphDocument) => ({ format, id: graph.id, ...headToFile(graph) });

/** What of that may change. */
export const headToFile = ({ name, layout, unknownKeys }: GraphDocument) => ({
  name,
  ...layoutHead(layout),
  ...unknownKeys,
});

export const wireToFile = ({ id, from, to }: Connection): GraphFileContent['connections'][number] => ({
  id,
  from: [from.node.id, from.port.name],
  to: [to.node.id, to.port.name],
});

/** A node as its line in the file has it. Built field by field: the journal of edits makes one with every edit. */
export const nodeToFile = (node: NodeDocument): SavedNode => {
  const { id, graph, type, locationX, locationY, values, disabled, expanded, note, unknownKeys } = node;
  const saved: SavedNode = { id, category: type.enumValue, x: locationX, y: locationY };
  const before = placeBefore(graph, id);
  if (before) saved.before = before;
  if (Object.keys(values).length > 0) saved.values = { ...values };
  if (disabled.size > 0) saved.disabled = [...disabled];
  if (expanded.size > 0) saved.expanded = [...expanded];
  if (note) saved.note = note;
  if (unknownKeys) Object.assign(saved, unknownKeys);
  return saved;
};

/**
 * Opens a graph from the text of its file.
 * @throws an error whose message says what is wrong with the text; the store is then as before.
 */
export const openGraphFile = (store: GraphStore, path: string, text: string): GraphDocument =>
  openGraph(store, path, readGraphFile(text));

/** The content of a graph file in the present format. @throws an error whose message says why it cannot be read */
export const readGraphFile = (text: string): unknown => upToDate(graphFileMigrations, parseJson(text));

/**
 * Opens a graph from the content of its file.
 * @throws an error whose message says what is wrong with it; the store is then as before.
 */
export const openGraph = (store: GraphStore, path: string, content: unknown): GraphDocument =>
  openChecked(store, path, GraphFile.parse(content, worded));

const hasPlainId = ({ id }: { readonly id: string }): boolean => isPlain(id);

/** The same, of content that is known to have the form of a graph file. */
export const openChecked = (store: GraphStore, path: string, file: CheckedGraphFile): GraphDocument => {
  if (store.graphs.has(file.id)) throw new Error(`another graph already has the id '${file.id}'`);
  const { format: _, id, name, layout, nodes, connections, ...others } = file;
  const graph = {
    ...emptyGraph(id, name, path, store.pending),
    plainIds: nodes.every(hasPlainId) && connections.every(hasPlainId),
    ...unknownKeys(others),
  };
  try {
    store.graphs.add(graph);
    for (const node of nodes) insertNode(store, openNode(store, graph, node));
    for (const wire of connections) openWire(store, graph, wire);
    graph.layout = openLayout(layout, nodes);
    return graph;
  } catch (failure) {
    removeGraph(store, graph);
    throw failure;
  }
};

/**
 * Puts what a file says in the place of an open graph; the runtime goes on with what it has.
 * @throws an error whose message says what is wrong with the content; the graph is then as before
 */
export const reopenGraph = (store: GraphStore, graph: GraphDocument, content: unknown): GraphDocument => {
  const { id } = content as { id?: unknown };
  if (id !== graph.id) throw new Error(`the file is now that of another graph, '${id}'`);
  removeGraph(store, graph);
  try {
    const opened = openGraph(store, graph.path, content);
    const { syncedRevision, running } = graph;
    const [revision, imageRevision] = [graph.revision + 1, graph.imageRevision + 1];
    return Object.assign(opened, { revision, imageRevision, syncedRevision, running });
  } catch (failure) {
    putBack(store, graph);
    throw failure;
  }
};

/** Opens a copy of a graph under ids of its own; there is no layout of it yet that could be taken back. */
export const copyGraph = (
  store: GraphStore,
  graph: GraphDocument,
  name: string,
  path: string,
): GraphDocument => {
  const { nodes, connections, ...head } = graphToFile(graph);
  const { aspectRatio } = graph.layout;
  const ids = new Map(nodes.map(({ id }) => [id, store.newId()]));
  // biome-ignore lint/style/noNonNullAssertion: wires lead between nodes of the graph
  const moved = ([nodeId, port]: [string, string]): [string, string] => [ids.get(nodeId)!, port];
  const copy = openGraph(store, path, {
    ...head,
    id: store.newId(),
    name,
    layout: { aspectRatio },
    nodes: nodes.map(({ before: _, ...node }) => ({ ...node, id: ids.get(node.id) })),
    connections: connections.map(({ from, to }) => ({ id: store.newId(), from: moved(from), to: moved(to) })),
  });
  touchAll(copy);
  return copy;
};

/** Nothing in the usual case, so that it costs a large graph nothing. */
const unknownKeys = (keys: UnknownKeys) => (Object.keys(keys).length > 0 ? { unknownKeys: keys } : {});

const openNode = (
  store: GraphStore,
  graph: GraphDocument,
  saved: CheckedGraphFile['nodes'][number],
): NodeDocument => {
  const { id, category, x, y, before: _, values, disabled, expanded, note, ...others } = saved;
  const type = store.catalog.findAny(category);
  if (!type) throw new Error(`node ${id} is of the unknown type '${category}'`);
  if (store.nodes.has(id)) throw new Error(`another node already has the id '${id}'`);
  const node: NodeDocument = {
    ...createNode(store, graph, type, x, y),
    id,
    values: { ...values } as Record<string, Json>,
    disabled: new Set(disabled),
    expanded: new Set(expanded),
    ...(note && { note }),
    ...unknownKeys(others),
  };
  reshape(store, node);
  for (const port of node.ports) makeCanonical(node, port);
  return node;
};

/** Files are also written by hand, so that every accepted shape is taken. The options of a Dropdown may not be there yet. */
const makeCanonical = ({ id, values }: NodeDocument, port: PortDeclaration): void => {
  const { name, type, direction } = port;
  const value = values[name];
  if (value === undefined || direction === 'output') return;
  const form = type === 'Dropdown' && typeof value === 'string' ? value : canonical(type, value);
  if (form === undefined) {
    throw new Error(`node ${id}: '${name}' is of type ${type} and accepts ${portTypes[type].accepts}`);
  }
  values[name] = withinRange(port, form);
};

const openWire = (
  store: GraphStore,
  graph: GraphDocument,
  saved: CheckedGraphFile['connections'][number],
): void => {
  if (graph.connections.has(saved.id)) throw new Error(`two connections have the id '${saved.id}'`);
  const end = ([nodeId, port]: readonly [string, string], direction: 'output' | 'input') => {
    const node = graph.nodes.get(nodeId);
    if (!node) throw new Error(`connection ${saved.id} ends at the unknown node '${nodeId}'`);
    const hidden = node.ports.flatMap(subPortsOf).find((p) => p.name === port && p.direction === direction);
    return { node, port: hidden ?? portNamed(node, port, direction) };
  };
  const from = end(saved.from, 'output');
  const to = end(saved.to, 'input');
  checkPair(store.catalog, from, to);
  attach(saved.id, from, to);
};
