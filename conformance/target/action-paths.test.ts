import { expect, test } from 'vitest';
import { buildActionPaths } from './action-paths.ts';

test('an action of a category has one path, whatever the example says', () => {
  expect(buildActionPaths('log.console')).toEqual(['/api/actions/log/console']);
  expect(buildActionPaths('log.console', '/api/actions/scene/objects-destroy')).toEqual([
    '/api/actions/log/console',
  ]);
});

test('an action of several parts may have its dots or slashes', () => {
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
])('by the path %s another one is %s', (example, path) => {
  expect(buildActionPaths('scene.objects.setLayer', example)).toEqual([path]);
});
