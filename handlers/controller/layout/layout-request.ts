/** Layout requests and their results. Both are plain data, so that a worker thread can compute layouts. */
import type { LayoutMode } from '#spec/rest/layout.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle whose upper left corner is at the point. The y axis points downward. */
export interface Box extends Point, Size {}

export interface LayoutNode extends Box {
  readonly id: string;
  /** Set when execution starts at this node, because it has trigger outputs but no trigger inputs. */
  readonly isStart?: true;
}

/** Stands for one or more connections from one node to another. */
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}

export interface ArrangeRequest {
  readonly mode: LayoutMode;
  /** The nodes to arrange, at their current positions. */
  readonly nodes: readonly LayoutNode[];
  /** The edges between the nodes to arrange, without loops or duplicates. */
  readonly edges: readonly LayoutEdge[];
  /** Nodes that don't move and must not be overlapped. */
  readonly obstacles: readonly Box[];
  /** The gap between nodes in canvas units. */
  readonly spacing: number;
  /** The desired ratio of width to height for all packed groups together. */
  readonly aspectRatio: number;
}

/** A request to snap nodes to a grid and otherwise keep their arrangement. */
export interface TidyRequest {
  readonly mode: 'tidy';
  readonly nodes: readonly LayoutNode[];
  /** The distance between grid lines, as a whole number of canvas units. */
  readonly gridSize: number;
  /** Whether nodes that are less than a grid step apart are moved into the same row or column. */
  readonly align: boolean;
}

export type LayoutRequest = ArrangeRequest | TidyRequest;

export type Positions = ReadonlyMap<string, Point>;

/** Computes layouts without blocking the event loop. */
export interface LayoutRunner {
  /**
   * Computes the positions for a request.
   * @throws ApiError LAYOUT_FAILED after a timeout; any other error when the layout fails
   */
  arrange(request: LayoutRequest): Promise<Positions>;
  /** Releases the runner's resources and rejects pending requests. The next request starts the runner again. */
  close(): Promise<void>;
}
