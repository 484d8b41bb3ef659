import type { Object3D } from 'three';

/**
 * Removes a node from its parent and keeps the order of the other children. The function searches from both ends,
 * because most removed nodes are the newest or the oldest. three.js would search only from the front, past up to 10,000
 * nodes for the newest.
 */
export const removeFromParent = (node: Object3D): void => {
  const children = node.parent?.children ?? [];
  let [first, last] = [0, children.length - 1];
  while (first < last && children[first] !== node && children[last] !== node) {
    first += 1;
    last -= 1;
  }
  const index = children[last] === node ? last : first;
  if (children[index] !== node) return;
  children.splice(index, 1);
  node.parent = null;
};
