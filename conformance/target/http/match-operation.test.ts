import { expect, it } from 'vitest';
import { createOperationMatcher } from './match-operation.ts';

const match = createOperationMatcher(
  ['/api/things', '/api/things/{id}', '/api/things/special', '/api/{kind}/{id}'].map((path) => ({
    method: 'GET',
    path,
  })),
);

it.each([
  ['/api/things', '/api/things'],
  ['/api/things/7?full=true', '/api/things/{id}'],
  ['/api/things/special', '/api/things/special'],
  ['/api/others/special', '/api/{kind}/{id}'],
  ['/api/things/', undefined],
  ['/api/things/7/8', undefined],
])('a request for %s matches %s', (target, path) => {
  expect(match('GET', target)?.path).toBe(path);
  expect(match('POST', target)).toBeUndefined();
});
