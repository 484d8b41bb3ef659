import { expect, test } from 'vitest';
import { listDescendantTags, createObjectTreeRows } from './scene-objects.ts';
import type { SceneObjectRecord } from './scene-objects.ts';

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
const listVisibleTags = (collapsed: readonly string[] = [], search = ''): string[] =>
  createObjectTreeRows(objects, new Set(collapsed), search).map(
    ({ object: { tag }, depth }) => `${depth} ${tag}`,
  );

test('objects are listed below their parents', () => {
  expect(listVisibleTags()).toEqual(['0 car', '1 wheel', '2 bolt', '0 tree']);
});

test('children of a collapsed object are hidden', () => {
  expect(listVisibleTags(['wheel'])).toEqual(['0 car', '1 wheel', '0 tree']);
  expect(createObjectTreeRows(objects, new Set(['car']), '')[0]).toMatchObject({
    hasChildren: true,
    isCollapsed: true,
  });
});

test('a search matches names, tags and types, even in collapsed objects', () => {
  expect(listVisibleTags(['car'], ' BOLT')).toEqual(['0 bolt']);
  expect(listVisibleTags([], 'the ')).toHaveLength(4);
  expect(listVisibleTags([], 'nothing')).toEqual([]);
});

test('the descendants of an object include the object itself', () => {
  expect(listDescendantTags(objects, 'car')).toEqual(['car', 'wheel', 'bolt']);
  expect(listDescendantTags(objects, 'tree')).toEqual(['tree']);
});
