import { expect, test } from 'vitest';
import { familyOf, treeRows } from './tree-rows.ts';
import type { SceneItem } from './tree-rows.ts';

const object = (tag: string, parent: string | null): SceneItem => ({
  tag,
  parent,
  id: tag,
  name: `The ${tag}`,
  type: 'Empty',
  active: true,
  layer: 'Default',
  components: [],
});

const objects = [object('car', null), object('wheel', 'car'), object('tree', null), object('bolt', 'wheel')];
const shown = (folded: readonly string[] = [], search = ''): string[] =>
  treeRows(objects, new Set(folded), search).map(({ object: { tag }, depth }) => `${depth} ${tag}`);

test('objects stand under their parents', () => {
  expect(shown()).toEqual(['0 car', '1 wheel', '2 bolt', '0 tree']);
});

test('what hangs under a folded object is not shown', () => {
  expect(shown(['wheel'])).toEqual(['0 car', '1 wheel', '0 tree']);
  expect(treeRows(objects, new Set(['car']), '')[0]).toMatchObject({ hasChildren: true, isFolded: true });
});

test('a search finds names, tags and types, folded or not', () => {
  expect(shown(['car'], ' BOLT')).toEqual(['0 bolt']);
  expect(shown([], 'the ')).toHaveLength(4);
  expect(shown([], 'nothing')).toEqual([]);
});

test('a family is an object with all that hangs under it', () => {
  expect(familyOf(objects, 'car')).toEqual(['car', 'wheel', 'bolt']);
  expect(familyOf(objects, 'tree')).toEqual(['tree']);
});
