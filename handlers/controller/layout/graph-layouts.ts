/** Arranges and tidies the nodes of graphs, and undoes layouts (C-26). */
import { createSerialQueue } from '#runtime/shared/serial-queue.ts';
import { ApiError } from '#spec/errors.ts';
import {
  countLayoutEdit,
  markHeadChanged,
  markLayoutChanged,
  markNodeChanged,
} from '../graphs/change-tracking.ts';
import { type GraphStore, requireGraph, requireNode } from '../graphs/graph-store.ts';
import { recordLayout, recordPosition } from '../graphs/history/edit-history.ts';
import { getBounds } from './box-geometry.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import type { LayoutMode, SavedPositionMode } from '#spec/rest/layout.ts';
import type { PortType } from '#spec/values.ts';
import type { GraphDocument, NodeDocument } from '../graphs/graph-document.ts';
import type {
  ArrangeRequest,
  Box,
  LayoutEdge,
  LayoutNode,
  LayoutRequest,
  LayoutRunner,
  Point,
  Positions,
  Size,
  TidyRequest,
} from './layout-request.ts';

/** The changes that a layout has made to a graph, or would make if it were not a dry run. */
interface LayoutResult {
  readonly mode: SavedPositionMode;
  /** The number of nodes with a new position. */
  readonly moved: number;
  /** The positions of all arranged nodes, whether they have moved or not. */
  readonly positions: Readonly<Record<string, { locationX: number; locationY: number }>>;
  /** The bounding box of the arranged nodes. */
  readonly bounds: Box;
  /** The bounding box of the arranged nodes before the layout. */
  readonly boundsBefore: Box;
  /** Whether the graph now has saved positions that can be restored. */
  readonly saved: boolean;
}

interface LayoutOptions {
  readonly mode: LayoutMode;
  readonly spacing: number;
  /** The ids of the nodes to arrange; all nodes by default. */
  readonly nodeIds?: readonly string[] | undefined;
  /** Whether to return the positions without moving any node. */
  readonly dryRun: boolean;
}

/**
 * Called with the graph after the positions are computed, to move the nodes. If this function throws instead, the graph
 * stays unchanged.
 */
type MoveNodes = <T>(graph: GraphDocument, move: () => T) => T;

const moveNow: MoveNodes = (_, move) => move();

interface GraphLayoutsOptions {
  readonly store: GraphStore;
  readonly layoutRunner: LayoutRunner;
  readonly now: () => Date;
  log(line: ConsoleLine): void;
}

