import { expect, test } from 'vitest';
import { listDescendantTags, createObjectTreeRows } from './scene-objects.ts';
import type { ObjectTreeRow, SceneObjectRecord } from './scene-objects.ts';

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
const describeRow = (row: ObjectTreeRow): string =>
  `${row.depth} ${row.kind === 'object' ? row.object.tag : `${row.label} x ${row.count}`}`;
const listVisibleTags = (collapsed: readonly string[] = [], search = ''): string[] =>
  createObjectTreeRows(objects, new Set(collapsed), new Set(), search).map(describeRow);

test('objects are listed below their parents', () => {
  expect(listVisibleTags()).toEqual(['0 car', '1 wheel', '2 bolt', '0 tree']);
});

test('children of a collapsed object are hidden', () => {
  expect(listVisibleTags(['wheel'])).toEqual(['0 car', '1 wheel', '0 tree']);
  expect(createObjectTreeRows(objects, new Set(['car']), new Set(), '')[0]).toMatchObject({
    hasChildren: true,
    isCollapsed: true,
  });
});

test('a search matches names, tags and types, even in collapsed objects', () => {
  expect(listVisibleTags(['car'], ' BOLT')).toEqual(['0 bolt']);
  expect(listVisibleTags([], 'the ')).toHaveLength(4);
  expect(listVisibleTags([], 'nothing')).toEqual([]);
});

test('a search lists objects that only their type matches after those with the name or tag', () => {
  const cube = { ...createObject('pillar-0', null), type: 'Primitives/Cube', name: 'Cube' };
  const found = createObjectTreeRows(
    [cube, createObject('my-cube', null), { ...createObject('a', null), name: 'Ice cube' }],
    ...([new Set(), new Set(), 'cube'] as const),
  );
  expect(found.map(describeRow)).toEqual(['0 my-cube', '0 a', '0 pillar-0']);
});

test('many siblings whose tags differ only in a number are one group, and so are lights', () => {
  const pillars = ['pillar-1', 'pillar-2', 'pillar-3', 'pillar-10'].map((tag) => createObject(tag, null));
  const lights = ['key', 'fill', 'back', 'rim'].map((tag) => ({
    ...createObject(tag, 'tree'),
    type: 'Lights/Point Light',
  }));
  const list = (expanded: readonly string[]) =>
    createObjectTreeRows([...objects, ...pillars, ...lights], new Set(['car']), new Set(expanded), '').map(
      describeRow,
    );
  expect(list([])).toEqual(['0 car', '0 tree', '1 Lights x 4', '0 pillar x 4']);
  expect(list(['/pillar']).slice(3)).toEqual([
    ...['0 pillar x 4', '1 pillar-1', '1 pillar-2', '1 pillar-3', '1 pillar-10'],
  ]);
});

test('the descendants of an object include the object itself', () => {
  expect(listDescendantTags(objects, 'car')).toEqual(['car', 'wheel', 'bolt']);
  expect(listDescendantTags(objects, 'tree')).toEqual(['tree']);
});
