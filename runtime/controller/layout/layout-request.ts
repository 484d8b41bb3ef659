/** What is asked of a layouter, and what it answers: plain data, so that it can be worked out in another thread. */
import type { LayoutMode } from '#spec/rest/layout.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle by its upper left corner; y grows downwards. */
export interface Box extends Point, Size {}

export interface LayoutNode extends Box {
  readonly id: string;
  /** That order of execution begins here: by an event, and by no trigger of another node. */
  readonly isStart?: true;
}

/** That something flows from one node to another. */
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}

/** Asks for an arrangement by one of the modes. */
export interface ArrangeRequest {
  readonly mode: LayoutMode;
  /** The nodes to be arranged, where they are now. */
  readonly nodes: readonly LayoutNode[];
  /** The wires between them: none from a node to itself, none twice. */
  readonly edges: readonly LayoutEdge[];
  /** What stays where it is, and is to be kept clear of. */
  readonly obstacles: readonly Box[];
  /** Gap between nodes in canvas units. */
  readonly spacing: number;
  /** Width by height that unconnected groups are packed towards. */
  readonly aspectRatio: number;
}

/** Asks for the present arrangement, but tidy. */
export interface TidyRequest {
  readonly mode: 'tidy';
  readonly nodes: readonly LayoutNode[];
  /** In canvas units, a whole number. */
  readonly gridSize: number;
  /** Whether what lies less than a grid step apart comes to lie in one row, or one column. */
  readonly align: boolean;
}

export type LayoutRequest = ArrangeRequest | TidyRequest;

/** Where nodes go, by node id. */
export type Positions = ReadonlyMap<string, Point>;
