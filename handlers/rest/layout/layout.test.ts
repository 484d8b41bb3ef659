import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkerLayoutRunner } from '../../controller/layout/worker-layout-runner.ts';
import { layoutModes } from '#spec/rest/layout.ts';
import {
  createTestClient,
  createTestService,
  testHosts,
  type TestClient,
  type TestService,
} from '../../testing-service.ts';

interface ErrorBody {
  error: { code: string; message: string };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Arrangement {
  mode: string;
  moved: number;
  positions: Record<string, { locationX: number; locationY: number }>;
  bounds: Box;
  boundsBefore: Box;
  saved: boolean;
}

interface Graph {
  id: string;
  revision: number;
  nodes: { id: string; locationX: number; locationY: number }[];
}

let test: TestService;
let call: TestClient;
let path: string;

beforeEach(async () => {
  test = await createTestService();
  call = createTestClient(await testHosts['Fetch host']!(test.service), test.token);
  const { body } = await call<Graph>('POST', '/api/graphs', {});
  path = `/api/graphs/${body.id}`;
});

afterEach(async () => {
  expect(test.failures).toEqual([]);
  await test.dispose();
});

const readPositions = async () => {
  const { body } = await call<Graph>('GET', path);
  return Object.fromEntries(body.nodes.map(({ id, locationX, locationY }) => [id, { locationX, locationY }]));
};

describe('the layout routes', () => {
  it('arrange, describe the saved layout, and restore it', { timeout: 300_000 }, async () => {
    const before = await readPositions();
    const unsavedLayout = { saved: false, savedAt: null, mode: null };
    expect((await call('GET', `${path}/layout/saved`)).body).toEqual(unsavedLayout);

    for (const mode of layoutModes) {
      const { status, body, headers } = await call<Arrangement>('POST', `${path}/layout`, {
        mode,
        spacing: 40,
      });
      expect([status, body.mode]).toEqual([200, mode]);
      expect(body.positions).toEqual(await readPositions());
      expect(headers.get('etag')).toBe((await call('GET', path)).headers.get('etag'));
      if (body.saved) {
        expect((await call('GET', `${path}/layout/saved`)).body).toEqual({
          saved: true,
          savedAt: '2026-01-02T03:04:05.678Z',
          mode,
        });
        expect((await call<Arrangement>('POST', `${path}/layout/restore`)).body.positions).toEqual(before);
      }
      expect(await readPositions()).toEqual(before);
      expect((await call('GET', `${path}/layout/saved`)).body).toEqual(unsavedLayout);
    }
  });

  it('need no body, and then arrange in layers from left to right', { timeout: 300_000 }, async () => {
    expect((await call('POST', `${path}/layout`)).body).toMatchObject({ mode: 'layered-horizontal' });
    expect((await call('POST', `${path}/layout/tidy`)).body).toMatchObject({ mode: 'tidy' });
  });

  it('change nothing in a dry run, not even the ETag', { timeout: 300_000 }, async () => {
    const before = await call('GET', path);
    const dry = { mode: 'compact', spacing: 300, dryRun: true };
    expect((await call<Arrangement>('POST', `${path}/layout?sync=true`, dry)).body.moved).toBeGreaterThan(0);
    const after = await call('GET', path);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  });

  it('return the bounds of the nodes before and after, also in a dry run and for a restore', async () => {
    const { body: graph } = await call<Graph>('GET', path);
    const distantPosition = { locationX: 3000, locationY: -500 };
    await call('PUT', `${path}/nodes/${graph.nodes[1]!.id}`, distantPosition);
    const before = { x: 0, y: distantPosition.locationY };
    const dryRun = await call<Arrangement>('POST', `${path}/layout`, { dryRun: true });
    const arranged = await call<Arrangement>('POST', `${path}/layout`);
    expect(dryRun.body).toMatchObject({ bounds: arranged.body.bounds, boundsBefore: before });
    expect(arranged.body).toMatchObject({ bounds: before, boundsBefore: before });
    expect(arranged.body.boundsBefore.width).toBeGreaterThan(distantPosition.locationX);
    expect(arranged.body.bounds.width).toBeLessThan(distantPosition.locationX);
    const { body: restored } = await call<Arrangement>('POST', `${path}/layout/restore`);
    expect(restored.bounds).toEqual(arranged.body.boundsBefore);
    expect(restored.boundsBefore).toEqual(arranged.body.bounds);
  });

  it('put entry nodes into the first column, wherever they lead', async () => {
    const { body: graph } = await call<Graph>('GET', path);
    const built = await call<{ nodeIds: Record<string, string> }>('POST', `${path}/build`, {
      nodes: [
        { tempId: 'event', category: 'OnCustomEvent' },
        ...['a', 'b', 'c'].map((tempId) => ({ tempId, category: 'LogConsole' })),
      ],
      connections: [
        { from: `${graph.nodes[0]!.id}/Out`, to: 'a/In' },
        { from: 'a/Out', to: 'b/In' },
        { from: 'b/Out', to: 'c/In' },
        { from: 'event/Out', to: 'c/In' },
      ],
    });
    expect(built.status).toBe(200);
    const { event = '', a = '', b = '', c = '' } = built.body.nodeIds;
    const { body } = await call<Arrangement>('POST', `${path}/layout`);
    const columns = [event, a, b, c].map((id) => body.positions[id]!.locationX);
    expect(columns).toEqual([...columns].sort((columnA, columnB) => columnA - columnB));
    expect(new Set(columns).size).toBe(4);
  });

  it('keep the aspect ratio', async () => {
    expect((await call('GET', `${path}/layout/aspect-ratio`)).body).toEqual({ aspectRatio: 1.6 });
    const put = await call('PUT', `${path}/layout/aspect-ratio?sync=true`, { aspectRatio: 2 });
    expect([put.status, put.body]).toEqual([200, { aspectRatio: 2 }]);
    expect((await call('GET', `${path}/layout/aspect-ratio`)).body).toEqual({ aspectRatio: 2 });
    expect((await call('GET', path)).body).toMatchObject({ synced: true });
  });

  it.each([
    ['layout', { mode: 'spiral' }, layoutModes],
    ['layout', { spacing: 7 }, ["'spacing'", 'at least 8']],
    ['layout', { spacing: 1001 }, ["'spacing'", 'at most 1000']],
    ['layout', { spacing: 20.5 }, ["'spacing'", 'a whole number, received 20.5']],
    ['layout', { nodeIds: [] }, ["'nodeIds'"]],
    ['layout', { nodeIds: 'all' }, ["'nodeIds'", 'array']],
    ['layout', { dryRun: 'yes' }, ["'dryRun'", 'boolean']],
    ['layout/tidy', { gridSize: 0 }, ["'gridSize'", 'at least 1']],
    ['layout/tidy', { gridSize: 1001 }, ["'gridSize'", 'at most 1000']],
    ['layout/tidy', { align: 1 }, ["'align'", 'boolean']],
  ])('reject %s with %j, and say why', async (route, body, words) => {
    const before = await call('GET', path);
    const response = await call<ErrorBody>('POST', `${path}/${route}`, body);
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    for (const word of words) expect(response.body.error.message).toContain(word);
    expect((await call('GET', path)).body).toEqual(before.body);
  });

  it.each([0, -1, 0.05, 11, '16:9', null])('reject an aspect ratio of %j', async (aspectRatio) => {
    const response = await call<ErrorBody>('PUT', `${path}/layout/aspect-ratio`, { aspectRatio });
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(response.body.error.message).toContain("'aspectRatio'");
    expect((await call('GET', `${path}/layout/aspect-ratio`)).body).toEqual({ aspectRatio: 1.6 });
  });

  it('abort a layout that takes too long, and write to the console', async () => {
    const slowHost = await createTestService({ layouter: createWorkerLayoutRunner({ timeoutMs: 1 }) });
    const callSlow = createTestClient(await testHosts['Fetch host']!(slowHost.service), slowHost.token);
    const { body: graph } = await callSlow<Graph>('POST', '/api/graphs', {});
    const before = await callSlow('GET', `/api/graphs/${graph.id}`);
    for (const route of ['layout', 'layout/tidy']) {
      const response = await callSlow<ErrorBody>('POST', `/api/graphs/${graph.id}/${route}`);
      expect([response.status, response.body.error.code]).toEqual([422, 'LAYOUT_FAILED']);
    }
    const after = await callSlow('GET', `/api/graphs/${graph.id}`);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    expect((await callSlow('GET', '/api/console?type=error')).body).toMatchObject([
      { graphId: graph.id, message: expect.stringContaining('took longer than 0.001 s') },
      { graphId: graph.id },
    ]);
    expect(slowHost.failures).toEqual([]);
    await slowHost.dispose();
  });

  it('reject unknown nodes, a restore without a saved layout, and another revision', async () => {
    const foreign = await call<Graph>('POST', '/api/graphs', {});
    const nodeIds = [foreign.body.nodes[0]!.id];
    const unknown = await call<ErrorBody>('POST', `${path}/layout`, { nodeIds });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NODE_NOT_FOUND']);
    expect(unknown.body.error.message).toContain(nodeIds[0]);

    const missing = await call<ErrorBody>('POST', `${path}/layout/restore`);
    expect([missing.status, missing.body.error.code]).toEqual([409, 'NO_SAVED_LAYOUT']);

    const outdated = await call<ErrorBody>('POST', `${path}/layout/tidy`, {}, { 'If-Match': '"99"' });
    expect([outdated.status, outdated.body.error.code]).toEqual([412, 'REVISION_CONFLICT']);
  });
});
