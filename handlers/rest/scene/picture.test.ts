import { decodePng } from '#runtime/shared/testing-decode-png.ts';
import { describe, expect, it } from 'vitest';
import { createTestService, testHosts } from '../../testing-service.ts';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';

const path = '/api/scene/picture.png';

describe.each(Object.entries(testHosts))('a picture of the scene from the %s', (_, serve) => {
  const setUp = async (runtime?: 'none') => {
    const { service, token, dispose } = await createTestService(runtime ? { runtime } : {});
    const host = await serve(service);
    const call = (path: string, init: RequestInit = {}) =>
      host.fetch(path, { ...init, headers: { 'X-API-Key': token, 'Content-Type': 'application/json' } });
    const end = async () => {
      await host.close();
      await dispose();
    };
    return { call, end };
  };

  it('is a PNG of the requested size, with its own ETag', async () => {
    const { call, end } = await setUp();
    const takePicture = async () => {
      const response = await call(`${path}?width=40&height=30&camera=main-camera`);
      const bytes = Buffer.from(await response.arrayBuffer());
      return { response, bytes, tag: response.headers.get('etag') };
    };
    const [first, second] = [await takePicture(), await takePicture()];
    expect(first.response.headers.get('content-type')).toBe('image/png');
    expect(first.response.headers.get('content-length') ?? String(first.bytes.length)).toBe(
      String(first.bytes.length),
    );
    expect(decodePng(first.bytes)).toMatchObject({ width: 40, height: 30 });
    await call('/api/actions/scene/spawn', {
      method: 'POST',
      body: JSON.stringify({ type: 'Primitives/Cube' }),
    });
    const third = await takePicture();
    expect([second.tag === first.tag, second.bytes.equals(first.bytes)]).toEqual([true, true]);
    expect([third.tag === first.tag, third.bytes.equals(first.bytes)]).toEqual([false, false]);
    const head = await call(`${path}?width=40&height=30`, { method: 'HEAD' });
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
    await end();
  });

  it('is base64 text within a batch', async () => {
    const { call, end } = await setUp();
    const direct = await call(`${path}?width=4&height=3`);
    const batch = await call('/api/batch', {
      method: 'POST',
      body: JSON.stringify({ operations: [{ method: 'GET', path: `${path}?width=4&height=3` }] }),
    });
    const { results } = (await batch.json()) as { results: { status: number; body: string }[] };
    expect(results[0]).toMatchObject({
      status: 200,
      body: Buffer.from(await direct.arrayBuffer()).toString('base64'),
    });
    await end();
  });

  it('needs the runtime', async () => {
    const { call, end } = await setUp('none');
    expect((await call(path)).status).toBe(503);
    await end();
  });
});

describeOnEveryHost('a picture', ({ call }) => {
  it.each([
    ['width=4097&height=1', 422, 'ACTION_FAILED'],
    ['width=3840&height=2161', 422, 'ACTION_FAILED'],
    ['width=0', 400, 'INVALID_QUERY'],
    ['width=1.5', 400, 'INVALID_QUERY'],
    ['height=', 400, 'INVALID_QUERY'],
    ['height=x', 400, 'INVALID_QUERY'],
    ['camera=nobody', 404, 'OBJECT_NOT_FOUND'],
    ['camera=main-light', 404, 'COMPONENT_NOT_FOUND'],
  ])('with %s is %d', async (query, status, code) => {
    const response = await call<{ error?: { code: string } }>('GET', `${path}?${query}`);
    expect([response.status, response.body.error?.code]).toEqual([status, code]);
  });
});
