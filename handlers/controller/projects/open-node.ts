/**
 * Reads the nodes of a graph file and checks them in the same way as requests. Invalid parts are replaced with defaults
 * and reported (C-276).
 */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { clampToRange } from '#spec/coerce-value.ts';
import { defaultNote, noteColors, noteFonts, noteFontSizes } from '#spec/note-styles.ts';
import { maxCanvasCoordinate } from '#spec/rest/nodes.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import { hasOverflow, isWithinLimits } from '#spec/value-limits.ts';
import { toCanonicalValue } from '#spec/value-shapes.ts';
import { type Json, portTypes } from '#spec/values.ts';
import { createNode, listPortsForValues } from '../graphs/graph-edits.ts';
import { listStrings } from '../graphs/placeholder-nodes.ts';
import { Coordinate, PreviousPosition } from './graph-file-format.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import type { NodeType, PortDeclaration } from '#spec/node-type.ts';
import type { FileNode, GraphDocument, NodeDocument, UnknownKeys } from '../graphs/graph-document.ts';
import type { GraphStore } from '../graphs/graph-store.ts';

export const NoteFields = z.object({
  text: z.string(),
  font: z.enum(noteFonts),
  color: z.enum(noteColors),
  fontSize: z.literal(noteFontSizes),
});

const NodeFields = z.looseObject({
  id: z.string(),
  category: z.string(),
  x: Coordinate,
  y: Coordinate,
  before: PreviousPosition.optional(),
  values: z.record(z.string(), z.unknown()).default({}),
  disabled: z.array(z.string()).default([]),
  expanded: z.array(z.string()).default([]),
  note: NoteFields.optional(),
});

/** Converts a value from a file to a valid canvas coordinate. */
export const clampCoordinate = (value: unknown): number =>
  typeof value === 'number' ? Math.min(Math.max(value, -maxCanvasCoordinate), maxCanvasCoordinate) : 0;

/** Replaces the invalid field of a note with its default. Returns a default note if the note has no valid field. */
const repairNote = (note: unknown, field: PropertyKey | undefined): unknown =>
  typeof note === 'object' && note !== null && field !== undefined && Object.hasOwn(defaultNote, field)
    ? { ...note, [field]: defaultNote[field as keyof typeof defaultNote] }
    : defaultNote;

/** Functions that return the replacement for each invalid field. */
const fieldFallbacks: Readonly<Record<string, (content: unknown, subfield?: PropertyKey) => unknown>> = {
  x: clampCoordinate,
  y: clampCoordinate,
  before: () => undefined,
  values: () => ({}),
  disabled: listStrings,
  expanded: listStrings,
  note: repairNote,
};

const describeFileNode = ({ id, category }: FileNode): string => `node ${id} (${category})`;

const parseNodeFields = (file: FileNode, repairs: GraphFileRepairs): z.output<typeof NodeFields> => {
  const read = NodeFields.safeParse(file, validationMessages);
  if (read.success) return read.data;
  const repaired: Record<string, unknown> = { ...file };
  for (const { path, message } of read.error.issues) {
    const [field, subfield] = path;
    if (typeof field !== 'string') continue;
    repaired[field] = fieldFallbacks[field]?.(repaired[field], subfield);
    repairs.add(`'${path.join('.')}' of ${describeFileNode(file)} is ignored: ${message}.`, file.id);
  }
  return NodeFields.parse(repaired);
};

/** Rejects content that contains numbers that JSON can't represent, because saving would change such content. */
export const checkFiniteNumbers = (value: unknown, owner: string): void => {
  if (hasOverflow(value)) throw new Error(`a number of ${owner} overflows, and could not be saved as it is`);
};

/**
 * Returns the keys that this version doesn't know. If no key is unknown, the result has no property, which saves memory
 * in large graphs.
 */
export const collectUnknownKeys = (keys: UnknownKeys, of: string): { readonly unknownKeys?: UnknownKeys } => {
  if (Object.keys(keys).length === 0) return {};
  checkFiniteNumbers(keys, of);
  return { unknownKeys: keys };
};

