/**
 * The file format of a graph (C-18). Each node and each connection is on a line of its own, in creation order, so that
 * diffs are readable.
 */
import * as z from 'zod';
import { stringifyListInChunks } from '#runtime/shared/text-encoding.ts';
import { AspectRatio, defaultAspectRatio, savedPositionModes } from '#spec/rest/layout.ts';
import { maxCanvasCoordinate } from '#spec/rest/nodes.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import {
  type Connection,
  type FileNode,
  getPortJson,
  type GraphDocument,
  type GraphLayout,
  type NodeDocument,
} from '../graphs/graph-document.ts';
import { getCurrentFormat, graphFileMigrations } from './format-migrations.ts';
import type { NoteContent } from '#spec/note-styles.ts';
import type { Json } from '#spec/values.ts';

export const graphFileFormat = getCurrentFormat(graphFileMigrations);

const FilePortReference = z.tuple([z.string(), z.string()]);

const isFileNode = (value: unknown): value is FileNode =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'category' in value &&
  typeof value.category === 'string';

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

const SavedLayoutHead = z.object({
  aspectRatio: AspectRatio.default(defaultAspectRatio),
  saved: z.object({ mode: z.enum(savedPositionModes), savedAt: z.iso.datetime() }).optional(),
});

/** A position on the canvas. */
export const Coordinate = z.number().min(-maxCanvasCoordinate).max(maxCanvasCoordinate);

/** A node's position before the layout that `saved` describes. */
export const PreviousPosition = z.tuple([Coordinate, Coordinate]);

type GraphFileContent = z.input<typeof GraphFile>;

export type CheckedGraphFile = z.output<typeof GraphFile>;

/** A node in a graph file. This is a type alias rather than an interface, so that it is assignable to `FileNode`. */
type SavedNode = {
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
const toGraphFileHeader = (graph: GraphDocument) => ({
  format: graphFileFormat,
  id: graph.id,
  ...toMutableHeader(graph),
});

export const toMutableHeader = ({ name, layout, unknownKeys }: GraphDocument) => ({
  name,
  ...serializeLayoutHead(layout),
  ...unknownKeys,
});

const toFileConnection = ({ id, from, to }: Connection): GraphFileContent['connections'][number] => ({
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

/**
 * Serializes a graph in chunks that can be written one after another. The chunks contain the state of the graph at the
 * time of the call, without later edits.
 */
export const serializeGraphFileInChunks = (graph: GraphDocument): Iterable<string> => {
  const header = Object.entries(toGraphFileHeader(graph)).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  );
  const nodes = Array.from(graph.nodes.values(), toFileNode);
  // Connections can be serialized later, because the nodes and port names at their ends never change.
  const connections = graph.connections.values();
  return generateFileParts(header, nodes, connections);
};

function* generateFileParts(
  header: readonly string[],
  nodes: readonly SavedNode[],
  connections: readonly Connection[],
): Generator<string> {
  yield `{\n${header.join('\n')}\n`;
  yield* generateListParts('nodes', nodes, JSON.stringify, ',');
  yield* generateListParts('connections', connections, stringifyConnection, '');
  yield '}\n';
}

function* generateListParts<T>(
  key: string,
  items: readonly T[],
  serialize: (item: T) => string,
  suffix: string,
): Generator<string> {
  if (items.length === 0) {
    yield `  "${key}": []${suffix}\n`;
    return;
  }
  const enclosing = [`  "${key}": [`, `\n  ]${suffix}\n`] as const;
  yield* stringifyListInChunks(items, (item) => `\n    ${serialize(item)}`, enclosing);
}

/** Serializes a connection. Builds the string directly, which is twice as fast as serializing an object. */
const stringifyConnection = (connection: Connection): string => {
  const { id, from, to } = connection;
  const [output, input] = [from.node, to.node];
  if (!output.graph.plainIds) return JSON.stringify(toFileConnection(connection));
  return `{"id":"${id}","from":["${output.id}",${getPortJson(from.port).name}],"to":["${input.id}",${getPortJson(to.port).name}]}`;
};

/**
 * Serializes a graph's layout settings. Returns nothing if the graph has no layout, so that the graph's file contains
 * no default settings.
 */
const serializeLayoutHead = ({
  aspectRatio,
  saved,
}: GraphLayout): { layout?: z.input<typeof SavedLayoutHead> } => {
  const head = {
    ...(aspectRatio !== defaultAspectRatio && { aspectRatio }),
    ...(saved && { saved: { mode: saved.mode, savedAt: saved.savedAt } }),
  };
  return Object.keys(head).length > 0 ? { layout: head } : {};
};

/**
 * Returns the previous position to save with a node. The position is saved with the node rather than in the header, so
 * that one line of a diff shows both positions of the node.
 */
const getPreviousPosition = ({ layout }: GraphDocument, nodeId: string): [number, number] | undefined => {
  const position = layout.saved?.positions.get(nodeId);
  return position && [position.x, position.y];
};

/**
 * Parses the layout in a graph file.
 * @param onProblem a function that is called when the header is invalid; the graph then opens without a layout
 */
export const parseSavedLayout = (
  layout: unknown,
  nodes: readonly { readonly id: string; readonly before?: unknown }[],
  onProblem: (problem: string) => void,
): GraphLayout => {
  const head = SavedLayoutHead.safeParse(layout ?? {}, validationMessages);
  if (!head.success) {
    onProblem(describeFirstProblem(head.error, 'layout'));
    return { aspectRatio: defaultAspectRatio, saved: undefined };
  }
  const { aspectRatio, saved } = head.data;
  if (!saved) return { aspectRatio, saved };
  const positions = new Map(
    nodes.flatMap(({ id, before }) => {
      const position = PreviousPosition.safeParse(before).data;
      return position ? [[id, { x: position[0], y: position[1] }] as const] : [];
    }),
  );
  return { aspectRatio, saved: { ...saved, positions } };
};
