/**
 * The file format of a graph (C-18). Each node and each connection is on a line of its own, in creation order, so that
 * diffs are readable.
 */
import * as z from 'zod';
import type { NoteContent } from '#spec/note-styles.ts';
import type { Json } from '#spec/values.ts';
import type { Connection, FileNode, GraphDocument, NodeDocument } from '../graphs/graph-document.ts';
import { serializeLayoutHead, getPreviousPosition } from '../layout/saved-layout.ts';
import { getCurrentFormat, graphFileMigrations } from './format-migrations.ts';

const graphFileFormat = getCurrentFormat(graphFileMigrations);

const FilePortReference = z.tuple([z.string(), z.string()]);

const isFileNode = (value: unknown): value is FileNode => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, category } = value as { readonly [key: string]: unknown };
  return typeof id === 'string' && typeof category === 'string';
};

/** The minimum that a file must contain so that a graph can be opened. open-node.ts reads the rest of each node. */
export const GraphFile = z.looseObject({
  format: z.literal(graphFileFormat),
  id: z.string(),
  name: z.string(),
  layout: z.unknown().optional(),
  nodes: z.array(
    z.custom<FileNode>(isFileNode, { error: "expected a node, with 'id' and 'category' as strings" }),
  ),
  connections: z.array(z.object({ id: z.string(), from: FilePortReference, to: FilePortReference })),
});

type GraphFileContent = z.input<typeof GraphFile>;

export type CheckedGraphFile = z.output<typeof GraphFile>;

/** A node in a graph file. This is a type alias rather than an interface, so that it is assignable to `FileNode`. */
export type SavedNode = {
  id: string;
  category: string;
  x: number;
  y: number;
  before?: [number, number];
  values?: Readonly<Record<string, Json>>;
  disabled?: readonly string[];
  expanded?: readonly string[];
  note?: NoteContent;
};

export const toGraphFile = (graph: GraphDocument): GraphFileContent => ({
  ...toGraphFileHeader(graph),
  nodes: Array.from(graph.nodes.values(), toFileNode),
  connections: graph.connections.values().map(toFileConnection),
});

/** Returns everything that a graph file contains except nodes and connections. */
export const toGraphFileHeader = (graph: GraphDocument) => ({
  format: graphFileFormat,
  id: graph.id,
  ...toMutableHeader(graph),
});

export const toMutableHeader = ({ name, layout, unknownKeys }: GraphDocument) => ({
  name,
  ...serializeLayoutHead(layout),
  ...unknownKeys,
});

export const toFileConnection = ({ id, from, to }: Connection): GraphFileContent['connections'][number] => ({
  id,
  from: [from.node.id, from.port.name],
  to: [to.node.id, to.port.name],
});

/**
 * Converts a node to its form in the file. Builds the object field by field for speed, because the edit journal needs
 * one object per edit.
 */
export const toFileNode = (node: NodeDocument): SavedNode => {
  const { id, graph, type, locationX, locationY, values, disabled, expanded, note, unknownKeys } = node;
  const before = getPreviousPosition(graph, id);
  if (node.fileNode) {
    const placeholder: SavedNode = { ...node.fileNode, id, x: locationX, y: locationY };
    if (before) placeholder.before = before;
    else delete placeholder.before;
    return placeholder;
  }
  const saved: SavedNode = { id, category: type.enumValue, x: locationX, y: locationY };
  if (before) saved.before = before;
  if (Object.keys(values).length > 0) saved.values = { ...values };
  if (disabled.size > 0) saved.disabled = [...disabled];
  if (expanded.size > 0) saved.expanded = [...expanded];
  if (note) saved.note = note;
  if (unknownKeys) Object.assign(saved, unknownKeys);
  return saved;
};
