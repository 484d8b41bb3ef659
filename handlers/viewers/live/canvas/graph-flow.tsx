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
import { useLivePage } from '../app/live-page-context.ts';
import { nodeTypeDragData } from '../node-types/node-type-drag-data.ts';
import { NodeCard } from './cards/node-card.tsx';
import { NoteCard } from './cards/note-card.tsx';
import { ZoomedOutContext, zoomedOutThreshold } from './zoomed-out-context.ts';
import {
  toFlowEdges,
  toFlowNodes,
  applyEdgeSelection,
  applySelectionChanges,
} from './react-flow-elements.ts';
import { useCanvasViewport } from './use-canvas-viewport.ts';
import { ConnectionError } from './connections/connection-error.tsx';
import { useConnectionDrag } from './connections/use-connection-drag.ts';
import type { EdgeChange, NodeChange } from '@xyflow/react';
import type { CanvasPoint } from './graph-editor.ts';
import type { FlowNode } from './react-flow-elements.ts';

const flowNodeTypes = { node: NodeCard, note: NoteCard };
/** The size of the minimap, which React Flow reads from this object. */
const miniMapSize = { width: 144, height: 104 };

/** Renders the open graph's nodes and connections, which can be moved, connected and selected. */
export const GraphFlow = ({ onSearch }: { readonly onSearch: (position: CanvasPoint) => void }) => {
  const { editor } = useLivePage();
  const { screenToFlowPosition } = useReactFlow();
  const isZoomedOut = useStore(({ transform: [, , zoom] }) => zoom < zoomedOutThreshold);
  const graph = editor.detail.value;
  const selection = editor.selection.value;
  const [nodes, setNodes] = useState<FlowNode[]>([]);
  useEffect(() => {
    setNodes((previous) => (graph ? toFlowNodes(graph, selection, previous) : []));
  }, [graph, selection]);
  const unselectedEdges = useMemo(() => (graph ? toFlowEdges(graph) : []), [graph]);
  const edges = useMemo(
    () => applyEdgeSelection(unselectedEdges, selection.connections),
    [unselectedEdges, selection],
  );
  const isViewportReady = useCanvasViewport(graph?.id);
  const { rejected, clearRejected, ...wiring } = useConnectionDrag();

  const applyNodes = (changes: NodeChange<FlowNode>[]): void => {
    setNodes((previous) => applyNodeChanges(changes, previous));
    const { nodes: ids, connections } = editor.selection.value;
    const now = applySelectionChanges(ids, changes);
    if (now !== ids) editor.selection.value = { nodes: now, connections };
  };
  const applyEdges = (changes: EdgeChange[]): void => {
    const { nodes: ids, connections } = editor.selection.value;
    const now = applySelectionChanges(connections, changes);
    if (now !== connections) editor.selection.value = { nodes: ids, connections: now };
  };
  const toFlowPoint = ({ clientX, clientY }: MouseEvent): CanvasPoint =>
    screenToFlowPosition({ x: clientX, y: clientY });
  const moveNodes = (moved: readonly FlowNode[]): void =>
    void editor.change({
      kind: 'move',
      positions: moved.map(({ id, position: { x, y } }) => ({
        ...{ nodeId: id, locationX: Math.round(x), locationY: Math.round(y) },
      })),
    });

  return (
    <div class={isZoomedOut ? 'flow far' : 'flow'} aria-busy={!isViewportReady}>
      <ZoomedOutContext.Provider value={isZoomedOut}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={flowNodeTypes}
          colorMode="system"
          deleteKeyCode={null}
          zoomOnDoubleClick={false}
          minZoom={0.05}
          onlyRenderVisibleElements
          disableKeyboardA11y
          onNodesChange={applyNodes}
          onEdgesChange={applyEdges}
          onNodeDragStop={(_, __, moved) => moveNodes(moved)}
          onSelectionDragStop={(_, moved) => moveNodes(moved)}
          {...wiring}
          onPaneClick={(event) => event.detail === 2 && onSearch(toFlowPoint(event))}
          onDragOver={(event) => nodeTypeDragData.isIn(event.dataTransfer) && event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            const category = nodeTypeDragData.of(event.dataTransfer);
            if (category !== '') void editor.addNode(category, toFlowPoint(event));
          }}
          proOptions={{ hideAttribution: true }}
        >
          <Background />
          <MiniMap pannable zoomable ariaLabel="Graph minimap" style={miniMapSize} />
          <Controls showInteractive={false} />
        </ReactFlow>
      </ZoomedOutContext.Provider>
      {rejected && <ConnectionError refused={rejected} onClose={clearRejected} />}
    </div>
  );
};
