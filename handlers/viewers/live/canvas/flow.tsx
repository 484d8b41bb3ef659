import {
  applyNodeChanges,
  Background,
  Controls,
  MiniMap,
  ReactFlow,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLive } from '../app/live.ts';
import { draggedType } from '../node-types/dragged-type.ts';
import { NodeCard } from './cards/node-card.tsx';
import { NoteCard } from './cards/note-card.tsx';
import { FarContext, farZoom } from './far-context.ts';
import { flowEdges, flowNodes, selectEdges, selectedAfter } from './flow-items.ts';
import { useView } from './use-view.ts';
import { Refusal } from './wiring/refusal.tsx';
import { useWiring } from './wiring/use-wiring.ts';
import type { EdgeChange, NodeChange } from '@xyflow/react';
import type { Point } from './editor.ts';
import type { FlowNode } from './flow-items.ts';

const nodeTypes = { node: NodeCard, note: NoteCard };
/** Of the overview; React Flow reads them from here. */
const miniMapSize = { width: 144, height: 104 };

/** The nodes and wires of the open graph, to be moved, wired and selected. */
export const Flow = ({ onSearch }: { readonly onSearch: (place: Point) => void }) => {
  const { editor } = useLive();
  const { screenToFlowPosition } = useReactFlow();
  const isFar = useStore(({ transform: [, , zoom] }) => zoom < farZoom);
  const graph = editor.detail.value;
  const selection = editor.selection.value;
  const [nodes, setNodes] = useState<FlowNode[]>([]);
  useEffect(() => {
    setNodes((before) => (graph ? flowNodes(graph, selection, before) : []));
  }, [graph, selection]);
  const wires = useMemo(() => (graph ? flowEdges(graph) : []), [graph]);
  const edges = useMemo(() => selectEdges(wires, selection.wires), [wires, selection]);
  const isInSight = useView(graph?.id);
  const { refused, forget, ...wiring } = useWiring();

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
  const place = (moved: readonly FlowNode[]): void =>
    void editor.change({
      kind: 'place',
      places: moved.map(({ id, position: { x, y } }) => ({
        ...{ nodeId: id, locationX: Math.round(x), locationY: Math.round(y) },
      })),
    });

  return (
    <div class={isFar ? 'flow far' : 'flow'} aria-busy={!isInSight}>
      <FarContext.Provider value={isFar}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          colorMode="system"
          deleteKeyCode={null}
          zoomOnDoubleClick={false}
          minZoom={0.05}
          onlyRenderVisibleElements
          disableKeyboardA11y
          onNodesChange={takeNodes}
          onEdgesChange={takeEdges}
          onNodeDragStop={(_, __, moved) => place(moved)}
          onSelectionDragStop={(_, moved) => place(moved)}
          {...wiring}
          onPaneClick={(event) => event.detail === 2 && onSearch(placeAt(event))}
          onDragOver={(event) => draggedType.isIn(event.dataTransfer) && event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            const category = draggedType.of(event.dataTransfer);
            if (category !== '') void editor.addNode(category, placeAt(event));
          }}
          proOptions={{ hideAttribution: true }}
        >
          <Background />
          <MiniMap pannable zoomable ariaLabel="Overview of the graph" style={miniMapSize} />
          <Controls showInteractive={false} />
        </ReactFlow>
      </FarContext.Provider>
      {refused && <Refusal refused={refused} onClose={forget} />}
    </div>
  );
};
