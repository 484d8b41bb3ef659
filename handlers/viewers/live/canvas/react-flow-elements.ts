import { type GraphDetail, type NodeRecord, noteCategory } from '../graphs/graph-types.ts';
import { cardWidth, getCardHeight, getHandlePositions } from './cards/card-geometry.ts';
import type { Edge, EdgeChange, Node, NodeChange } from '@xyflow/react';
import type { CanvasSelection } from './graph-editor.ts';

export type NodeCardData = {
  readonly node: NodeRecord;
  /** The ids of the connected ports, joined to a string, so that rendering can be skipped if the string is the same. */
  readonly connectedPortIds: string;
};

export type FlowNode = Node<NodeCardData, 'node' | 'note'>;

/**
 * Converts a graph's nodes to React Flow nodes.
 * @param previousNodes the previous result; unchanged nodes in it are reused, so that they keep their identity
 */
export const toFlowNodes = (
  { nodes, connections }: GraphDetail,
  selection: CanvasSelection,
  previousNodes: readonly FlowNode[],
): FlowNode[] => {
  const connectedIds = new Map<string, string[]>();
  for (const { outputNodeId, outputPortId, inputNodeId, inputPortId } of connections) {
    connectedIds.set(outputNodeId, [...(connectedIds.get(outputNodeId) ?? []), outputPortId]);
    connectedIds.set(inputNodeId, [...(connectedIds.get(inputNodeId) ?? []), inputPortId]);
  }
  const previousById = new Map(previousNodes.map((node) => [node.id, node]));
  const selected = new Set(selection.nodes);
  return nodes.map((node): FlowNode => {
    const { id, locationX: x, locationY: y } = node;
    const connectedPortIds = (connectedIds.get(id) ?? []).sort().join();
    const previous = previousById.get(id);
    const isUnchanged = previous?.data.node === node && previous.data.connectedPortIds === connectedPortIds;
    if (previous && isUnchanged && previous.selected === selected.has(id) && !previous.dragging)
      return previous;
    return {
      ...previous,
      id,
      ...getNodeType(node),
      position: { x, y },
      selected: selected.has(id),
      data: isUnchanged ? previous.data : { node, connectedPortIds },
    };
  });
};

/**
 * Returns the React Flow type of a node. A note's size depends on its text and must be measured, whereas a card's size
 * is known.
 */
const getNodeType = ({ category, ports }: NodeRecord) => {
  if (category === noteCategory) return { type: 'note', ariaLabel: 'Note' } as const;
  const size = { width: cardWidth, height: getCardHeight(ports) };
  return {
    type: 'node',
    ariaLabel: category,
    ...size,
    measured: size,
    handles: getHandlePositions(ports),
  } as const;
};

export const toFlowEdges = ({ nodes, connections }: GraphDetail): Edge[] => {
  const names = new Map(
    nodes.flatMap(({ category, ports }) => ports.map(({ id, name }) => [id, `${category} ${name}`] as const)),
  );
  return connections.map(({ id, outputNodeId, outputPortId, inputNodeId, inputPortId, type }) => ({
    id,
    source: outputNodeId,
    sourceHandle: outputPortId,
    target: inputNodeId,
    targetHandle: inputPortId,
    className: `wire type-${type}`,
    ariaLabel: `Connection from ${names.get(outputPortId)} to ${names.get(inputPortId)}`,
  }));
};

/** Marks the edges with these ids as selected. All other edges keep their identity. */
export const applyEdgeSelection = (edges: readonly Edge[], ids: readonly string[]): Edge[] => {
  const selected = new Set(ids);
  return edges.map((edge) => (selected.has(edge.id) ? { ...edge, selected: true } : edge));
};

/** Applies selection changes to a list. If nothing changes, the same list is returned. */
export const applySelectionChanges = (
  ids: readonly string[],
  changes: readonly (NodeChange<FlowNode> | EdgeChange)[],
): readonly string[] => {
  const selected = new Set(ids);
  for (const change of changes) {
    if (change.type !== 'select') continue;
    if (change.selected) selected.add(change.id);
    else selected.delete(change.id);
  }
  const isUnchanged = selected.size === ids.length && ids.every((id) => selected.has(id));
  return isUnchanged ? ids : [...selected];
};