/** Creates a node of a registered type from its data in the file. The caller must add the node to the graph. */
export const openNode = (
  store: GraphStore,
  graph: GraphDocument,
  type: NodeType,
  file: FileNode,
  repairs: GraphFileRepairs,
): NodeDocument => {
  const fields = parseNodeFields(file, repairs);
  const { id, category: _, x, y, before: __, values, disabled, expanded, note, ...unknownFields } = fields;
  const node: NodeDocument = {
    ...createNode(store, graph, type, x, y),
    id,
    values: { ...values } as Record<string, Json>,
    disabled: new Set(disabled),
    expanded: new Set(expanded),
    ...(note && { note }),
    ...collectUnknownKeys(unknownFields, `node ${id}`),
  };
  const normalize = (port: PortDeclaration): void => normalizeValue(store, node, port, repairs);
  // Values that determine the node's ports come first, because other values may belong to these ports.
  if (type.portsFor) for (const port of node.ports) if (port.affectsNodePorts) normalize(port);
  node.ports = listPortsForValues(store, node);
  for (const port of node.ports) normalize(port);
  return node;
};

/** Converts or clamps a value to one that its port accepts. An invalid value is replaced with the port's default. */
const normalizeValue = (
  store: GraphStore,
  node: NodeDocument,
  port: PortDeclaration,
  repairs: GraphFileRepairs,
): void => {
  const { values } = node;
  const { name, type, direction } = port;
  const value = values[name];
  if (value === undefined || direction === 'output') return;
  // An unknown option is kept, because the option may be added to the project later, for example as a new variable or
  // scene.
  if (type === 'Dropdown' && !port.options && typeof value === 'string') return;
  const options = type === 'Dropdown' ? (port.options ?? store.findOptions(port, node.graph)) : undefined;
  const label = describeFileNode({ id: node.id, category: node.type.enumValue });
  const canonical = isWithinLimits(value) ? toCanonicalValue(type, value, options) : undefined;
  if (canonical === undefined) {
    delete values[name];
    repairs.add(
      `'${name}' of ${label} is of type ${type} and accepts ${describeAcceptedValues(port)}. It is reset to its default.`,
      node.id,
    );
    return;
  }
  values[name] = clampToRange(port, canonical);
  if (values[name] === canonical || isDeepStrictEqual(values[name], canonical)) return;
  repairs.add(`'${name}' of ${label} is out of range. It is set to the nearest valid value.`, node.id);
};

const describeAcceptedValues = ({ type, options }: PortDeclaration): string => {
  if (type !== 'Dropdown') return portTypes[type].accepts;
  return options ? `one of ${options.map((option) => `'${option}'`).join(', ')}` : 'the label of an option';
};

/** Called with each line about a graph after the graph is opened. */
export type ReportLine = (line: ConsoleLine) => void;

/** The maximum number of lines per graph, because the console holds only 500 entries in total. */
const maxLines = 20;

/** Collects the problems of a graph file, and reports them on the console after the graph is opened. */
export const createGraphFileRepairs = (graphId: string, path: string) => {
  const lines: ConsoleLine[] = [];
  const missing = new Map<string, number>();

  const createLine = (problem: string, nodeId?: string): ConsoleLine => ({
    severity: 'warning',
    message: `${path}: ${problem}`,
    graphId,
    ...(nodeId !== undefined && { nodeId }),
  });

  const missingLines = (): ConsoleLine[] =>
    [...missing].map(([type, count]) =>
      createLine(
        `${count === 1 ? 'one node is' : `${count} nodes are`} of the type ${type}, which is missing here. The graph is open with placeholders, which are saved unchanged, and does not run.`,
      ),
    );

  return {
    /** @param problem what was left out or changed, as the end of a sentence that starts with the file path */
    add: (problem: string, nodeId?: string): void => void lines.push(createLine(problem, nodeId)),
    /** Records that a node was opened as a placeholder because its type is missing. */
    addMissingType: (type: string): void => void missing.set(type, (missing.get(type) ?? 0) + 1),
    report(report: ReportLine): void {
      const all = [...missingLines(), ...lines];
      for (const line of all.slice(0, maxLines)) report(line);
      const omittedCount = all.length - maxLines;
      if (omittedCount > 0) report(createLine(`${omittedCount} more problems of the file are not listed.`));
    },
  };
};

export type GraphFileRepairs = ReturnType<typeof createGraphFileRepairs>;
