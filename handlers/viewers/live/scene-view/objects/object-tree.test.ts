import { expect, test } from 'vitest';
import { listDescendantTags, createObjectTreeRows } from './object-tree.ts';
import type { SceneObjectRecord } from './object-tree.ts';

const createObject = (tag: string, parent: string | null): SceneObjectRecord => ({
  tag,
  parent,
  id: tag,
  name: `The ${tag}`,
  type: 'Empty',
  active: true,
  layer: 'Default',
  components: [],
});

const objects = [
  createObject('car', null),
  createObject('wheel', 'car'),
  createObject('tree', null),
  createObject('bolt', 'wheel'),
];
const listVisibleTags = (folded: readonly string[] = [], search = ''): string[] =>
  createObjectTreeRows(objects, new Set(folded), search).map(
    ({ object: { tag }, depth }) => `${depth} ${tag}`,
  );

test('objects stand under their parents', () => {
  expect(listVisibleTags()).toEqual(['0 car', '1 wheel', '2 bolt', '0 tree']);
});

test('what hangs under a folded object is not shown', () => {
  expect(listVisibleTags(['wheel'])).toEqual(['0 car', '1 wheel', '0 tree']);
  expect(createObjectTreeRows(objects, new Set(['car']), '')[0]).toMatchObject({
    hasChildren: true,
    isCollapsed: true,
  });
});

test('a search finds names, tags and types, folded or not', () => {
  expect(listVisibleTags(['car'], ' BOLT')).toEqual(['0 bolt']);
  expect(listVisibleTags([], 'the ')).toHaveLength(4);
  expect(listVisibleTags([], 'nothing')).toEqual([]);
});

test('a family is an object with all that hangs under it', () => {
  expect(listDescendantTags(objects, 'car')).toEqual(['car', 'wheel', 'bolt']);
  expect(listDescendantTags(objects, 'tree')).toEqual(['tree']);
});
