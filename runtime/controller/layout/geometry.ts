import type { LayoutNode, Point, Size } from './request.ts';

export const diagonalOf = ({ width, height }: Size): number => Math.hypot(width, height);

/** The node with its middle at a point. */
export const centredAt = (node: LayoutNode, { x, y }: Point): LayoutNode => ({
  ...node,
  x: x - node.width / 2,
  y: y - node.height / 2,
});

export const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
