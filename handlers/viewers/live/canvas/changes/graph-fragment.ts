import {
  findNodeById,
  type GraphDetail,
  type NodeRecord,
  type NotesByNodeId,
  type PortRecord,
  type PortValue,
} from '../../graphs/graph-types.ts';
import { toConnectionRefs } from './edit-connections.ts';
import type { GraphFragment, NoteContent, PortRef, PortStateFlag } from './graph-change.ts';

/**
 * Copies nodes from a graph, together with their connections, except for broken ones.
 * @param wires which connections to copy: only those between the nodes, or also those to other nodes
 */
export const extractFragment = (
  graph: GraphDetail,
  notes: NotesByNodeId,
  nodeIds: readonly string[],
  wires: 'among' | 'all',
): GraphFragment => {
  const included = new Set(nodeIds);
  const connections = graph.connections.filter(({ outputNodeId, inputNodeId, isBroken }) => {
    if (isBroken) return false;
    const areIncluded = [included.has(outputNodeId), included.has(inputNodeId)];
    return wires === 'among' ? !areIncluded.includes(false) : areIncluded.includes(true);
  });
  return {
    nodes: [...included].flatMap((id) => {
      const node = findNodeById(graph, id);
      return node ? [toFragmentNode(node, notes)] : [];
    }),
    wires: toConnectionRefs(
      graph,
      connections.map(({ id }) => id),
    ),
  };
};

const toFragmentNode = ({ id, category, locationX, locationY, ports }: NodeRecord, notes: NotesByNodeId) => ({
  key: id,
  category,
  locationX,
  locationY,
  values: Object.fromEntries(
    ports.filter(hasCopyableValue).map(({ name, value }) => [name, value as PortValue]),
  ),
  marks: ports.flatMap((port) => listPortStateFlags(port, ports)),
  note: toNoteContent(notes[id]),
});

/**
 * Whether a port's value can be copied. Sub-ports are excluded because their parent holds the value, sensitive values
 * because the service never returns them, and missing ports because they accept none.
 */
export const hasCopyableValue = ({
  direction,
  type,
  value,
  isSensitive,
  isExpandedChild,
  isMissing,
}: PortRecord): boolean =>
  direction === 'input' &&
  value !== undefined &&
  value !== null &&
  !(type === 'Dropdown' && value === '') &&
  !isSensitive &&
  !isExpandedChild &&
  !isMissing;

/** Returns a port's flags. A port with connected sub-ports counts as expanded. */
const listPortStateFlags = (
  { id, name, direction, isDisabled }: PortRecord,
  ports: readonly PortRecord[],
): PortStateFlag[] => [
  ...(ports.some(({ parentPortId }) => parentPortId === id)
    ? [{ name, direction, state: 'expanded' as const }]
    : []),
  ...(isDisabled ? [{ name, direction, state: 'disabled' as const }] : []),
];

const toNoteContent = (note: NotesByNodeId[string] | undefined): NoteContent | undefined => {
  if (!note) return undefined;
  const { text, font, color, fontSize } = note;
  return { text, font, color, fontSize };
};

/** Moves a fragment to another position on the canvas. */
export const moveFragment = ({ nodes, wires }: GraphFragment, x: number, y: number): GraphFragment => ({
  nodes: nodes.map((node) => ({
    ...node,
    locationX: node.locationX + x,
    locationY: node.locationY + y,
  })),
  wires,
});

/** Copies a fragment with new keys, because the nodes with the old keys may still exist. */
export const cloneFragment = ({ nodes, wires }: GraphFragment): GraphFragment => {
  const keys = new Map(nodes.map(({ key }) => [key, `copy-${key}`]));
  const named = (end: PortRef): PortRef => ({ ...end, nodeId: keys.get(end.nodeId) ?? end.nodeId });
  return {
    nodes: nodes.map((node) => ({ ...node, key: `copy-${node.key}` })),
    wires: wires.map(({ from, to }) => ({ from: named(from), to: named(to) })),
  };
};

const clipboardKind = 'scene-runtime graph piece';

export const serializeFragment = ({ nodes, wires }: GraphFragment): string =>
  JSON.stringify({ kind: clipboardKind, nodes, wires }, undefined, 2);

/** Parses the text of copied nodes. Returns `undefined` for any other text. */
export const parseFragment = (text: string): GraphFragment | undefined => {
  try {
    const parsed = JSON.parse(text);
    const isFragment =
      parsed?.kind === clipboardKind && Array.isArray(parsed.nodes) && Array.isArray(parsed.wires);
    return isFragment ? { nodes: parsed.nodes, wires: parsed.wires } : undefined;
  } catch {
    return undefined;
  }
};
