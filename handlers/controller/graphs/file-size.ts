/** Tracks the sizes of graph files and project.json, so that no edit makes a file too large to open (C-291). */
import { ApiError } from '#spec/errors.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import type { Json } from '#spec/values.ts';
import type { GraphDocument, NodeDocument } from './graph-document.ts';

/** Matches strings that need no escapes in JSON. Testing this pattern is faster than serializing the string. */
const plainText = /^[ !#-[\]-~]*$/;

const measureTextBytes = (text: string): number =>
  plainText.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text));

type JsonFields = Readonly<Record<string, unknown>>;

/** Returns the size of a value as JSON in bytes. The result may be slightly too large. */
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

/**
 * The number of bytes in a node apart from its strings: field names, type, positions of up to 24 digits, and the line
 * end.
 */
const nodeOverheadBytes = 320;
/** The number of bytes in a connection between nodes whose ids have the usual length, including the line end. */
const connectionBytes = 256;
const graphOverheadBytes = 1_024;

/** Returns the size of a node in its file. The result may be slightly too large. */
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

const measureEntryBytes = (name: string, value: Json | undefined): number =>
  value === undefined ? 0 : measureTextBytes(name) + measureJsonBytes(value) + 2;

export const computeGrowth = ({ values }: NodeDocument, name: string, value: Json): number => {
  const before = values[name];
  return before === undefined
    ? measureEntryBytes(name, value)
    : measureJsonBytes(value) - measureJsonBytes(before);
};

/** Measures a node before it is added to its graph. */
export const measureNode = (node: NodeDocument): NodeDocument => {
  node.bytes = computeNodeBytes(node);
  return node;
};

/** Measures a node again after it has changed within its graph. */
export const remeasureNode = (node: NodeDocument): void => {
  const before = node.bytes;
  node.graph.bytes += measureNode(node).bytes - before;
};

/** Returns the size of a graph without its nodes and connections. */
export const measureHeadBytes = ({
  name,
  unknownKeys,
}: Pick<GraphDocument, 'name' | 'unknownKeys'>): number =>
  graphOverheadBytes + measureTextBytes(name) + measureJsonBytes(unknownKeys ?? {});

/**
 * Returns the number of bytes by which connections exceed the usual size. Some connections exceed it, because ids in
 * hand-written files may be longer.
 */
export const measureExcessBytes = (connections: readonly unknown[]): number =>
  connections.reduce<number>(
    (bytes, connection) => bytes + Math.max(0, measureJsonBytes(connection) + 8 - connectionBytes),
    0,
  );

/** Returns the size of a graph's file. The result may be slightly too large. */
const computeGraphBytes = ({ bytes, connections }: GraphDocument): number =>
  bytes + connections.size * connectionBytes;

/**
 * Checks the size limit before a graph grows.
 * @param bytes the number of bytes by which the graph grows
 * @param connectionCount the number of added connections
 * @throws ApiError INVALID_VALUE when the graph's file would become too large to open
 */
export const checkGraphSize = (graph: GraphDocument, bytes: number, connectionCount = 0): void => {
  const added = bytes + connectionCount * connectionBytes;
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

/**
 * Checks the size limit for a copy of a graph.
 * @throws ApiError INVALID_VALUE when the file of the copy would be too large to open
 */
export const checkCopySize = (copy: GraphDocument, original: GraphDocument): void => {
  const bytes = computeGraphBytes(copy);
  if (bytes > maxProjectFileBytes) throw createTooLargeError(original, bytes - computeGraphBytes(original));
};

interface MeasuredVariable {
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
  readonly description?: string;
  readonly default?: unknown;
}

/** The number of bytes in a variable without its name and value, plus the text around all variables. */
const variableOverheadBytes = 256;
/**
 * When an existing variable receives a smaller value than this, the limit isn't checked, because reaching it would
 * require hundreds of thousands of such values.
 */
const minMeasuredBytes = 1_024;
/** The nesting level of a variable's value in project.json. */
const valueIndentLevel = 3;

/** Returns the size of a value as JSON that has one item per line and is indented by depth. */
const measureIndentedJson = (value: unknown, depth: number): number => {
  if (typeof value !== 'object' || value === null) return measureJsonBytes(value);
  const lineBytes = 2 * depth + 4;
  let bytes = 2 + lineBytes;
  if (Array.isArray(value))
    for (const item of value) bytes += lineBytes + measureIndentedJson(item, depth + 1);
  else {
    for (const [name, item] of Object.entries(value))
      bytes += lineBytes + measureJsonBytes(name) + 2 + measureIndentedJson(item, depth + 1);
  }
  return bytes;
};

const measureCache = new WeakMap<MeasuredVariable, { readonly value: unknown; readonly bytes: number }>();

const measureVariable = (variable: MeasuredVariable): number => {
  const { name, value, description = '', default: initial = null } = variable;
  const cached = measureCache.get(variable);
  if (cached && cached.value === value) return cached.bytes;
  const texts = measureJsonBytes(name) + measureJsonBytes(description);
  const values =
    measureIndentedJson(value, valueIndentLevel) + measureIndentedJson(initial, valueIndentLevel);
  const bytes = variableOverheadBytes + texts + values;
  measureCache.set(variable, { value, bytes });
  return bytes;
};

/**
 * Checks the size limit before a variable is added or changed.
 * @param next the variable after the change
 * @throws ApiError INVALID_VALUE when project.json would become too large to be read
 */
export const checkProjectFileSize = (
  variables: ReadonlyMap<string, MeasuredVariable>,
  next: MeasuredVariable,
): void => {
  const existing = variables.get(next.id);
  const bytes = measureVariable(next);
  if (existing && bytes <= variableOverheadBytes + minMeasuredBytes) return;
  let total = bytes + variableOverheadBytes;
  for (const variable of variables.values()) if (variable !== existing) total += measureVariable(variable);
  if (total <= maxProjectFileBytes) return;
  throw new ApiError(
    'INVALID_VALUE',
    `With '${next.name}', project.json would have more than ${maxProjectFileBytes} bytes, the most that is read.`,
    { limit: maxProjectFileBytes },
    'GET /api/variables shows what variables hold; delete some, or write shorter values.',
  );
};
