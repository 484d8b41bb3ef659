import type { LayoutNode, Point, Size } from './layout-request.ts';

export const getDiagonal = ({ width, height }: Size): number => Math.hypot(width, height);

/** Moves a node so that its center is at the given point. */
export const centerNodeAt = (node: LayoutNode, { x, y }: Point): LayoutNode => ({
  ...node,
  x: x - node.width / 2,
  y: y - node.height / 2,
});

export const computeMean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
