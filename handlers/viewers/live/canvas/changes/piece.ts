import { nodeOf } from '../../graphs/graph-facts.ts';
import { wiresNamed } from './wires.ts';
import type { GraphDetail, NodeFacts, Notes, PortFacts, PortValue } from '../../graphs/graph-facts.ts';
import type { Mark, NoteLook, Piece, PortPlace } from './change.ts';

/**
 * Takes nodes of a graph as they are, with their wires.
 * @param wires those among the nodes, or those that lead to other nodes too
 */
export const pieceOf = (
  graph: GraphDetail,
  notes: Notes,
  nodeIds: readonly string[],
  wires: 'among' | 'all',
): Piece => {
  const isIn = new Set(nodeIds);
  const connections = graph.connections.filter(({ outputNodeId, inputNodeId }) => {
    const ends = [isIn.has(outputNodeId), isIn.has(inputNodeId)];
    return wires === 'among' ? !ends.includes(false) : ends.includes(true);
  });
  return {
    nodes: [...isIn].flatMap((id) => {
      const node = nodeOf(graph, id);
      return node ? [pieceNodeOf(node, notes)] : [];
    }),
    wires: wiresNamed(
      graph,
      connections.map(({ id }) => id),
    ),
  };
};

const pieceNodeOf = ({ id, category, locationX, locationY, ports }: NodeFacts, notes: Notes) => ({
  key: id,
  category,
  locationX,
  locationY,
  values: Object.fromEntries(ports.filter(isHeld).map(({ name, value }) => [name, value as PortValue])),
  marks: ports.flatMap((port) => marksOf(port, ports)),
  note: lookOf(notes[id]),
});

/** A sub-port holds a part of what its parent holds, and what is sensitive is not told. */
const isHeld = ({ direction, type, value, isSensitive, isExpandedChild }: PortFacts): boolean =>
  direction === 'input' &&
  value !== undefined &&
  value !== null &&
  !(type === 'Dropdown' && value === '') &&
  !isSensitive &&
  !isExpandedChild;

/** A port whose sub-ports are wired counts as expanded. */
const marksOf = ({ id, name, direction, isDisabled }: PortFacts, ports: readonly PortFacts[]): Mark[] => [
  ...(ports.some(({ parentPortId }) => parentPortId === id)
    ? [{ name, direction, state: 'expanded' as const }]
    : []),
  ...(isDisabled ? [{ name, direction, state: 'disabled' as const }] : []),
];

const lookOf = (note: Notes[string] | undefined): NoteLook | undefined => {
  if (!note) return undefined;
  const { text, font, color, fontSize } = note;
  return { text, font, color, fontSize };
};

/** A piece somewhere else on the canvas. */
export const shift = ({ nodes, wires }: Piece, x: number, y: number): Piece => ({
  nodes: nodes.map((node) => ({
    ...node,
    locationX: node.locationX + x,
    locationY: node.locationY + y,
  })),
  wires,
});

/** A piece under keys of its own: those of what it was taken from may be nodes that are there. */
export const asCopy = ({ nodes, wires }: Piece): Piece => {
  const keys = new Map(nodes.map(({ key }) => [key, `copy-${key}`]));
  const named = (end: PortPlace): PortPlace => ({ ...end, nodeId: keys.get(end.nodeId) ?? end.nodeId });
  return {
    nodes: nodes.map((node) => ({ ...node, key: `copy-${node.key}` })),
    wires: wires.map(({ from, to }) => ({ from: named(from), to: named(to) })),
  };
};
