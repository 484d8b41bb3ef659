/** Arranges and tidies the nodes of graphs, and undoes that (C-26). */
import { ApiError } from '#spec/errors.ts';
import type { LayoutMode, SavedPositionMode } from '#spec/rest/layout.ts';
import type { ConsoleLine } from '../../link/console-writer.ts';
import {
  countLayoutEdit,
  markHeadChanged,
  markLayoutChanged,
  markNodeChanged,
} from '../graphs/change-tracking.ts';
import type { GraphDocument, NodeDocument } from '../graphs/graph-document.ts';
import { requireGraph, requireNode, type GraphStore } from '../graphs/graph-store.ts';
import { createSerialQueue } from '../../serial-queue.ts';
import { getBounds } from './box-geometry.ts';
import type { LayoutRunner } from './layout-runner.ts';
import { estimateNodeSize } from './estimate-node-size.ts';
import type {
  ArrangeRequest,
  Box,
  LayoutNode,
  LayoutRequest,
  Point,
  Positions,
  TidyRequest,
  LayoutEdge,
} from './layout-request.ts';

/** What a layout changed in a graph, or would change in a dry run. */
interface LayoutResult {
  readonly mode: SavedPositionMode;
  /** Number of nodes with a new position. */
  readonly moved: number;
  /** The positions of all arranged nodes, moved or not. */
  readonly positions: Readonly<Record<string, { locationX: number; locationY: number }>>;
  /** The bounding box of the arranged nodes. */
  readonly bounds: Box;
  /** Their bounding box before the layout. */
  readonly boundsBefore: Box;
  /** Whether the graph now has saved positions to restore. */
  readonly saved: boolean;
}

interface LayoutOptions {
  readonly mode: LayoutMode;
  readonly spacing: number;
  /** Ids of the nodes to arrange; all nodes by default. */
  readonly nodeIds?: readonly string[] | undefined;
  /** Returns the positions without moving any node. */
  readonly dryRun: boolean;
}

/** Called when the positions are computed, before any node moves. If it throws, the graph stays unchanged. */
type BeforeMove = () => void;

export interface GraphLayouts {
  /** @throws ApiError NODE_NOT_FOUND, LAYOUT_FAILED; GRAPH_NOT_FOUND when the graph is removed meanwhile */
  arrange(graph: GraphDocument, options: LayoutOptions, beforeMoving?: BeforeMove): Promise<LayoutResult>;
  /**
   * Snaps the nodes to a grid and aligns them.
   * @throws ApiError LAYOUT_FAILED; GRAPH_NOT_FOUND when the graph is removed meanwhile
   */
  tidy(
    graph: GraphDocument,
    options: Pick<TidyRequest, 'gridSize' | 'align'>,
    beforeMoving?: BeforeMove,
  ): Promise<LayoutResult>;
  /** Moves the nodes back to where they were before the layout. @throws ApiError NO_SAVED_LAYOUT */
  restore(graph: GraphDocument): LayoutResult;
  setAspectRatio(graph: GraphDocument, aspectRatio: number): void;
  close(): Promise<void>;
}

interface GraphLayoutsOptions {
  readonly store: GraphStore;
  readonly layoutRunner: LayoutRunner;
  readonly now: () => Date;
  log(line: ConsoleLine): void;
}

