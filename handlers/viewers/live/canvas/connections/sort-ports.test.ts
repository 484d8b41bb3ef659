import { expect, it } from 'vitest';
import { sortPortsByDistance } from './sort-ports.ts';
import type { NodeRecord } from '../../graphs/graph-types.ts';

const createNode = (id: string, locationX: number): NodeRecord => ({
  ...{ id, category: id, locationX, locationY: 0 },
  ports: (['input', 'output'] as const).map((direction) => ({
    ...{ id: `${id} ${direction}`, nodeId: id, name: direction, type: 'Trigger', direction },
  })),
});

it('proposes the nearest nodes first, and the node itself last', () => {
  const nodes = [createNode('far', 900), createNode('self', 0), createNode('near', 200)];
  expect(sortPortsByDistance({ nodes }, 'self output').map(({ nodeId }) => nodeId)).toEqual([
    ...['near', 'near', 'far', 'far', 'self', 'self'],
  ]);
});
