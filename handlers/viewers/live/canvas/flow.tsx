import { applyNodeChanges, Background, Controls, MiniMap, ReactFlow, useReactFlow } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { portsById } from '../graphs/graph-facts.ts';
import { useEditor } from './editor-context.ts';
import { flowEdges, flowNodes, selectedAfter } from './flow-items.ts';
import { NodeCard } from './node-card.tsx';
import { NoteCard } from './note-card.tsx';
import type { Connection, EdgeChange, NodeChange } from '@xyflow/react';
import type { Point } from './editor.ts';
import type { FlowNode } from './flow-items.ts';

const nodeTypes = { node: NodeCard, note: NoteCard };

/** The nodes and wires of the open graph, to be moved, wired and selected. */
export const Flow = ({ onSearch }: { readonly onSearch: (place: Point) => void }) => {
  const editor = useEditor();
  const { fitView, screenToFlowPosition } = useReactFlow();
  const graph = editor.detail.value;
  const selection = editor.selection.value;
  const [nodes, setNodes] = useState<FlowNode[]>([]);
  useEffect(() => {
    setNodes((before) => (graph ? flowNodes(graph, selection, before) : []));
  }, [graph, selection]);
  const edges = useMemo(() => (graph ? flowEdges(graph, selection) : []), [graph, selection]);
  const openId = graph?.id;
  useEffect(() => {
    if (openId !== undefined) requestAnimationFrame(() => void fitView({ maxZoom: 1 }));
  }, [openId, fitView]);

  const wire = ({ sourceHandle, targetHandle }: Connection): void => {
    const ports = graph && portsById(graph);
    const from = ports?.get(sourceHandle ?? '');
    const to = ports?.get(targetHandle ?? '');
    if (from && to) void editor.change({ kind: 'wires', cut: [], join: [{ from, to }] });
  };
  const takeNodes = (changes: NodeChange<FlowNode>[]): void => {
    setNodes((before) => applyNodeChanges(changes, before));
    const { nodes: ids, wires } = editor.selection.value;
    const now = selectedAfter(ids, changes);
    if (now !== ids) editor.selection.value = { nodes: now, wires };
  };
  const takeEdges = (changes: EdgeChange[]): void => {
    const { nodes: ids, wires } = editor.selection.value;
    const now = selectedAfter(wires, changes);
    if (now !== wires) editor.selection.value = { nodes: ids, wires: now };
  };
  const placeAt = ({ clientX, clientY }: MouseEvent): Point =>
    screenToFlowPosition({ x: clientX, y: clientY });

  return (
    <div class="flow">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode="system"
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        minZoom={0.05}
        onlyRenderVisibleElements
        onNodesChange={takeNodes}
        onEdgesChange={takeEdges}
        onNodeDragStop={(_, __, moved) =>
          void editor.change({
            kind: 'place',
            places: moved.map(({ id, position: { x, y } }) => ({
              ...{ nodeId: id, locationX: Math.round(x), locationY: Math.round(y) },
            })),
          })
        }
        onConnect={wire}
        onPaneClick={(event) => event.detail === 2 && onSearch(placeAt(event))}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const category = event.dataTransfer?.getData('text/plain');
          if (category) void editor.addNode(category, placeAt(event));
        }}
        proOptions={{ hideAttribution: true }}
      >
        <Background />
        <MiniMap pannable zoomable ariaLabel="Overview of the graph" />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
};
