import { expect, it, test } from 'vitest';
import { canonicalizePath } from './router.ts';

test.each([
  ['/api/types', '/api/types'],
  ['/%61pi/types', '/api/types'],
  ['/api/%74%79%70%65%73', '/api/types'],
  ['/api/%7Euser/a%2Db', '/api/~user/a-b'],
  ['//api//types', '/api/types'],
  ['/api/./types', '/api/types'],
  ['/api/%2e/types', '/api/types'],
  ['/llms/../api/types', '/api/types'],
  ['/llms/%2E%2e/api/types', '/api/types'],
  ['/api/..', '/'],
  ['/../../..', '/'],
  ['//', '/'],
  ['/api/types/', '/api/types/'],
  ['/api/types//', '/api/types/'],
  ['/api/types/.', '/api/types/'],
  ['http://127.0.0.1:7180/api/types', '/api/types'],
  ['HTTP://localhost', '/'],
])('%s is %s', (path, canonical) => {
  expect(canonicalizePath(path)).toBe(canonical);
});

test.each([
  '/api/assets/a%2Fb/properties/c%2fd',
  '/api/assets/a%2F%2Fb',
  '/api/assets/100%25/properties',
  '/api/assets/%2541',
  '/api/assets/a%20b%C3%A9',
  '/api/assets/%',
  '/api/assets/%zz',
  '/api%2Ftypes',
  '/api/..a/.b',
  '/',
])('%s stays as it is', (path) => {
  expect(canonicalizePath(path)).toBe(path);
});

it('returns a canonical path unchanged', () => {
  for (const path of ['/%61pi//./x/%2e%2e/y', '/a%2Fb//c%25%32%65', '/%252e%252e/api']) {
    expect(canonicalizePath(canonicalizePath(path))).toBe(canonicalizePath(path));
  }
});
