import {
  Background,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
  useReactFlow,
  useStore,
  useStoreApi,
} from '@xyflow/react';
import { computed, signal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { nodeTypeDragData } from '../node-types/node-type-search.tsx';
import { NewGraphHint } from './new-graph-hint.tsx';
import { getNewGraphHintBox } from './new-graph-hint-box.ts';
import { NodeCard, ZoomedOutContext, zoomedOutThreshold } from './cards/node-card.tsx';
import { FrameCard } from './cards/frame-card.tsx';
import { NoteCard } from './cards/note-card.tsx';
import { findGraphExtent, findGraphFrames, type GraphFrame } from './graph-frames.ts';
import { getInitialViewport, isInView } from './initial-viewport.ts';
import { MovingWireCountContext, WireEdge } from './wire-edge.tsx';
import { ZoomControls } from './zoom-controls.tsx';
import {
  applyEdgeSelection,
  applyFlowChanges,
  applySelectionChanges,
  type FlowEdge,
  type FlowNode,
  getMovedPositions,
  toFlowEdges,
  toFlowNodes,
} from './react-flow-elements.ts';
import { ConnectionError, useConnectionDrag } from './connections/connection-drag.tsx';
import { PendingWire } from './making/pending-wire.tsx';
import { type CanvasPoint, type CanvasSize, getBounds } from './canvas-geometry.ts';
import type { CanvasViewport } from './graph-editor.ts';
import { findNodeById, getRunGraphReference, type GraphDetail } from '../graphs/graph-types.ts';
import type { NodeSearchRequest } from './making/node-search.tsx';

const flowNodeTypes = { node: NodeCard, note: NoteCard, frame: FrameCard };
const flowEdgeTypes = { wire: WireEdge };
/** With more wires in view, nothing moves on them, because a slow renderer could not keep up. */
const maxMovingWires = 60;
/** The distance between the dots of the background. */
const gridGap = 22;

interface GraphFlowProps {
  readonly onSearch: (request: NodeSearchRequest) => void;
  /** The search that is open. Its wire is drawn until it closes. */
  readonly pendingSearch: NodeSearchRequest | undefined;
}

/** Renders the open graph's nodes and connections, which can be moved, connected and selected. */
export const GraphFlow = ({ onSearch, pendingSearch }: GraphFlowProps) => {
  const { editor, nodeTypes, variables } = useLivePage();
  const { screenToFlowPosition } = useReactFlow();
  const isZoomedOut = useStore(({ transform: [, , zoom] }) => zoom < zoomedOutThreshold);
  const graph = editor.detail.value;
  const selection = editor.selection.value;
  const notes = editor.notes.value;
  const types = nodeTypes.types.value;
  const frames = useMemo(
    () => (graph ? findGraphFrames(graph, notes, (type) => types.get(type)?.category) : []),
    [graph, notes, types],
  );
  const [nodes, setNodes] = useState<FlowNode[]>([]);
  useEffect(() => {
    setNodes((previousNodes) => (graph ? toFlowNodes(graph, { selection, frames, previousNodes }) : []));
  }, [graph, selection, frames]);
  const unselectedEdges = useMemo(() => (graph ? toFlowEdges(graph) : []), [graph]);
  const edges = useMemo(
    () => applyEdgeSelection(unselectedEdges, selection.connections),
    [unselectedEdges, selection],
  );
  const runPorts = useMemo(() => listRunPorts(graph), [graph]);
  useEffect(() => {
    if (runPorts !== '') void variables.refresh();
  }, [runPorts, variables]);
  const isViewportReady = useCanvasViewport(graph, frames);
  const movingWireCount = useMemo(() => signal(0), []);
  const className = useMemo(
    () =>
      computed(() =>
        [
          'flow',
          ...(isZoomedOut ? ['far'] : []),
          ...(editor.activity.isResting.value ? ['resting'] : []),
          ...(movingWireCount.value > maxMovingWires ? ['calm'] : []),
        ].join(' '),
      ),
    [isZoomedOut, editor, movingWireCount],
  );
  const { rejected, clearRejected, ...wiring } = useConnectionDrag((port, position) =>
    onSearch({ purpose: { kind: 'wire', port }, position, point: screenToFlowPosition(position) }),
  );

  const applyNodes = (changes: NodeChange<FlowNode>[]): void => {
    setNodes((previous) => applyFlowChanges(changes, previous));
    const { nodes: ids, connections } = editor.selection.value;
    const now = applySelectionChanges(ids, changes);
    if (now !== ids) editor.selection.value = { nodes: now, connections };
  };
  const applyEdges = (changes: EdgeChange<FlowEdge>[]): void => {
    const { nodes: ids, connections } = editor.selection.value;
    const now = applySelectionChanges(connections, changes);
    if (now !== connections) editor.selection.value = { nodes: ids, connections: now };
  };
  const toFlowPoint = ({ clientX, clientY }: MouseEvent): CanvasPoint =>
    screenToFlowPosition({ x: clientX, y: clientY });
  const moveNodes = (moved: readonly FlowNode[]): void => {
    if (graph) void editor.change({ kind: 'move', positions: getMovedPositions(moved, graph) });
  };

  return (
    <div class={className} aria-busy={!isViewportReady}>
      <ZoomedOutContext.Provider value={isZoomedOut}>
        <MovingWireCountContext.Provider value={movingWireCount}>
          <ReactFlow
            nodes={nodes}
            edges={edges}
            nodeTypes={flowNodeTypes}
            edgeTypes={flowEdgeTypes}
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
            onNodeDoubleClick={(event, { id }) => {
              const isOnControl = event.target instanceof Element && event.target.closest('.nodrag');
              const node = graph && findNodeById(graph, id);
              if (node && !isOnControl) editor.openRunGraph(node);
            }}
            onPaneClick={(event) =>
              event.detail === 2 &&
              onSearch({
                ...{ purpose: { kind: 'add' }, position: { x: event.clientX, y: event.clientY } },
                point: toFlowPoint(event),
              })
            }
            onDragOver={(event) => nodeTypeDragData.isIn(event.dataTransfer) && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              const category = nodeTypeDragData.of(event.dataTransfer);
              if (category !== '') void editor.addNode(category, toFlowPoint(event));
            }}
            proOptions={{ hideAttribution: true }}
          >
            <Background gap={gridGap} size={2} />
            <NewGraphHint />
            {pendingSearch?.purpose.kind === 'wire' && pendingSearch.point && (
              <PendingWire port={pendingSearch.purpose.port} end={pendingSearch.point} />
            )}
            <ZoomControls />
          </ReactFlow>
        </MovingWireCountContext.Provider>
      </ZoomedOutContext.Provider>
      {rejected && <ConnectionError refused={rejected} onClose={clearRejected} />}
    </div>
  );
};

