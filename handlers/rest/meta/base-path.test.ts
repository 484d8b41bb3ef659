/**
 * Tests a service behind a reverse proxy. The proxy adds a prefix to public paths, and removes the prefix from the
 * requests that it forwards.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestService, testHosts, type TestHost, type TestService } from '../../testing-service.ts';
import type { AsyncApiDocument } from '#spec/contract/asyncapi-types.ts';

describe.each(Object.entries(testHosts))('with a base path, on the %s host', (_, open) => {
  let test: TestService;
  let host: TestHost;
  beforeEach(async () => {
    test = await createTestService({ basePath: '/scene' });
    host = await open(test.service);
  });
  afterEach(async () => {
    expect(test.failures).toEqual([]);
    await host.close();
    await test.dispose();
  });

  const fetchText = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    (await host.fetch(path, { headers: { 'X-API-Key': test.token, ...headers } })).text();
  const fetchJson = async <T>(path: string): Promise<T> => JSON.parse(await fetchText(path)) as T;

  it('every link of /api works through the proxy', async () => {
    const { links } = await fetchJson<{ links: Record<string, string> }>('/api');
    expect(Object.keys(links).length).toBeGreaterThan(5);
    for (const link of Object.values(links)) {
      expect(link).toMatch(/^\/scene\//);
      const { status } = await host.fetch(link.slice('/scene'.length), {
        headers: { 'X-API-Key': test.token },
      });
      expect(status, link).toBe(200);
    }
  });

  it('the root, the health and properties return paths with it', async () => {
    expect(await fetchJson('/')).toMatchObject({ api: '/scene/api', health: '/scene/api/health' });
    const health = await host.fetch('/api/health');
    expect(await health.json()).toMatchObject({ auth: { docs: '/scene/llms.txt' } });
    const spawned = await host.fetch('/api/actions/scene/spawn', {
      method: 'POST',
      headers: { 'X-API-Key': test.token, 'Content-Type': 'application/json' },
      body: '{"type":"Primitives/Cube"}',
    });
    const { result } = (await spawned.json()) as { result: { object: string } };
    const components = await fetchJson<{ url: string }[]>(`/api/objects/${result.object}/components`);
    const [{ url } = { url: '' }] = components;
    expect(url).toMatch(/^\/scene\/api\/objects\//);
    const [property] = await fetchJson<{ url: string }[]>(url.slice('/scene'.length));
    expect(property?.url.startsWith(`${url}/`)).toBe(true);
  });

  it('AsyncAPI and its page contain the address that the caller uses, with it', async () => {
    const { servers } = await fetchJson<AsyncApiDocument>('/api/events/types');
    expect(servers.hub).toMatchObject({ protocol: 'ws', pathname: '/scene/api/events' });
    expect(await fetchText('/asyncapi')).toContain(`://${servers.hub?.host}/scene/api/events</code>`);
  });

  it('the landing page shows addresses with it', async () => {
    const text = await fetchText('/', { accept: 'text/html' });
    expect(text).toMatch(/curl http:\/\/[^/]+\/scene\/api\/health/);
    expect(text).toMatch(/ws:\/\/[^/]+\/scene\/api\/events/);
  });
});
