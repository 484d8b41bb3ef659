/** Requests and results of layouts. They are plain data, so that a worker thread can compute them. */
import type { LayoutMode } from '#spec/rest/layout.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle with its upper left corner at the point; y grows downward. */
export interface Box extends Point, Size {}

export interface LayoutNode extends Box {
  readonly id: string;
  /** Set when execution starts at this node, because it has trigger outputs but no trigger inputs. */
  readonly isStart?: true;
}

/** At least one connection from one node to another. */
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}

export interface ArrangeRequest {
  readonly mode: LayoutMode;
  /** The nodes to arrange, at their current positions. */
  readonly nodes: readonly LayoutNode[];
  /** The edges between these nodes, without loops and duplicates. */
  readonly edges: readonly LayoutEdge[];
  /** The nodes that don't move, and must not be overlapped. */
  readonly obstacles: readonly Box[];
  /** Gap between nodes in canvas units. */
  readonly spacing: number;
  /** Width divided by height that the packed groups should have together. */
  readonly aspectRatio: number;
}

/** Snaps nodes to a grid, and otherwise keeps their arrangement. */
export interface TidyRequest {
  readonly mode: 'tidy';
  readonly nodes: readonly LayoutNode[];
  /** A whole number of canvas units. */
  readonly gridSize: number;
  /** Whether nodes less than a grid step apart are moved into the same row or column. */
  readonly align: boolean;
}

export type LayoutRequest = ArrangeRequest | TidyRequest;

/** The new position of each node, by id. */
export type Positions = ReadonlyMap<string, Point>;
