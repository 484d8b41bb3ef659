import {
  formatNodeName,
  getPortProblem,
  type GraphDetail,
  type NodeRecord,
  noteCategory,
  type PortRecord,
} from '../graphs/graph-types.ts';
import { cardWidth, getCardHeight, getHandlePositions } from './cards/card-geometry.ts';
import { applyNodeChanges, type Edge, type EdgeChange, type Node, type NodeChange } from '@xyflow/react';
import { getFrameBounds, type GraphFrame } from './graph-frames.ts';
import type { NodePosition } from './changes/graph-change.ts';
import type { CanvasBox, CanvasPoint } from './canvas-geometry.ts';
import type { CanvasSelection } from './graph-editor.ts';

export type NodeCardData = {
  readonly node: NodeRecord;
  /** The ids of the connected ports, joined to a string, so that rendering can be skipped if the string is the same. */
  readonly connectedPortIds: string;
  /** The frame that a note titles, as it is in the graph. */
  readonly frame?: GraphFrame | undefined;
};

export type FlowNode = Node<NodeCardData, 'node' | 'note' | 'frame'>;

interface FlowNodeOptions {
  readonly selection: CanvasSelection;
  readonly frames: readonly GraphFrame[];
  /** The previous result. Unchanged nodes in it are reused, so that they keep their identity. */
  readonly previousNodes: readonly FlowNode[];
}

/** Converts a graph's nodes to React Flow nodes. */
export const toFlowNodes = (
  { nodes, connections }: GraphDetail,
  { selection, frames, previousNodes }: FlowNodeOptions,
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
    const layer = frames.findIndex(({ noteId }) => noteId === id);
    const frame = frames[layer];
    const previous = previousById.get(id);
    const isUnchanged =
      previous?.data.node === node &&
      previous.data.connectedPortIds === connectedPortIds &&
      previous.data.frame === frame;
    if (previous && isUnchanged && previous.selected === selected.has(id) && !previous.dragging)
      return previous;
    const type = frame ? getFrameType(frame, layer) : getNodeType(node);
    return {
      // what was measured of a note does not hold for a frame
      ...(previous?.type === type.type ? previous : {}),
      ...{ id, position: { x, y } },
      ...type,
      selected: selected.has(id),
      data: isUnchanged ? previous.data : { node, connectedPortIds, frame },
    };
  });
};

/**
 * Returns the React Flow type of a node. A note's size depends on its text and must be measured, whereas a card's size
 * is known.
 */
const getNodeType = (node: NodeRecord) => {
  const { category, ports } = node;
  if (category === noteCategory) return { type: 'note', ariaLabel: 'Note' } as const;
  const size = { width: cardWidth, height: getCardHeight(ports) };
  return {
    type: 'node',
    ariaLabel: formatNodeName(node),
    ...size,
    measured: size,
    handles: getHandlePositions(ports),
  } as const;
};

/** The layer of the hindmost frame, behind the wires also while it is selected, when React Flow adds 1000. */
const firstFrameLayer = -2000;

const getFrameType = ({ title, ...bounds }: GraphFrame, layer: number) =>
  ({
    type: 'frame',
    ariaLabel: `Frame ${title}`,
    zIndex: firstFrameLayer + layer,
    // the pointer reaches what is below, except at the title
    style: { pointerEvents: 'none' },
    ...toFlowBounds(bounds),
  }) as const;

const toFlowBounds = ({ x, y, width, height }: CanvasBox) => {
  const size = { width, height };
  return { position: { x, y }, ...size, measured: size };
};

/**
 * Applies React Flow's changes. A frame that is moved takes its nodes along, and a frame whose nodes are moved follows
 * them.
 */
export const applyFlowChanges = (changes: NodeChange<FlowNode>[], nodes: readonly FlowNode[]): FlowNode[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const movedIds = new Set(changes.flatMap((change) => (change.type === 'position' ? change.id : [])));
  if (movedIds.size === 0) return applyNodeChanges(changes, [...nodes]);
  const memberChanges = changes.flatMap((change): NodeChange<FlowNode>[] => {
    const frame = change.type === 'position' ? byId.get(change.id) : undefined;
    if (change.type !== 'position' || !frame?.data.frame || !change.position) return [];
    const x = change.position.x - frame.position.x;
    const y = change.position.y - frame.position.y;
    return frame.data.frame.nodeIds.flatMap((id) => {
      const member = byId.get(id);
      if (!member || movedIds.has(id)) return [];
      return { ...change, id, position: { x: member.position.x + x, y: member.position.y + y } };
    });
  });
  const moved = applyNodeChanges([...changes, ...memberChanges], [...nodes]);
  const movedById = new Map(moved.map((node) => [node.id, node]));
  return moved.map((node) => {
    const members = node.data.frame?.nodeIds;
    if (!members?.some((id) => movedIds.has(id))) return node;
    const cards = members.flatMap((id) => movedById.get(id) ?? []);
    return {
      ...node,
      ...toFlowBounds(
        getFrameBounds(cards.map(({ position, width = 0, height = 0 }) => ({ ...position, width, height }))),
      ),
    };
  });
};

