import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { splitRoute } from '#spec/contract/operation-spec.ts';
import { operations } from '#spec/rest/index.ts';
import { describeOnEveryHost } from '../testing-on-every-host.ts';
import type { ErrorBody, GraphBody } from '../testing-on-every-host.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

const routes = Object.entries(operations).map(([id, { route, ...spec }]) => {
  const { method, path } = splitRoute(route);
  const hasBody = 'body' in spec;
  const parameter = (name: string): string =>
    name === 'category' ? 'log' : name === 'action' ? 'console' : unknownId;
  return {
    id,
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => parameter(name)),
    hasBody,
    tier: 'tier' in spec ? spec.tier : undefined,
  };
});

describeOnEveryHost('bad input', (host) => {
  const { call, countGraphs, fetch } = host;

  it.each(routes.filter((r) => r.tier === undefined))(
    '$method $path rejects a missing and a wrong token',
    async ({ method, path }) => {
      for (const token of [undefined, 'wrong']) {
        const response = await fetch(path, {
          method,
          ...(token && { headers: { 'X-API-Key': token } }),
        });
        expect(response.status).toBe(401);
        expect(((await response.json()) as ErrorBody).error.code).toBe('UNAUTHORIZED');
      }
      expect(countGraphs()).toBe(0);
    },
  );

  it.each(routes.filter((r) => r.hasBody))(
    '$method $path rejects malformed JSON, an array of scalars and text/plain',
    async ({ method, path }) => {
      const notJson = await call<ErrorBody>(method, path, '{"name": ');
      expect([notJson.status, notJson.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
      const wrongType = await call<ErrorBody>(method, path, [7]);
      expect([wrongType.status, wrongType.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(wrongType.body.error.message).toMatch(/expected/i);
      const response = await call<ErrorBody>(method, path, '{}', { 'Content-Type': 'text/plain' });
      expect([response.status, response.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect(countGraphs()).toBe(0);
    },
  );

  it.each(routes.filter((r) => r.hasBody))(
    '$method $path rejects a body over its limit',
    async ({ method, path }) => {
      const limit = host.test.service.route(method, path).bodyLimit;
      const response = await call<ErrorBody>(method, path, JSON.stringify({ name: 'x'.repeat(limit) }));
      expect([response.status, response.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      expect(countGraphs()).toBe(0);
    },
  );

  it.each(routes)('$path rejects an unsupported method and lists the supported ones', async ({ path }) => {
    const response = await call<ErrorBody>('PATCH', path);
    expect([response.status, response.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(response.headers.get('allow')).toMatch(/GET|POST|PUT|DELETE/);
  });

  it.each(
    routes.filter((r) =>
      /graphs\/\{|nodes\/\{|ports\/\{|variables\/\{/.test(operations[r.id as keyof typeof operations].route),
    ),
  )('$method $path returns 404 for an unknown id', async ({ id, method, path }) => {
    const bodies: Record<string, unknown> = {
      createNode: { category: 'Add' },
      createNodes: [],
      buildGraph: {},
      createConnection: { outputPortId: 'a', inputPortId: 'b' },
      validateConnection: { outputPortId: 'a', inputPortId: 'b' },
      setPortValue: { value: 1 },
      setVariableValue: { value: 1 },
      renameGraph: { name: 'New' },
      extractGraph: { nodeIds: ['a'] },
      inlineGraph: { nodeId: 'a' },
      updateVariable: {},
      sendEvent: { name: 'go' },
      updateNote: { text: 'New' },
      setAspectRatio: { aspectRatio: 1 },
      moveNode: { locationX: 1, locationY: 2 },
    };
    const response = await call<ErrorBody>(method, path, bodies[id]);
    expect(response.status).toBe(404);
    expect(response.body.error.code).toMatch(/_NOT_FOUND$/);
    expect(response.body.error.message).toMatch(/(GET|POST) \//);
  });

  describe('a body', () => {
    const send = (body: Uint8Array<ArrayBuffer>, headers?: Record<string, string>) =>
      fetch('/api/graphs', {
        method: 'POST',
        headers: { 'X-API-Key': host.test.token, 'Content-Type': 'application/json', ...headers },
        body,
      });
    const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

    it('may begin with a byte order mark', async () => {
      const response = await send(bytesOf('\uFEFF{"name":"Marked"}'));
      expect([response.status, ((await response.json()) as { name: string }).name]).toEqual([201, 'Marked']);
    });

    it.each([
      ['in one piece', ''],
      ['in several', ' '.repeat(200_000)],
    ])('is rejected if it is not UTF-8, %s', async (_, padding) => {
      const response = await send(new Uint8Array(Buffer.from(`{"name":"Z\xFCrich"}${padding}`, 'latin1')));
      expect(response.status).toBe(400);
      expect(((await response.json()) as ErrorBody).error).toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining('UTF-8'),
      });
      expect(countGraphs()).toBe(0);
    });

    it('is rejected if it is compressed, and accepted with the identity encoding', async () => {
      const response = await send(new Uint8Array(gzipSync('{}')), { 'Content-Encoding': 'gzip' });
      expect(response.status).toBe(415);
      expect(((await response.json()) as ErrorBody).error).toMatchObject({
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: expect.stringContaining("'gzip'"),
      });
      expect(countGraphs()).toBe(0);
      expect((await send(bytesOf('{}'), { 'Content-Encoding': 'Identity' })).status).toBe(201);
    });

    it('without a content type gets an error that says so', async () => {
      const response = await send(bytesOf('{}'), { 'Content-Type': '' });
      expect(response.status).toBe(415);
      expect(((await response.json()) as ErrorBody).error.message).toContain('has no content type');
    });
  });

  it('returns 404 for an unknown path, behind the token under /api', async () => {
    expect((await call('GET', '/api/nothing')).status).toBe(404);
    expect((await fetch('/api/nothing')).status).toBe(401);
    expect((await fetch('/nothing')).status).toBe(404);
  });

  it('names the field and what was expected', async () => {
    const graph = await call<GraphBody>('POST', '/api/graphs', {});
    const response = await call<ErrorBody>('POST', `/api/graphs/${graph.body.id}/nodes`, { category: 7 });
    expect(response.body.error.message).toContain("'category': expected a string, received 7.");
  });

  it('names the body as a whole when no field is wrong', async () => {
    const response = await call<ErrorBody>('POST', '/api/graphs', []);
    expect(response.body.error.message).toMatch(/^The body: expected an object, received an array\. /);
  });
});
