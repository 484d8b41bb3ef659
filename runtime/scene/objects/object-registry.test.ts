import { Object3D } from 'three';
import { expect, test } from 'vitest';
import { removeFromParent } from './object-registry.ts';

test.each([0, 1, 2, 3, 4])('removes child %i of five, and keeps the order of the others', (index) => {
  const [parent, nodes] = [new Object3D(), Array.from({ length: 5 }, () => new Object3D())];
  parent.add(...nodes);
  const node = nodes[index]!;
  removeFromParent(node);
  expect(node.parent).toBeNull();
  expect(parent.children).toEqual(nodes.filter((other) => other !== node));
});

test('ignores a node without a parent', () => {
  const node = new Object3D();
  removeFromParent(node);
  expect(node.parent).toBeNull();
});
