import { noteCategory } from '../graphs/graph-facts.ts';
import type { Edge, EdgeChange, Node, NodeChange } from '@xyflow/react';
import type { GraphDetail, NodeFacts } from '../graphs/graph-facts.ts';
import type { Selection } from './editor.ts';

/** What a card on the canvas draws. */
export type CardData = {
  readonly facts: NodeFacts;
  /** Ids of the ports that are wired, joined: equal texts draw equal cards. */
  readonly wired: string;
};

export type FlowNode = Node<CardData, 'node' | 'note'>;

/**
 * The nodes of a graph as React Flow draws them.
 * @param before those of the last time: what is the same stays the same, measured size included
 */
export const flowNodes = (
  { nodes, connections }: GraphDetail,
  selection: Selection,
  before: readonly FlowNode[],
): FlowNode[] => {
  const ends = new Map<string, string[]>();
  for (const { outputNodeId, outputPortId, inputNodeId, inputPortId } of connections) {
    ends.set(outputNodeId, [...(ends.get(outputNodeId) ?? []), outputPortId]);
    ends.set(inputNodeId, [...(ends.get(inputNodeId) ?? []), inputPortId]);
  }
  const known = new Map(before.map((node) => [node.id, node]));
  const selected = new Set(selection.nodes);
  return nodes.map((facts): FlowNode => {
    const { id, category, locationX: x, locationY: y } = facts;
    const wired = (ends.get(id) ?? []).sort().join();
    const old = known.get(id);
    const isSame = old?.data.facts === facts && old.data.wired === wired;
    if (old && isSame && old.selected === selected.has(id) && !old.dragging) return old;
    return {
      ...old,
      id,
      type: category === noteCategory ? 'note' : 'node',
      position: { x, y },
      selected: selected.has(id),
      data: isSame ? old.data : { facts, wired },
    };
  });
};

/** The wires of a graph as React Flow draws them. */
export const flowEdges = ({ connections }: GraphDetail, selection: Selection): Edge[] => {
  const selected = new Set(selection.wires);
  return connections.map(({ id, outputNodeId, outputPortId, inputNodeId, inputPortId, type }) => ({
    id,
    source: outputNodeId,
    sourceHandle: outputPortId,
    target: inputNodeId,
    targetHandle: inputPortId,
    className: `wire type-${type}`,
    selected: selected.has(id),
  }));
};

/** What is selected once the reader has changed it; the very list that was given when nothing of it has. */
export const selectedAfter = (
  ids: readonly string[],
  changes: readonly (NodeChange<FlowNode> | EdgeChange)[],
): readonly string[] => {
  const selected = new Set(ids);
  for (const change of changes) {
    if (change.type !== 'select') continue;
    if (change.selected) selected.add(change.id);
    else selected.delete(change.id);
  }
  const isSame = selected.size === ids.length && ids.every((id) => selected.has(id));
  return isSame ? ids : [...selected];
};
