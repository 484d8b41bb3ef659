/** How large the file of a graph would be, counted with every edit, so that none makes it too large to be read (register: C-291). */
import { ApiError } from '#spec/errors.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import type { Json } from '#spec/values.ts';
import type { GraphDocument, NodeDocument } from './graph-document.ts';

/** What JSON writes as it is. To look for it takes less time than to write it. */
const plainText = /^[ !#-[\]-~]*$/;

const measureTextBytes = (text: string): number =>
  plainText.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text));

type JsonFields = Readonly<Record<string, unknown>>;

/** The bytes of a value as JSON, or slightly more. */
export const measureJsonBytes = (value: unknown): number => {
  if (typeof value === 'string') return measureTextBytes(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value) bytes += measureJsonBytes(item) + 1;
  else
    for (const name in value)
      bytes += measureTextBytes(name) + measureJsonBytes((value as JsonFields)[name]) + 2;
  return bytes;
};

/** What a node has beside its texts: names of fields, its type, places of up to 24 digits, and the end of the line. */
const nodeOverheadBytes = 320;
/** A wire between nodes with ids of the usual length, and the end of the line. */
const connectionBytes = 256;
const graphOverheadBytes = 1_024;

/** The bytes of a node in its file, or slightly more. */
const computeNodeBytes = (node: NodeDocument): number => {
  const { id, values, disabled, expanded, note, unknownKeys, fileNode } = node;
  let bytes = nodeOverheadBytes + measureTextBytes(id);
  if (fileNode) return bytes + measureJsonBytes(fileNode);
  for (const name in values) bytes += measureEntryBytes(name, values[name]);
  for (const key of disabled) bytes += measureTextBytes(key) + 1;
  for (const key of expanded) bytes += measureTextBytes(key) + 1;
  if (note) bytes += measureJsonBytes(note);
  return unknownKeys ? bytes + measureJsonBytes(unknownKeys) : bytes;
};

/** The bytes of a value under its name; none where there is no value. */
const measureEntryBytes = (name: string, value: Json | undefined): number =>
  value === undefined ? 0 : measureTextBytes(name) + measureJsonBytes(value) + 2;

/** How much a node grows when it holds a value under a name. */
export const computeGrowth = ({ values }: NodeDocument, name: string, value: Json): number => {
  const before = values[name];
  return before === undefined
    ? measureEntryBytes(name, value)
    : measureJsonBytes(value) - measureJsonBytes(before);
};

/** Counts what a node has that is about to become part of its graph. */
export const measureNode = (node: NodeDocument): NodeDocument => {
  node.bytes = computeNodeBytes(node);
  return node;
};

/** Counts anew what a node of a graph has. */
export const remeasureNode = (node: NodeDocument): void => {
  const before = node.bytes;
  node.graph.bytes += measureNode(node).bytes - before;
};

/** The bytes of what a graph has beside nodes and wires. */
export const measureHeadBytes = ({
  name,
  unknownKeys,
}: Pick<GraphDocument, 'name' | 'unknownKeys'>): number =>
  graphOverheadBytes + measureTextBytes(name) + measureJsonBytes(unknownKeys ?? {});

/** How much longer wires are than usual: those of a file that was written by hand may have any id. */
export const measureExcessBytes = (wires: readonly unknown[]): number =>
  wires.reduce<number>((bytes, wire) => bytes + Math.max(0, measureJsonBytes(wire) + 8 - connectionBytes), 0);

/** The bytes of the file of a graph, or slightly more. */
const computeGraphBytes = ({ bytes, connections }: GraphDocument): number =>
  bytes + connections.size * connectionBytes;

/**
 * To be called before a graph grows.
 * @param bytes by how many
 * @param wires how many wires it gets
 * @throws Fault INVALID_VALUE when its file would become too large to be read
 */
export const checkGraphSize = (graph: GraphDocument, bytes: number, wires = 0): void => {
  const added = bytes + wires * connectionBytes;
  if (added > 0 && computeGraphBytes(graph) + added > maxProjectFileBytes)
    throw createTooLargeError(graph, added);
};

const createTooLargeError = (graph: GraphDocument, added: number): ApiError =>
  new ApiError(
    'INVALID_VALUE',
    `The file of the graph '${graph.name}' would have more than ${maxProjectFileBytes} bytes, the most that a graph may have.`,
    { limit: maxProjectFileBytes, bytes: computeGraphBytes(graph), added },
    `GET /api/graphs/${graph.id} shows what the graph holds; remove some of it, or divide it among several graphs.`,
  );

/** @throws Fault INVALID_VALUE when the file of a copy would be too large to be read */
export const checkCopySize = (copy: GraphDocument, original: GraphDocument): void => {
  const bytes = computeGraphBytes(copy);
  if (bytes > maxProjectFileBytes) throw createTooLargeError(original, bytes - computeGraphBytes(original));
};
