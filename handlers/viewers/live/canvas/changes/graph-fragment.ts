import { findNodeById } from '../../graphs/graph-types.ts';
import { toConnectionRefs } from './edit-connections.ts';
import type {
  GraphDetail,
  NodeRecord,
  NotesByNodeId,
  PortRecord,
  PortValue,
} from '../../graphs/graph-types.ts';
import type { PortStateFlag, NoteContent, GraphFragment, PortRef } from './graph-change.ts';

/**
 * Takes nodes of a graph as they are, with their wires.
 * @param wires those among the nodes, or those that lead to other nodes too
 */
export const extractFragment = (
  graph: GraphDetail,
  notes: NotesByNodeId,
  nodeIds: readonly string[],
  wires: 'among' | 'all',
): GraphFragment => {
  const isIn = new Set(nodeIds);
  const connections = graph.connections.filter(({ outputNodeId, inputNodeId }) => {
    const ends = [isIn.has(outputNodeId), isIn.has(inputNodeId)];
    return wires === 'among' ? !ends.includes(false) : ends.includes(true);
  });
  return {
    nodes: [...isIn].flatMap((id) => {
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

/** A sub-port holds a part of what its parent holds, and what is sensitive is not told. */
const hasCopyableValue = ({ direction, type, value, isSensitive, isExpandedChild }: PortRecord): boolean =>
  direction === 'input' &&
  value !== undefined &&
  value !== null &&
  !(type === 'Dropdown' && value === '') &&
  !isSensitive &&
  !isExpandedChild;

/** A port whose sub-ports are wired counts as expanded. */
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

/** A piece somewhere else on the canvas. */
export const moveFragment = ({ nodes, wires }: GraphFragment, x: number, y: number): GraphFragment => ({
  nodes: nodes.map((node) => ({
    ...node,
    locationX: node.locationX + x,
    locationY: node.locationY + y,
  })),
  wires,
});

/** A piece under keys of its own: those of what it was taken from may be nodes that are there. */
export const cloneFragment = ({ nodes, wires }: GraphFragment): GraphFragment => {
  const keys = new Map(nodes.map(({ key }) => [key, `copy-${key}`]));
  const named = (end: PortRef): PortRef => ({ ...end, nodeId: keys.get(end.nodeId) ?? end.nodeId });
  return {
    nodes: nodes.map((node) => ({ ...node, key: `copy-${node.key}` })),
    wires: wires.map(({ from, to }) => ({ from: named(from), to: named(to) })),
  };
};
