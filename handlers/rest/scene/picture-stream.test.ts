import { decodePng } from '#runtime/shared/testing-decode-png.ts';
import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

const path = '/api/scene/picture.mjpeg';

interface Part {
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

/** Splits a complete stream into its pictures, by the lengths that it states. */
const parseParts = (body: Buffer): Part[] => {
  const parts: Part[] = [];
  let rest = body;
  for (;;) {
    const head = /^--frame\r\nContent-Type: (\S+)\r\nContent-Length: (\d+)\r\n\r\n/.exec(
      rest.toString('latin1', 0, 200),
    );
    if (!head) break;
    const [text, type, length] = head;
    const end = text.length + Number(length);
    parts.push({ type, bytes: rest.subarray(text.length, end) });
    rest = rest.subarray(end + '\r\n'.length);
  }
  expect(rest.toString()).toBe('--frame--\r\n');
  return parts;
};

describeOnEveryHost('a stream of pictures', (host) => {
  const { fetch, call } = host;
  const getToken = (): string => host.test.token;

  it('consists of pictures, and ends after the requested number', async () => {
    const response = await fetch(`${path}?width=8&height=6&rate=60&frames=3&access_token=${getToken()}`);
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([...[200, 'multipart/x-mixed-replace; boundary=frame', 'no-store']]);
    const parts = parseParts(Buffer.from(await response.arrayBuffer()));
    expect(parts.map(({ type, bytes }) => [type, decodePng(bytes).width])).toEqual([
      ...[
        ['image/png', 8],
        ['image/png', 8],
        ['image/png', 8],
      ],
    ]);
    const picture = await fetch('/api/scene/picture.png?width=8&height=6', {
      headers: { 'X-API-Key': getToken() },
    });
    expect(Buffer.from(await picture.arrayBuffer()).equals(parts[2]!.bytes)).toBe(true);
  });

  it('has the head of the stream and no body for HEAD', async () => {
    const response = await fetch(path, { method: 'HEAD', headers: { 'X-API-Key': getToken() } });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      ...[200, 'multipart/x-mixed-replace; boundary=frame', ''],
    ]);
  });

  it('needs the token', async () => {
    for (const query of ['', '?access_token=wrong']) {
      const response = await fetch(`${path}${query}`);
      expect([response.status, ((await response.json()) as ErrorBody).error.code]).toEqual([
        401,
        'UNAUTHORIZED',
      ]);
    }
  });

  it.each([
    ['rate=0', 400, 'INVALID_QUERY'],
    ['rate=61', 400, 'INVALID_QUERY'],
    ['frames=0', 400, 'INVALID_QUERY'],
    ['camera=nobody', 404, 'OBJECT_NOT_FOUND'],
    ['camera=main-light', 404, 'COMPONENT_NOT_FOUND'],
    ['width=5000', 422, 'ACTION_FAILED'],
  ])('with %s is %d', async (query, status, code) => {
    const response = await call<ErrorBody>('GET', `${path}?${query}`);
    expect([response.status, response.body.error?.code]).toEqual([status, code]);
  });

  it('cannot be an operation of a batch', async () => {
    const { body } = await call<{ results: { status: number; body: ErrorBody }[] }>('POST', '/api/batch', {
      operations: [{ method: 'GET', path: `${path}?frames=1` }],
    });
    expect([body.results[0]?.status, body.results[0]?.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('is not available without the runtime', async () => {
    host.test.disconnectRuntime();
    expect((await call('GET', path)).status).toBe(503);
  });
});
