import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { splitRoute } from '#spec/contract/operation-spec.ts';
import { operations } from '#spec/rest/index.ts';
import {
  toEditRequest,
  editOperations,
  type EditFixtures,
  findPortId,
  createEditTest,
} from '../testing-edits.ts';
import type { TestClient, TestService } from '../testing-service.ts';

const sunflower = new URL('../../fixtures/projects/demo/assets/sunflower.glb', import.meta.url);

let test: TestService;
let call: TestClient;
let fixtures: EditFixtures;

beforeEach(async () => {
  ({ test, call, fixtures } = await createEditTest({ assets: { 'sunflower.glb': sunflower } }));
  for (const message of ['one', 'two', 'three']) await call('POST', '/api/actions/log/console', { message });
});

afterEach(async () => {
  expect(test.failures).toEqual([]);
  await test.dispose();
});

const listOperations = Object.entries(operations).flatMap(([id, spec]) =>
  'list' in spec && splitRoute(spec.route).method === 'GET' ? [{ id, ...splitRoute(spec.route) }] : [],
);

/** Creates the items that a list needs, and returns the list's path. */
const fillPath = async (path: string): Promise<string> => {
  const { pathParams, graph } = fixtures;
  if (path.endsWith('/search')) return `${path}?q=e&`;
  if (path.endsWith('/options')) {
    const body = { category: 'Delay' };
    const delay = await call<EditFixtures['note']>('POST', `/api/graphs/${graph.id}/nodes`, body);
    return `${path.replace('{portId}', findPortId(delay.body, 'OnRetrigger'))}?`;
  }
  if (path.endsWith('/playbacks')) {
    await call('POST', '/api/actions/scene/spawn', { asset: 'sunflower.glb', tag: 'flower' });
    const items = [{ clip: 'Sway' }, { clip: 'Bow' }];
    await call('POST', '/api/actions/animation/playSet', { object: 'flower', items });
    return `${path.replace('{tag}', 'flower')}?`;
  }
  if (path.startsWith('/api/assets')) {
    await call('POST', '/api/actions/assets/createBundled', { object: 'main-light', name: 'lamp' });
    return `${path.replace('{tag}', 'lamp.bundle.json')}?`;
  }
  return `${path.replace(/\{(\w+)\}/g, (_, name: string) => pathParams[name]!)}?`;
};

describe('every list', () => {
  it.each(listOperations)('$id can be read whole, in pages and wrapped, with its total', async ({ path }) => {
    const route = await fillPath(path);
    const fullList = await call<readonly unknown[]>('GET', route);
    const { length } = fullList.body;
    expect(length).toBeGreaterThan(0);
    const total = String(length);
    expect(fullList.headers.get('x-total-count')).toBe(total);

    for (const offset of [0, 1, length]) {
      const page = await call('GET', `${route}limit=2&offset=${offset}`);
      expect(page.body).toEqual(fullList.body.slice(offset, offset + 2));
      expect(page.headers.get('x-total-count')).toBe(total);
    }
    const wrapped = await call('GET', `${route}wrap=true&limit=1&offset=0`);
    expect(wrapped.body).toEqual({ totalCount: length, items: fullList.body.slice(0, 1) });
    expect(wrapped.headers.get('x-total-count')).toBe(total);
    expect((await call('GET', `${route}offset=-1`)).status).toBe(400);
  });

  it.each(listOperations)('$id can be reduced to any of the fields of its records', async ({ path }) => {
    const route = await fillPath(path);
    const fullList = await call<readonly unknown[]>('GET', route);
    const fields = new Set(
      fullList.body.flatMap((item) => (item instanceof Object ? Object.keys(item) : [])),
    );
    const all = await call('GET', `${route}include=${[...fields].join(',')}`);
    expect([all.body, all.headers.get('x-ignored')]).toEqual([fullList.body, null]);
  });

  it('can be the response of a bulk creation, which creates everything even if only a page is requested', async () => {
    const { path } = toEditRequest(editOperations.find(({ id }) => id === 'createNodes')!, fixtures);
    const three = Array.from({ length: 3 }, () => ({ category: 'Add' }));
    const { status, body, headers } = await call('POST', `${path}?limit=1&include=id&wrap=true`, three);
    expect([status, headers.get('x-total-count')]).toEqual([201, '3']);
    expect(body).toEqual({ totalCount: 3, items: [{ id: expect.any(String) }] });
    expect((await call('GET', `/api/graphs/${fixtures.graph.id}/nodes`)).body).toHaveLength(8);
  });
});

describe('the console', () => {
  const messages = async (query: string) =>
    (await call<readonly { message: string }[]>('GET', `/api/console?${query}`)).body.map((e) => e.message);

  it('returns its end unless the caller passes an offset', async () => {
    expect(await messages('limit=2')).toEqual(['two', 'three']);
    expect(await messages('limit=2&offset=0')).toEqual(['one', 'two']);
    expect(await messages('limit=2&since=2020-01-01T00:00:00Z')).toEqual(['one', 'two']);
    expect(await messages('limit=2&since=2020-01-01T00:00:00Z&offset=2')).toEqual(['three']);
  });
});
