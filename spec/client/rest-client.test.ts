import { describe, expect, it } from 'vitest';
import { createClient, SceneRuntimeError } from './index.ts';

interface SentRequest extends RequestInit {
  readonly url: string;
}

const jsonResponse = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });

/** Creates a client whose calls are recorded instead of sent. */
const createTestClient = (
  createResponse: () => Response = () => jsonResponse({}),
  token?: string | (() => Promise<string>),
) => {
  const sent: SentRequest[] = [];
  const scene = createClient({
    url: 'http://127.0.0.1:7180/',
    ...(token !== undefined && { token }),
    fetch: async (url, init) => {
      sent.push({ url: String(url), ...init });
      return createResponse();
    },
  });
  return { scene, sent };
};

const getRejection = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (failure) => failure,
  );

describe('a call', () => {
  it('fills its path, and sends query, body, token and revision', async () => {
    const { scene, sent } = createTestClient(() => jsonResponse({ id: 'n1' }), 'secret');
    const response = await scene.request('PUT /api/graphs/{graphId}', {
      params: { graphId: 'a/b c' },
      query: { sync: true },
      body: { name: 'Other' },
      ifMatch: 7,
    });
    expect(response).toEqual({ id: 'n1' });
    expect(sent).toEqual([
      {
        url: 'http://127.0.0.1:7180/api/graphs/a%2Fb%20c?sync=true',
        method: 'PUT',
        headers: { 'X-API-Key': 'secret', 'Content-Type': 'application/json', 'If-Match': '"7"' },
        body: '{"name":"Other"}',
      },
    ]);
  });

  it('returns the bytes of an image unchanged', async () => {
    const bytes = new Uint8Array([137, 80, 78, 71, 0, 255]);
    const { scene } = createTestClient(
      () => new Response(bytes, { headers: { 'Content-Type': 'image/png' } }),
    );
    const picture: Uint8Array = await scene.request('GET /api/scene/picture.png', { query: { width: 8 } });
    expect(picture).toEqual(bytes);
    const rejected = createTestClient(() =>
      jsonResponse({ error: { code: 'ACTION_FAILED', message: 'No.' } }, 422),
    );
    const failure = await getRejection(rejected.scene.request('GET /api/scene/picture.png'));
    expect(failure).toMatchObject({ status: 422, code: 'ACTION_FAILED' });
  });

  it('sends nothing that was not given', async () => {
    const { scene, sent } = createTestClient();
    await scene.request('GET /api/graphs');
    await scene.request('GET /api/graphs', { query: { limit: 0, include: undefined as never } });
    expect(sent).toEqual([
      { url: 'http://127.0.0.1:7180/api/graphs', method: 'GET', headers: {} },
      { url: 'http://127.0.0.1:7180/api/graphs?limit=0', method: 'GET', headers: {} },
    ]);
  });

  it('gets the token anew for each call', async () => {
    let tokens = 0;
    const { scene, sent } = createTestClient(undefined, async () => `token-${++tokens}`);
    await scene.request('GET /api');
    await scene.request('GET /api');
    expect(sent.map(({ headers }) => headers)).toEqual([
      { 'X-API-Key': 'token-1' },
      { 'X-API-Key': 'token-2' },
    ]);
  });

  it('returns text unchanged, even if it looks like JSON', async () => {
    const { scene } = createTestClient(
      () => new Response('{"no": json', { headers: { 'Content-Type': 'text/plain' } }),
    );
    expect(await scene.request('GET /llms.txt')).toBe('{"no": json');
  });

  it('runs an action by its category and the rest of its name', async () => {
    const { scene, sent } = createTestClient();
    const { signal } = new AbortController();
    await scene.act('scene.objects.destroy', { object: 'cube' }, { signal });
    await scene.act('time.get');
    expect(sent.map(({ url, body, signal }) => [url, body, signal])).toEqual([
      ['http://127.0.0.1:7180/api/actions/scene/objects.destroy', '{"object":"cube"}', signal],
      ['http://127.0.0.1:7180/api/actions/time/get', '{}', undefined],
    ]);
  });
});

describe('a call that fails', () => {
  it('throws the error of the service', async () => {
    const error = { code: 'GRAPH_NOT_FOUND', message: 'No such graph.', details: { graphId: 'g' } };
    const { scene } = createTestClient(() => jsonResponse({ error }, 404));
    const failure = await getRejection(scene.request('GET /api/graphs'));
    expect(failure).toBeInstanceOf(SceneRuntimeError);
    expect(failure).toMatchObject({ name: 'SceneRuntimeError', status: 404, ...error });
  });

  it.each([
    ['Bad gateway', 'Bad gateway'],
    ['', 'The response had status 502'],
    ['{"error":"elsewhere"}', '{"error":"elsewhere"}'],
  ])('throws the error of an intermediary: %j', async (text, message) => {
    const { scene } = createTestClient(() => new Response(text, { status: 502 }));
    const failure = await getRejection(scene.request('GET /api/graphs'));
    expect(failure).toBeInstanceOf(SceneRuntimeError);
    expect(failure).toMatchObject({ status: 502, code: 'UNKNOWN', message, details: undefined });
  });

  it('throws the error of fetch if there is no response', async () => {
    const networkError = new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
    const { scene } = createTestClient(() => {
      throw networkError;
    });
    expect(await getRejection(scene.request('GET /api/graphs'))).toBe(networkError);
  });
});
