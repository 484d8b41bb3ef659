/** Reads a node of a graph file like a request. Invalid parts fall back to defaults and are reported (C-276). */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { clampToRange } from '#spec/coerce-value.ts';
import { defaultNote, noteColors, noteFontSizes, noteFonts } from '#spec/note-styles.ts';
import { maxCanvasCoordinate } from '#spec/rest/nodes.ts';
import { toCanonicalValue } from '#spec/value-shapes.ts';
import { hasOverflow, isWithinLimits } from '#spec/value-limits.ts';
import { type Json, portTypes } from '#spec/values.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import type { NodeType, PortDeclaration } from '../../nodes/dsl/node-type.ts';
import type { FileNode, GraphDocument, NodeDocument, UnknownKeys } from '../graphs/graph-document.ts';
import { createNode, listPortsForValues } from '../graphs/graph-edits.ts';
import type { GraphStore } from '../graphs/graph-store.ts';
import { PreviousPosition } from '../layout/saved-layout.ts';
import type { GraphFileRepairs } from './graph-file-repairs.ts';

const coordinateSchema = z.number().min(-maxCanvasCoordinate).max(maxCanvasCoordinate);

const NodeFields = z.looseObject({
  id: z.string(),
  category: z.string(),
  x: coordinateSchema,
  y: coordinateSchema,
  before: PreviousPosition.optional(),
  values: z.record(z.string(), z.unknown()).default({}),
  disabled: z.array(z.string()).default([]),
  expanded: z.array(z.string()).default([]),
  note: z
    .object({
      text: z.string(),
      font: z.enum(noteFonts),
      color: z.enum(noteColors),
      fontSize: z.literal(noteFontSizes),
    })
    .optional(),
});

/** Returns a valid coordinate on the canvas for a value in a file. */
export const clampCoordinate = (value: unknown): number =>
  typeof value === 'number' ? Math.min(Math.max(value, -maxCanvasCoordinate), maxCanvasCoordinate) : 0;

const listStrings = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Replaces the invalid field of a note; returns an empty note for anything else. */
const repairNote = (note: unknown, field: PropertyKey | undefined): unknown =>
  typeof note === 'object' && note !== null && field !== undefined && Object.hasOwn(defaultNote, field)
    ? { ...note, [field]: defaultNote[field as keyof typeof defaultNote] }
    : defaultNote;

/** Fallback of each field when its content is invalid. */
const fieldFallbacks: Readonly<Record<string, (content: unknown, within?: PropertyKey) => unknown>> = {
  x: clampCoordinate,
  y: clampCoordinate,
  before: () => undefined,
  values: () => ({}),
  disabled: listStrings,
  expanded: listStrings,
  note: repairNote,
};

/** Returns the name of a file's node in messages. */
const describeFileNode = ({ id, category }: FileNode): string => `node ${id} (${category})`;

const parseNodeFields = (file: FileNode, repairs: GraphFileRepairs): z.output<typeof NodeFields> => {
  const read = NodeFields.safeParse(file, validationMessages);
  if (read.success) return read.data;
  const mended: Record<string, unknown> = { ...file };
  for (const { path, message } of read.error.issues) {
    const [field, within] = path;
    if (typeof field !== 'string') continue;
    mended[field] = fieldFallbacks[field]?.(mended[field], within);
    repairs.add(`'${path.join('.')}' of ${describeFileNode(file)} is not taken: ${message}.`, file.id);
  }
  return NodeFields.parse(mended);
};

/** Rejects unread content that could not be saved again as it was. */
export const checkFiniteNumbers = (kept: unknown, what: string): void => {
  if (hasOverflow(kept)) throw new Error(`a number of ${what} overflows, and could not be saved as it is`);
};

/**
 * Returns the keys that this version doesn't know; nothing in the usual case, so that a large graph pays nothing for
 * it.
 */
export const collectUnknownKeys = (keys: UnknownKeys, of: string): { readonly unknownKeys?: UnknownKeys } => {
  if (Object.keys(keys).length === 0) return {};
  checkFiniteNumbers(keys, of);
  return { unknownKeys: keys };
};

/** Creates a node of a known type from its file. It isn't part of its graph yet. */
export const openNode = (
  store: GraphStore,
  graph: GraphDocument,
  type: NodeType,
  file: FileNode,
  repairs: GraphFileRepairs,
): NodeDocument => {
  const fields = parseNodeFields(file, repairs);
  const { id, category: _, x, y, before: __, values, disabled, expanded, note, ...others } = fields;
  const node: NodeDocument = {
    ...createNode(store, graph, type, x, y),
    id,
    values: { ...values } as Record<string, Json>,
    disabled: new Set(disabled),
    expanded: new Set(expanded),
    ...(note && { note }),
    ...collectUnknownKeys(others, `node ${id}`),
  };
  const open = (port: PortDeclaration): void => normalizeValue(store, node, port, repairs);
  // Ports that shape the node come first, so that values of the ports they add can be read.
  if (type.portsFor) for (const port of node.ports) if (port.affectsNodePorts) open(port);
  node.ports = listPortsForValues(store, node);
  for (const port of node.ports) open(port);
  return node;
};

/** Normalizes a value or clamps it to its range; an invalid one is replaced by the default of its port. */
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
  // Something that the project doesn't have yet, such as a variable or a scene, may be added later.
  if (type === 'Dropdown' && !port.options && typeof value === 'string') return;
  const options = type === 'Dropdown' ? (port.options ?? store.findOptions(port, node.graph)) : undefined;
  const label = describeFileNode({ id: node.id, category: node.type.enumValue });
  const form = isWithinLimits(value) ? toCanonicalValue(type, value, options) : undefined;
  if (form === undefined) {
    delete values[name];
    repairs.add(
      `'${name}' of ${label} is of type ${type} and accepts ${describeAcceptedValues(port)}. It has its default now.`,
      node.id,
    );
    return;
  }
  values[name] = clampToRange(port, form);
  if (values[name] === form || isDeepStrictEqual(values[name], form)) return;
  repairs.add(`'${name}' of ${label} is beyond its range. It has the nearest value now.`, node.id);
};

const describeAcceptedValues = ({ type, options }: PortDeclaration): string => {
  if (type !== 'Dropdown') return portTypes[type].accepts;
  return options ? `one of ${options.map((option) => `'${option}'`).join(', ')}` : 'the label of an option';
};
