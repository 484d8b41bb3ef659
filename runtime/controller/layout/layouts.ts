/** The layouts of graphs: what they are asked for, what they change, and how they are taken back (register: C-26). */
import { ApiError } from '#spec/errors.ts';
import type { LayoutMode, SavedPositionMode } from '#spec/rest/layout.ts';
import type { ConsoleLine } from '../../link/console.ts';
import { countArrangement, touchHead, touchLayout, touchNode } from '../graphs/changes.ts';
import type { GraphDocument, NodeDocument } from '../graphs/document.ts';
import { findGraph, findNode, type GraphStore } from '../graphs/store.ts';
import { createSerialQueue } from '../../serial-queue.ts';
import { boundsOf } from './boxes.ts';
import type { Layouter } from './layouter.ts';
import { sizeOf } from './node-size.ts';
import type {
  ArrangeRequest,
  Box,
  LayoutNode,
  LayoutRequest,
  Point,
  Positions,
  TidyRequest,
  Wire,
} from './request.ts';

/** What an arrangement did to a graph, or would do. */
interface Arrangement {
  readonly mode: SavedPositionMode;
  /** How many nodes are elsewhere than before. */
  readonly moved: number;
  /** The nodes that were arranged, moved or not. */
  readonly positions: Readonly<Record<string, { locationX: number; locationY: number }>>;
  /** The box around them. */
  readonly bounds: Box;
  /** The box around them where they were. */
  readonly boundsBefore: Box;
  /** Whether positions are saved now. */
  readonly saved: boolean;
}

interface LayoutOptions {
  readonly mode: LayoutMode;
  readonly spacing: number;
  /** The nodes that may move; all of them when absent. */
  readonly nodeIds?: readonly string[] | undefined;
  /** Answers the arrangement and changes nothing. */
  readonly dryRun: boolean;
}

/** Asked when an arrangement has been worked out, before any node moves: what it throws leaves the graph as it is. */
type BeforeMoving = () => void;

export interface Layouts {
  /** @throws Fault NODE_NOT_FOUND, LAYOUT_FAILED; GRAPH_NOT_FOUND when the graph goes meanwhile */
  arrange(graph: GraphDocument, options: LayoutOptions, beforeMoving?: BeforeMoving): Promise<Arrangement>;
  /** Snaps the nodes to a grid and aligns them. @throws Fault LAYOUT_FAILED; GRAPH_NOT_FOUND as above */
  tidy(
    graph: GraphDocument,
    options: Pick<TidyRequest, 'gridSize' | 'align'>,
    beforeMoving?: BeforeMoving,
  ): Promise<Arrangement>;
  /** Puts the nodes back to where they were before the layout. @throws Fault NO_SAVED_LAYOUT */
  restore(graph: GraphDocument): Arrangement;
  setAspectRatio(graph: GraphDocument, aspectRatio: number): void;
  close(): Promise<void>;
}

interface LayoutsOptions {
  readonly store: GraphStore;
  readonly layouter: Layouter;
  readonly now: () => Date;
  log(line: ConsoleLine): void;
}

