import { describe, expect, it } from 'vitest';
import type { OperationSpec, Route } from '#spec/contract/operation-spec.ts';
import { operations } from '#spec/rest/index.ts';
import { createRouter } from './router.ts';

const createOperation = (text: Route): OperationSpec => ({
  route: text,
  area: 'meta',
  summary: '',
  returns: {},
});

describe('the router', () => {
  const router = createRouter({
    search: createOperation('GET /api/types/search'),
    one: createOperation('GET /api/types/{name}'),
    write: createOperation('POST /api/types/{name}'),
    deep: createOperation('GET /api/types/{name}/{node}'),
  });

  it('prefers a literal segment, unless only the parameter has the method', () => {
    expect(router.find('GET', '/api/types/search')).toEqual({ id: 'search', params: {} });
    expect(router.find('POST', '/api/types/search')).toEqual({ id: 'write', params: { name: 'search' } });
    expect(router.find('GET', '/api/types/search/x')).toEqual({
      id: 'deep',
      params: { name: 'search', node: 'x' },
    });
  });

  it('decodes parameters and leaves a malformed escape unchanged', () => {
    expect(router.find('GET', '/api/types/a%20b%2Fc')).toMatchObject({ params: { name: 'a b/c' } });
    expect(router.find('GET', '/api/types/100%')).toMatchObject({ params: { name: '100%' } });
  });

  it('lists the methods of a path that is called with another one', () => {
    expect(router.find('DELETE', '/api/types/a')).toEqual({ allowed: ['GET', 'POST'] });
  });

  it.each(['/api/types/', '/api/types//x', '/api', '/api/types/a/b/c', ''])('does not match %j', (path) => {
    expect(router.find('GET', path)).toBeUndefined();
  });

  it('finds every route of the contract', () => {
    const all = createRouter(operations);
    for (const [id, { route: text }] of Object.entries(operations)) {
      const [method, path] = text.split(' ') as [string, string];
      expect(all.find(method, path.replaceAll(/[{}]/g, ''))).toMatchObject({ id });
    }
  });
});