export const createGraphLayouts = ({ store, layoutRunner, now, log }: GraphLayoutsOptions) => {
  /** Runs layouts one after another, so that each one starts from the result of the previous one. */
  const enqueue = createSerialQueue();

  const computePositions = async (graph: GraphDocument, request: LayoutRequest): Promise<Positions> => {
    try {
      const positions = await layoutRunner.arrange(request);
      if (![...positions.values()].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) {
        throw new Error('a position is not a number');
      }
      return positions;
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      log({ severity: 'error', graphId: graph.id, message: `Layout ${request.mode} failed: ${reason}` });
      if (failure instanceof ApiError) throw failure;
      throw new ApiError('LAYOUT_FAILED', `The nodes could not be arranged as ${request.mode}.`);
    }
  };

  const save = (graph: GraphDocument, mode: SavedPositionMode): void => {
    const positions = new Map([...graph.nodes.values()].map((node) => [node.id, getPosition(node)]));
    const before = { ...graph.layout };
    graph.layout.saved = { mode, savedAt: now().toISOString(), positions };
    recordLayout(graph, before);
    markLayoutChanged(graph);
  };

  /** Moves the nodes to their computed positions as one edit. Makes no edit if no node would move. */
  const applyLayout = async (
    requested: GraphDocument,
    request: LayoutRequest,
    { dryRun, moveWith }: { dryRun: boolean; moveWith: MoveNodes },
  ): Promise<LayoutResult> => {
    const positions = await computePositions(requested, request);
    // The graph may have been opened again in the meantime, as a new document.
    const graph = requireGraph(store, requested.id);
    return moveWith(graph, () => moveToPositions(graph, request, positions, dryRun));
  };

  const moveToPositions = (
    graph: GraphDocument,
    request: LayoutRequest,
    positions: Positions,
    dryRun: boolean,
  ): LayoutResult => {
    const newPositions = selectUnmovedNodes(graph, request.nodes, positions);
    const boundsBefore = getCurrentBounds(newPositions);
    const moved = countMovedNodes(newPositions);
    if (moved > 0 && !dryRun) {
      // Tidying must not overwrite the positions saved before a layout, because users often tidy a graph after a
      // layout.
      if (request.mode !== 'tidy' || !graph.layout.saved) save(graph, request.mode);
      moveNodes(graph, newPositions);
    }
    return { mode: request.mode, moved, boundsBefore, ...toLayoutResult(graph, newPositions) };
  };

  return {
    /**
     * Arranges the nodes of a graph.
     * @throws ApiError NODE_NOT_FOUND, LAYOUT_FAILED, or GRAPH_NOT_FOUND when the graph is removed in the meantime
     */
    arrange: (
      { id }: GraphDocument,
      { mode, spacing, nodeIds, dryRun }: LayoutOptions,
      moveWith: MoveNodes = moveNow,
    ): Promise<LayoutResult> =>
      enqueue(async () => {
        const graph = requireGraph(store, id);
        const selected = nodeIds?.map((id) => requireNode(store, id, graph)) ?? graph.nodes.values();
        const request = createArrangeRequest(graph, new Set(selected), { mode, spacing });
        return applyLayout(graph, request, { dryRun, moveWith });
      }),

    /**
     * Snaps the nodes to a grid and aligns them.
     * @throws ApiError LAYOUT_FAILED, or GRAPH_NOT_FOUND when the graph is removed in the meantime
     */
    tidy: (
      { id }: GraphDocument,
      { gridSize, align }: Pick<TidyRequest, 'gridSize' | 'align'>,
      moveWith: MoveNodes = moveNow,
    ): Promise<LayoutResult> =>
      enqueue(async () => {
        const graph = requireGraph(store, id);
        const nodes = [...graph.nodes.values()].map(toLayoutNode);
        return applyLayout(graph, { mode: 'tidy', nodes, gridSize, align }, { dryRun: false, moveWith });
      }),

    /**
     * Moves the nodes back to their positions before the layout.
     * @throws ApiError NO_SAVED_LAYOUT
     */
    restore(graph: GraphDocument): LayoutResult {
      const { saved } = graph.layout;
      if (!saved) throw new ApiError('NO_SAVED_LAYOUT');
      const newPositions: NodePositions = new Map(
        [...saved.positions].flatMap(([id, position]) => {
          const node = graph.nodes.get(id);
          return node ? [[node, position] as const] : [];
        }),
      );
      const boundsBefore = getCurrentBounds(newPositions);
      const moved = countMovedNodes(newPositions);
      const before = { ...graph.layout };
      graph.layout.saved = undefined;
      recordLayout(graph, before);
      markLayoutChanged(graph);
      moveNodes(graph, newPositions);
      return { mode: saved.mode, moved, boundsBefore, ...toLayoutResult(graph, newPositions) };
    },

    setAspectRatio(graph: GraphDocument, aspectRatio: number) {
      if (graph.layout.aspectRatio === aspectRatio) return;
      const before = { ...graph.layout };
      graph.layout.aspectRatio = aspectRatio;
      recordLayout(graph, before);
      markHeadChanged(graph);
      countLayoutEdit(graph);
    },

    close: (): Promise<void> => layoutRunner.close(),
  };
};

export type GraphLayouts = ReturnType<typeof createGraphLayouts>;

type NodePositions = ReadonlyMap<NodeDocument, Point>;

const getPosition = ({ locationX, locationY }: NodeDocument): Point => ({ x: locationX, y: locationY });

const toLayoutNode = (node: NodeDocument): LayoutNode => ({
  ...{ id: node.id, ...getPosition(node), ...estimateNodeSize(node) },
  ...(isStartNode(node) && { isStart: true }),
});

const isStartNode = ({ ports }: NodeDocument): boolean => {
  const directions = ports.filter(({ type }) => type === 'Trigger').map(({ direction }) => direction);
  return directions.includes('output') && !directions.includes('input');
};

const isMoved = (node: NodeDocument, { x, y }: Point): boolean =>
  node.locationX !== x || node.locationY !== y;

const moveNodes = (graph: GraphDocument, newPositions: NodePositions): void => {
  for (const [node, { x, y }] of newPositions) {
    if (isMoved(node, { x, y })) recordPosition(node, x, y);
    node.locationX = x;
    node.locationY = y;
    markNodeChanged(node);
  }
  countLayoutEdit(graph);
};