export const createLayouts = ({ store, layouter, now, log }: LayoutsOptions): Layouts => {
  /** Layouts take turns, so that each starts from where the one before has put the nodes. */
  const inTurn = createSerialQueue();

  const workOut = async (graph: GraphDocument, request: LayoutRequest): Promise<Positions> => {
    try {
      const positions = await layouter.arrange(request);
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
    const positions = new Map([...graph.nodes.values()].map((node) => [node.id, placeOf(node)]));
    graph.layout.saved = { mode, savedAt: now().toISOString(), positions };
    touchLayout(graph);
  };

  /** Moves nodes to where the layouter says, as one edit, unless none would move. */
  const carryOut = async (
    graph: GraphDocument,
    request: LayoutRequest,
    { dryRun, beforeMoving }: { dryRun: boolean; beforeMoving: BeforeMoving | undefined },
  ): Promise<Arrangement> => {
    const positions = await workOut(graph, request);
    findGraph(store, graph.id);
    beforeMoving?.();
    const places = stillThere(graph, request.nodes, positions);
    const boundsBefore = boundsBeforeMoving(places);
    const moved = countMoves(places);
    if (moved > 0 && !dryRun) {
      // Tidying is often the last touch to a layout, and must not stand in the way of taking that back.
      if (request.mode !== 'tidy' || !graph.layout.saved) save(graph, request.mode);
      put(graph, places);
    }
    return { mode: request.mode, moved, boundsBefore, ...arrangementOf(graph, places) };
  };

  return {
    arrange: (graph, { mode, spacing, nodeIds, dryRun }, beforeMoving) =>
      inTurn(async () => {
        const chosen = nodeIds?.map((id) => findNode(store, id, graph)) ?? graph.nodes.values();
        const request = requestFor(graph, new Set(chosen), { mode, spacing });
        return carryOut(graph, request, { dryRun, beforeMoving });
      }),

    tidy: (graph, { gridSize, align }, beforeMoving) =>
      inTurn(async () => {
        const nodes = [...graph.nodes.values()].map(boxOf);
        return carryOut(graph, { mode: 'tidy', nodes, gridSize, align }, { dryRun: false, beforeMoving });
      }),

    restore(graph) {
      const { saved } = graph.layout;
      if (!saved) throw new ApiError('NO_SAVED_LAYOUT');
      const places: Places = new Map(
        [...saved.positions].flatMap(([id, place]) => {
          const node = graph.nodes.get(id);
          return node ? [[node, place] as const] : [];
        }),
      );
      const boundsBefore = boundsBeforeMoving(places);
      const moved = countMoves(places);
      put(graph, places);
      graph.layout.saved = undefined;
      touchLayout(graph);
      return { mode: saved.mode, moved, boundsBefore, ...arrangementOf(graph, places) };
    },

    setAspectRatio(graph, aspectRatio) {
      if (graph.layout.aspectRatio === aspectRatio) return;
      graph.layout.aspectRatio = aspectRatio;
      touchHead(graph);
      countArrangement(graph);
    },

    close: () => layouter.close(),
  };
};

/** Where nodes are to go. */
type Places = ReadonlyMap<NodeDocument, Point>;

const placeOf = ({ locationX, locationY }: NodeDocument): Point => ({ x: locationX, y: locationY });

const boxOf = (node: NodeDocument): LayoutNode => ({
  ...{ id: node.id, ...placeOf(node), ...sizeOf(node) },
  ...(isStart(node) && { starts: true }),
});

const isStart = ({ ports }: NodeDocument): boolean => {
  const directions = ports.filter(({ type }) => type === 'Trigger').map(({ direction }) => direction);
  return directions.includes('output') && !directions.includes('input');
};

const isElsewhere = (node: NodeDocument, { x, y }: Point): boolean =>
  node.locationX !== x || node.locationY !== y;

/** One edit, whatever moves. */
const put = (graph: GraphDocument, places: Places): void => {
  for (const [node, { x, y }] of places) {
    node.locationX = x;
    node.locationY = y;
    touchNode(node);
  }
  countArrangement(graph);
};

const countMoves = (places: Places): number =>
  [...places].filter(([node, place]) => isElsewhere(node, place)).length;

const boundsBeforeMoving = (places: Places): Box => boundsOf([...places.keys()].map(boxOf));

const arrangementOf = (
  graph: GraphDocument,
  places: Places,
): Omit<Arrangement, 'mode' | 'moved' | 'boundsBefore'> => ({
  positions: Object.fromEntries(
    [...places].map(([{ id }, { x, y }]) => [id, { locationX: x, locationY: y }]),
  ),
  bounds: boundsOf([...places].map(([node, place]) => ({ ...sizeOf(node), x: place.x, y: place.y }))),
  saved: graph.layout.saved !== undefined,
});

/** What a layouter needs to know to arrange some nodes of a graph around the others. */
const requestFor = (
  graph: GraphDocument,
  chosen: ReadonlySet<NodeDocument>,
  { mode, spacing }: Pick<LayoutOptions, 'mode' | 'spacing'>,
): ArrangeRequest => {
  const wires = new Map<string, Wire>();
  for (const { from, to } of graph.connections.values()) {
    if (from.node === to.node || !chosen.has(from.node) || !chosen.has(to.node)) continue;
    wires.set(`${from.node.id} ${to.node.id}`, { from: from.node.id, to: to.node.id });
  }
  const nodes = [...graph.nodes.values()];
  return {
    mode,
    spacing,
    aspectRatio: graph.layout.aspectRatio,
    nodes: nodes.filter((node) => chosen.has(node)).map(boxOf),
    wires: [...wires.values()],
    obstacles: nodes.filter((node) => !chosen.has(node)).map(boxOf),
  };
};

/** The places of the nodes that are still in the graph, and where they were when the layout was asked for. */
const stillThere = (graph: GraphDocument, asked: readonly LayoutNode[], positions: Positions): Places =>
  new Map(
    asked.flatMap((then) => {
      const node = graph.nodes.get(then.id);
      const place = positions.get(then.id);
      return node && place && !isElsewhere(node, then) ? [[node, place] as const] : [];
    }),
  );
