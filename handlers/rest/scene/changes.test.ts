import { parseChanges } from '#runtime/scene/changes/testing-replica.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestService, testHosts, type TestHost, type TestService } from '../../testing-service.ts';

const path = '/api/scene/changes';

describe.each(Object.entries(testHosts))('changes of the scene from the %s', (_, serve) => {
  let test: TestService;
  let host: TestHost;
  const start = async (runtime?: 'none'): Promise<void> => {
    test = await createTestService(runtime ? { runtime } : {});
    host = await serve(test.service);
  };
  beforeEach(() => start());
  afterEach(async () => {
    await host.close();
    await test.dispose();
  });

  const call = (path: string, body?: unknown) =>
    host.fetch(path, {
      headers: { 'X-API-Key': test.token, 'Content-Type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  const readChanges = async (query = '') => {
    const response = await call(`${path}${query}`);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    return parseChanges(new Uint8Array(await response.arrayBuffer())).head;
  };
  const spawn = (tag: string) => call('/api/actions/scene/spawn', { type: 'Primitives/Cube', tag });

  it('contain everything at first, and then what has changed', async () => {
    await spawn('first');
    const all = await readChanges();
    expect(all).toMatchObject({ whole: true, drawables: [{ object: 'first' }] });
    await spawn('second');
    expect(await readChanges(`?since=${all.mark}`)).toMatchObject({
      ...{ whole: false, drawables: [{ object: 'second' }] },
    });
  });

  it('are base64 text within a batch', async () => {
    const batch = await call('/api/batch', { operations: [{ method: 'GET', path }] });
    const { results } = (await batch.json()) as { results: { status: number; body: string }[] };
    const { head } = parseChanges(new Uint8Array(Buffer.from(String(results[0]?.body), 'base64')));
    expect(head.whole).toBe(true);
  });

  it('are rejected for an invalid mark', async () => {
    for (const since of ['yesterday', '-1', '1.5']) {
      const response = await call(`${path}?since=${since}`);
      expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
        400,
        'INVALID_QUERY',
      ]);
    }
  });

  it('are not available without a runtime', async () => {
    await host.close();
    await test.dispose();
    await start('none');
    expect((await call(path)).status).toBe(503);
  });
});
