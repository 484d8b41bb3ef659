import { Object3D } from 'three';
import { expect, test } from 'vitest';
import { removeFromParent } from './remove-from-parent.ts';

test.each([0, 1, 2, 3, 4])(
  'takes out the child in place %i of five, and leaves the others in order',
  (place) => {
    const [parent, nodes] = [new Object3D(), Array.from({ length: 5 }, () => new Object3D())];
    parent.add(...nodes);
    const node = nodes[place]!;
    removeFromParent(node);
    expect(node.parent).toBeNull();
    expect(parent.children).toEqual(nodes.filter((other) => other !== node));
  },
);

test('leaves a node alone that has no parent', () => {
  const node = new Object3D();
  removeFromParent(node);
  expect(node.parent).toBeNull();
});
