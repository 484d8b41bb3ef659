import { noteCategory } from '../graphs/graph-types.ts';
import { getCardHeight, cardWidth, getHandlePositions } from './cards/card-geometry.ts';
import type { Edge, EdgeChange, Node, NodeChange } from '@xyflow/react';
import type { GraphDetail, NodeRecord } from '../graphs/graph-types.ts';
import type { CanvasSelection } from './graph-editor.ts';

/** The data of a card on the canvas. */
export type NodeCardData = {
  readonly node: NodeRecord;
  /** Ids of the connected ports, joined, so that equal strings skip rendering. */
  readonly connectedPortIds: string;
};

export type FlowNode = Node<NodeCardData, 'node' | 'note'>;

/**
 * Converts the nodes of a graph for React Flow.
 * @param previousNodes the previous result; unchanged nodes keep their identity
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

/** The size of a note depends on its text and has to be measured; the size of a card is known. */
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

/** Converts the connections of a graph for React Flow. */
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

/** Marks the selected edges; all others keep their identity. */
export const applyEdgeSelection = (edges: readonly Edge[], ids: readonly string[]): Edge[] => {
  const selected = new Set(ids);
  return edges.map((edge) => (selected.has(edge.id) ? { ...edge, selected: true } : edge));
};

/** Applies selection changes; returns the same list if nothing changed. */
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