/**
 * Lists the ports of all nodes that run a graph, as a string. The descriptions of these ports are read again when the
 * string changes.
 */
const listRunPorts = (graph: GraphDetail | undefined): string =>
  (graph?.nodes ?? [])
    .filter((node) => getRunGraphReference(node) !== undefined)
    .flatMap((node) => [getRunGraphReference(node), ...node.ports.map(({ name }) => name)])
    .join('\n');

/** Limits the zoom, so that small graphs are not enlarged. */
const fitViewOptions = { maxZoom: 1, padding: 0.08 };
const waitForLayout = 150;

/**
 * Makes the canvas's viewport available to the editor, and shows a newly opened graph where its text can be read. If a
 * resize leaves no node in view, or could cut off the hint of a new graph, shows the graph as if it were newly opened.
 * @returns whether the open graph is in view
 */
const useCanvasViewport = (graph: GraphDetail | undefined, frames: readonly GraphFrame[]): boolean => {
  const [shownGraphId, setShownGraphId] = useState<string>();
  const { editor } = useLivePage();
  const flow = useReactFlow();
  const { fitView, getNode, screenToFlowPosition, flowToScreenPosition, setCenter, getZoom } = flow;
  const { getNodes, getViewport, setViewport } = flow;
  const store = useStoreApi();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);

  useEffect(() => {
    const findElement = (nodeId: string): HTMLElement | null | undefined =>
      store.getState().domNode?.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
    const view: CanvasViewport = {
      getCenter() {
        const {
          left = 0,
          top = 0,
          width = 0,
          height = 0,
        } = store.getState().domNode?.getBoundingClientRect() ?? {};
        return screenToFlowPosition({ x: left + width / 2, y: top + height / 2 });
      },
      showNode(nodeId) {
        const element = findElement(nodeId);
        if (element && isFullyVisible(element, store.getState().domNode)) {
          element.focus();
          return;
        }
        const { position, measured } = getNode(nodeId) ?? {};
        if (!position) return;
        const { width = 0, height = 0 } = measured ?? {};
        void setCenter(position.x + width / 2, position.y + height / 2, { zoom: getZoom() }).then(() =>
          setTimeout(() => findElement(nodeId)?.focus(), waitForLayout),
        );
      },
      fitAll: () => void fitView(fitViewOptions),
      fitSelection() {
        const nodes = editor.selection.peek().nodes.map((id) => ({ id }));
        void fitView(nodes.length > 0 ? { ...fitViewOptions, nodes } : fitViewOptions);
      },
      reveal(area) {
        const bounds = store.getState().domNode?.getBoundingClientRect();
        const start = flowToScreenPosition(area);
        const end = flowToScreenPosition({ x: area.x + area.width, y: area.y + area.height });
        if (!bounds) return;
        const x = getDistanceOutside(start.x, end.x, bounds.left, bounds.right);
        const y = getDistanceOutside(start.y, end.y, bounds.top, bounds.bottom);
        if (x !== 0 || y !== 0) void store.getState().panBy({ x, y });
      },
      getNodeSize(nodeId) {
        const { width, height } = getNode(nodeId)?.measured ?? {};
        return width === undefined || height === undefined ? undefined : { width, height };
      },
      toCanvas: (point) => screenToFlowPosition(point),
      toWindow: (point) => flowToScreenPosition(point),
    };
    editor.view.value = view;
    return () => {
      editor.view.value = undefined;
    };
  }, [editor, fitView, getNode, screenToFlowPosition, flowToScreenPosition, setCenter, getZoom, store]);

  const showInitialView = useCallback(async (): Promise<void> => {
    const extent = graph && findGraphExtent(graph, frames);
    const hint = getNewGraphHintBox(graph, width);
    const bounds = extent && getBounds([extent.bounds, ...(hint ? [hint] : [])]);
    const viewport = bounds && getInitialViewport(bounds, extent.entry, { width, height });
    await setViewport(viewport ?? { x: 0, y: 0, zoom: 1 });
  }, [graph, frames, width, height, setViewport]);
  /** The last size with which the canvas was visible. */
  const lastSize = useRef<CanvasSize>();
  useEffect(() => {
    if (!graph || width === 0 || height === 0) return;
    const previousSize = lastSize.current;
    lastSize.current = { width, height };
    if (graph.id !== shownGraphId) {
      void showInitialView().then(() => setShownGraphId(graph.id));
      return;
    }
    if (!previousSize || (previousSize.width === width && previousSize.height === height)) return;
    const nodes = getNodes().filter(({ type }) => type !== 'frame');
    const isAnyInView = (size: CanvasSize): boolean =>
      nodes.some(({ position, measured: { width: nodeWidth = 0, height: nodeHeight = 0 } = {} }) =>
        isInView({ ...position, width: nodeWidth, height: nodeHeight }, getViewport(), size),
      );
    const isLost = isAnyInView(previousSize) && !isAnyInView({ width, height });
    if (isLost || getNewGraphHintBox(graph, width)) void showInitialView();
  }, [graph, width, height, shownGraphId, showInitialView, getNodes, getViewport]);
  return shownGraphId === graph?.id;
};

/** The distance that a revealed node keeps from the edge of the canvas, in pixels. */
const revealMargin = 16;

/** Returns how far a span has to move to be between two edges. If it is too long, its start is. */
const getDistanceOutside = (start: number, end: number, firstEdge: number, lastEdge: number): number => {
  const toFirstEdge = firstEdge + revealMargin - start;
  const toLastEdge = lastEdge - revealMargin - end;
  return toFirstEdge > 0 ? toFirstEdge : Math.max(toFirstEdge, Math.min(0, toLastEdge));
};

const isFullyVisible = (element: HTMLElement, frame: HTMLElement | null): boolean => {
  const bounds = element.getBoundingClientRect();
  const frameBounds = frame?.getBoundingClientRect();
  if (!frameBounds) return false;
  return (
    bounds.left >= frameBounds.left &&
    bounds.right <= frameBounds.right &&
    bounds.top >= frameBounds.top &&
    bounds.bottom <= frameBounds.bottom
  );
};