/** Returns where nodes are in the graph after React Flow has moved them. A frame is moved with all of its nodes. */
export const getMovedPositions = (moved: readonly FlowNode[], { nodes }: GraphDetail): NodePosition[] => {
  const positions = new Map<string, NodePosition>();
  const add = (nodeId: string, { x, y }: CanvasPoint): void => {
    positions.set(nodeId, { nodeId, locationX: Math.round(x), locationY: Math.round(y) });
  };
  for (const { id, position, data } of moved) if (!data.frame) add(id, position);
  for (const { id, position, data } of moved) {
    if (!data.frame) continue;
    const x = position.x - data.frame.x;
    const y = position.y - data.frame.y;
    const ids = new Set([id, ...data.frame.nodeIds]);
    for (const node of nodes)
      if (ids.has(node.id) && !positions.has(node.id))
        add(node.id, { x: node.locationX + x, y: node.locationY + y });
  }
  return [...positions.values()];
};

/** What a wire connects, which says when something passes it. */
export type WireData = {
  readonly isTrigger: boolean;
  readonly sourceNodeId: string;
  readonly sourcePortId: string;
  readonly targetNodeId: string;
  readonly targetPortName: string;
  /** Whether other wires end at the same port. */
  readonly isShared: boolean;
  /** Why the wire carries nothing, or `undefined` if it does. */
  readonly problem: string | undefined;
};

export type FlowEdge = Edge<WireData, 'wire'>;

export const toFlowEdges = ({ nodes, connections }: GraphDetail): FlowEdge[] => {
  const ports = new Map(
    nodes.flatMap((node) => node.ports.map((port) => [port.id, toWireEnd(node, port)] as const)),
  );
  const wireCounts = new Map<string, number>();
  for (const { inputPortId } of connections)
    wireCounts.set(inputPortId, (wireCounts.get(inputPortId) ?? 0) + 1);
  return connections.map(({ id, outputNodeId, outputPortId, inputNodeId, inputPortId, type, isBroken }) => {
    const from = ports.get(outputPortId);
    const to = ports.get(inputPortId);
    const problem = isBroken ? describeBrokenWire(from, to) : undefined;
    return {
      ...{ id, type: 'wire', domAttributes: focusableInSvg },
      source: outputNodeId,
      sourceHandle: outputPortId,
      target: inputNodeId,
      targetHandle: inputPortId,
      className: `wire type-${type}${problem === undefined ? '' : ' broken'}`,
      ariaLabel: [`Connection from ${from?.title} to ${to?.title}`, ...(problem ? [problem] : [])].join('. '),
      data: {
        isTrigger: type === 'Trigger' || type === 'Button',
        sourceNodeId: outputNodeId,
        sourcePortId: outputPortId,
        targetNodeId: inputNodeId,
        targetPortName: to?.name ?? '',
        isShared: (wireCounts.get(inputPortId) ?? 0) > 1,
        problem,
      },
    };
  });
};

/** Preact does not translate the name of React's attribute in SVG, without which the keyboard could not reach wires. */
const focusableInSvg: object = { tabindex: 0 };

interface WireEnd {
  readonly name: string;
  readonly title: string;
  readonly type: string;
  /** Why the port has no use, or `undefined` if it has one. */
  readonly problem: string | undefined;
}

const toWireEnd = (node: NodeRecord, port: PortRecord): WireEnd => ({
  ...{ name: port.name, title: `${node.category} ${port.name}`, type: port.type },
  problem: getPortProblem(node, port),
});

const describeBrokenWire = (from: WireEnd | undefined, to: WireEnd | undefined): string => {
  const reason = from?.problem ?? to?.problem;
  return `Broken: ${reason ?? `${from?.type} does not fit ${to?.type}.`}`;
};

/** Marks the edges with these ids as selected. All other edges keep their identity. */
export const applyEdgeSelection = (edges: readonly FlowEdge[], ids: readonly string[]): FlowEdge[] => {
  const selected = new Set(ids);
  return edges.map((edge) => (selected.has(edge.id) ? { ...edge, selected: true } : edge));
};

/** Applies selection changes to a list. If nothing changes, the same list is returned. */
export const applySelectionChanges = (
  ids: readonly string[],
  changes: readonly (NodeChange<FlowNode> | EdgeChange<FlowEdge>)[],
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