export const createGraphLayouts = ({ store, layoutRunner, now, log }: GraphLayoutsOptions): GraphLayouts => {
  /** Serializes layouts, so that each starts from the result of the last. */
  const inTurn = createSerialQueue();

  const workOut = async (graph: GraphDocument, request: LayoutRequest): Promise<Positions> => {
    try {
      const positions = await layoutRunner.arrange(request);
      if (![...positions.values()].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) {
        throw new Error('a position is not a number');
      }
      return positions;
    } catch (failure) {
      const why = failure instanceof Error ? failure.message : String(failure);
      log({ severity: 'error', graphId: graph.id, message: `Layout ${request.mode} failed: ${why}` });
      if (failure instanceof ApiError) throw failure;
      throw new ApiError('LAYOUT_FAILED', `The nodes could not be arranged as ${request.mode}.`);
    }
  };

  const save = (graph: GraphDocument, mode: SavedPositionMode): void => {
    const positions = new Map([...graph.nodes.values()].map((node) => [node.id, getPosition(node)]));
    graph.layout.saved = { mode, savedAt: now().toISOString(), positions };
    markLayoutChanged(graph);
  };

  /** Moves the nodes to their computed positions as one edit. Makes no edit when nothing would move. */
  const carryOut = async (
    graph: GraphDocument,
    request: LayoutRequest,
    { dryRun, beforeMoving }: { dryRun: boolean; beforeMoving: BeforeMove | undefined },
  ): Promise<LayoutResult> => {
    const positions = await workOut(graph, request);
    requireGraph(store, graph.id);
    beforeMoving?.();
    const places = selectUnmovedNodes(graph, request.nodes, positions);
    const boundsBefore = getCurrentBounds(places);
    const moved = countMovedNodes(places);
    if (moved > 0 && !dryRun) {
      // Users often tidy after a layout. That must not overwrite the positions from before the layout.
      if (request.mode !== 'tidy' || !graph.layout.saved) save(graph, request.mode);
      moveNodes(graph, places);
    }
    return { mode: request.mode, moved, boundsBefore, ...toLayoutResult(graph, places) };
  };

  return {
    arrange: (graph, { mode, spacing, nodeIds, dryRun }, beforeMoving) =>
      inTurn(async () => {
        const chosen = nodeIds?.map((id) => requireNode(store, id, graph)) ?? graph.nodes.values();
        const request = createArrangeRequest(graph, new Set(chosen), { mode, spacing });
        return carryOut(graph, request, { dryRun, beforeMoving });
      }),

    tidy: (graph, { gridSize, align }, beforeMoving) =>
      inTurn(async () => {
        const nodes = [...graph.nodes.values()].map(toLayoutNode);
        return carryOut(graph, { mode: 'tidy', nodes, gridSize, align }, { dryRun: false, beforeMoving });
      }),

    restore(graph) {
      const { saved } = graph.layout;
      if (!saved) throw new ApiError('NO_SAVED_LAYOUT');
      const places: NodePositions = new Map(
        [...saved.positions].flatMap(([id, place]) => {
          const node = graph.nodes.get(id);
          return node ? [[node, place] as const] : [];
        }),
      );
      const boundsBefore = getCurrentBounds(places);
      const moved = countMovedNodes(places);
      moveNodes(graph, places);
      graph.layout.saved = undefined;
      markLayoutChanged(graph);
      return { mode: saved.mode, moved, boundsBefore, ...toLayoutResult(graph, places) };
    },

    setAspectRatio(graph, aspectRatio) {
      if (graph.layout.aspectRatio === aspectRatio) return;
      graph.layout.aspectRatio = aspectRatio;
      markHeadChanged(graph);
      countLayoutEdit(graph);
    },

    close: () => layoutRunner.close(),
  };
};

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

/** Counts as one edit, however many nodes move. */
const moveNodes = (graph: GraphDocument, places: NodePositions): void => {
  for (const [node, { x, y }] of places) {
    node.locationX = x;
    node.locationY = y;
    markNodeChanged(node);
  }
  countLayoutEdit(graph);
};

const countMovedNodes = (places: NodePositions): number =>
  [...places].filter(([node, place]) => isMoved(node, place)).length;

const getCurrentBounds = (places: NodePositions): Box => getBounds([...places.keys()].map(toLayoutNode));

const toLayoutResult = (
  graph: GraphDocument,
  places: NodePositions,
): Omit<LayoutResult, 'mode' | 'moved' | 'boundsBefore'> => ({
  positions: Object.fromEntries(
    [...places].map(([{ id }, { x, y }]) => [id, { locationX: x, locationY: y }]),
  ),
  bounds: getBounds(
    [...places].map(([node, place]) => ({ ...estimateNodeSize(node), x: place.x, y: place.y })),
  ),
  saved: graph.layout.saved !== undefined,
});

/** Creates a request to arrange the chosen nodes around the others. */
const createArrangeRequest = (
  graph: GraphDocument,
  chosen: ReadonlySet<NodeDocument>,
  { mode, spacing }: Pick<LayoutOptions, 'mode' | 'spacing'>,
): ArrangeRequest => {
  const wires = new Map<string, LayoutEdge>();
  for (const { from, to } of graph.connections.values()) {
    if (from.node === to.node || !chosen.has(from.node) || !chosen.has(to.node)) continue;
    wires.set(`${from.node.id} ${to.node.id}`, { from: from.node.id, to: to.node.id });
  }
  const nodes = [...graph.nodes.values()];
  return {
    mode,
    spacing,
    aspectRatio: graph.layout.aspectRatio,
    nodes: nodes.filter((node) => chosen.has(node)).map(toLayoutNode),
    edges: [...wires.values()],
    obstacles: nodes.filter((node) => !chosen.has(node)).map(toLayoutNode),
  };
};

/** Returns the new positions of the nodes that were neither removed nor moved while the layout was computed. */
const selectUnmovedNodes = (
  graph: GraphDocument,
  asked: readonly LayoutNode[],
  positions: Positions,
): NodePositions =>
  new Map(
    asked.flatMap((then) => {
      const node = graph.nodes.get(then.id);
      const place = positions.get(then.id);
      return node && place && !isMoved(node, then) ? [[node, place] as const] : [];
    }),
  );