const countMovedNodes = (newPositions: NodePositions): number =>
  [...newPositions].filter(([node, position]) => isMoved(node, position)).length;

const getCurrentBounds = (newPositions: NodePositions): Box =>
  getBounds([...newPositions.keys()].map(toLayoutNode));

const toLayoutResult = (
  graph: GraphDocument,
  newPositions: NodePositions,
): Omit<LayoutResult, 'mode' | 'moved' | 'boundsBefore'> => ({
  positions: Object.fromEntries(
    [...newPositions].map(([{ id }, { x, y }]) => [id, { locationX: x, locationY: y }]),
  ),
  bounds: getBounds(
    [...newPositions].map(([node, position]) => ({
      ...estimateNodeSize(node),
      x: position.x,
      y: position.y,
    })),
  ),
  saved: graph.layout.saved !== undefined,
});

/** Creates a request to arrange the chosen nodes around the others. */
const createArrangeRequest = (
  graph: GraphDocument,
  selected: ReadonlySet<NodeDocument>,
  { mode, spacing }: Pick<LayoutOptions, 'mode' | 'spacing'>,
): ArrangeRequest => {
  const edges = new Map<string, LayoutEdge>();
  for (const { from, to } of graph.connections.values()) {
    if (from.node === to.node || !selected.has(from.node) || !selected.has(to.node)) continue;
    edges.set(`${from.node.id} ${to.node.id}`, { from: from.node.id, to: to.node.id });
  }
  const nodes = [...graph.nodes.values()];
  return {
    mode,
    spacing,
    aspectRatio: graph.layout.aspectRatio,
    nodes: nodes.filter((node) => selected.has(node)).map(toLayoutNode),
    edges: [...edges.values()],
    obstacles: nodes.filter((node) => !selected.has(node)).map(toLayoutNode),
  };
};

/** Returns the new positions of those nodes that were neither removed nor moved while the layout was being computed. */
const selectUnmovedNodes = (
  graph: GraphDocument,
  requested: readonly LayoutNode[],
  positions: Positions,
): NodePositions =>
  new Map(
    requested.flatMap((before) => {
      const node = graph.nodes.get(before.id);
      const position = positions.get(before.id);
      return node && position && !isMoved(node, before) ? [[node, position] as const] : [];
    }),
  );

/**
 * The sizes of a node's parts in canvas units. A node consists of a title and one row for each port; an output can share
 * its row with an input whose value is short.
 */
const nodeMetrics = {
  character: 8,
  least: 176,
  title: 34,
  row: 26,
  padding: 16,
  /** The width at which the lines of a note wrap. */
  note: 320,
  lineHeight: 1.5,
} as const;

/** The types of inputs that leave room for an output in their row. */
const shortValueTypes: ReadonlySet<PortType> = new Set(['Trigger', 'Boolean', 'Integer', 'Float']);

const estimateTextWidth = (text: string): number => text.length * nodeMetrics.character;

const estimateNoteSize = ({ text, fontSize }: { text: string; fontSize: number }): Size => {
  const perLine = Math.floor(nodeMetrics.note / (fontSize / 2));
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  return {
    width: nodeMetrics.note,
    height: nodeMetrics.title + Math.ceil(lines * fontSize * nodeMetrics.lineHeight),
  };
};

/** Estimates the size at which an editor draws a node, in whole canvas units. */
export const estimateNodeSize = ({ type, ports, note }: NodeDocument): Size => {
  if (note) return estimateNoteSize(note);
  const inputs = ports
    .filter(({ direction }) => direction === 'input')
    .map(({ name }) => estimateTextWidth(name));
  const outputs = ports
    .filter(({ direction }) => direction === 'output')
    .map(({ name }) => estimateTextWidth(name));
  const shortInputs = ports.filter(
    ({ type: portType, direction }) => direction === 'input' && shortValueTypes.has(portType),
  ).length;
  const rows = inputs.length + Math.max(0, outputs.length - shortInputs);
  const labels = Math.max(0, ...inputs) + Math.max(0, ...outputs);
  return {
    width: Math.max(
      nodeMetrics.least,
      Math.max(estimateTextWidth(type.enumValue), labels) + 3 * nodeMetrics.padding,
    ),
    height: nodeMetrics.title + rows * nodeMetrics.row + nodeMetrics.padding,
  };
};
