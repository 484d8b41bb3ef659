import { expect, test } from 'vitest';
import { buildActionPaths } from './action-catalog.ts';

test('an action with a category has one path, whatever the example says', () => {
  expect(buildActionPaths('log.console')).toEqual(['/api/actions/log/console']);
  expect(buildActionPaths('log.console', '/api/actions/scene/objects-destroy')).toEqual([
    '/api/actions/log/console',
  ]);
});

test('an action with several name parts may have dots or slashes in its path', () => {
  expect(buildActionPaths('scene.objects.setLayer')).toEqual([
    '/api/actions/scene/objects.setLayer',
    '/api/actions/scene/objects/setLayer',
  ]);
});

test.each([
  ['/api/actions/scene/objects/destroy', '/api/actions/scene/objects/setLayer'],
  ['/api/actions/scene.objects/destroy', '/api/actions/scene.objects/setLayer'],
  ['/api/actions/scene/objects-destroy', '/api/actions/scene/objects-setLayer'],
  ['/api/actions/scene/objectsDestroy', '/api/actions/scene/objectsSetLayer'],
  ['/api/actions/scene/objects/destroy/run', '/api/actions/scene/objects/setLayer/run'],
])('the path %s leads to another one: %s', (example, path) => {
  expect(buildActionPaths('scene.objects.setLayer', example)).toEqual([path]);
});
