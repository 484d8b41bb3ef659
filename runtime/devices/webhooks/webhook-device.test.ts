import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestWebhookDevice, sendRawRequest } from './testing-webhooks.ts';
import type { WebhookDeviceOptions } from './webhook-device.ts';

let openDevices: ReturnType<typeof openTestWebhookDevice>[] = [];

const openDevice = (options: Partial<WebhookDeviceOptions> = {}) => {
  const test = openTestWebhookDevice(options);
  openDevices.push(test);
  return test;
};

afterEach(async () => {
  await Promise.all(openDevices.map(({ device }) => device.close()));
  openDevices = [];
});

const post = (url: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers });
const json = { 'content-type': 'application/json' };

describe('a request', () => {
  it('gets the status 202, and is reported completely', async () => {
    const { listen, eventsOfKind } = openDevice();
    const url = await listen('/orders');
    const response = await post(`${url}?a=1&b=2&a=3`, '{"n":1}', { ...json, 'x-shop': 'main' });
    expect([response.status, await response.json()]).toEqual([202, { accepted: true }]);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(eventsOfKind('received')).toEqual([
      {
        ...{ kind: 'received', listenerId: '/orders', method: 'POST', bodyFormat: 'json', body: { n: 1 } },
        query: { a: ['1', '3'], b: '2' },
        headers: expect.objectContaining({ 'content-type': 'application/json', 'x-shop': 'main' }),
      },
    ]);
  });

  it.each<[string, string | Buffer, string, string, unknown]>([
    ['application/vnd.api+json; charset=utf-8', '[1]', 'as JSON', 'json', [1]],
    ['application/json', '\ufeff{}', 'as JSON with a byte order mark', 'json', {}],
    [
      'application/x-www-form-urlencoded',
      'a=1&a=2&b=%C3%A9+x',
      'as fields',
      'form',
      { a: ['1', '2'], b: 'é x' },
    ],
    ['text/plain', 'é\n', 'as text', 'text', 'é\n'],
    ['', 'plain', 'as text', 'text', 'plain'],
    ['application/xml', '<a/>', 'as text', 'text', '<a/>'],
    ['text/plain; charset=iso-8859-1', Buffer.from([0xe9]), 'as bytes', 'base64', '6Q=='],
    ['text/plain', Buffer.from([0xff]), 'as bytes', 'base64', '/w=='],
    ['application/octet-stream', 'abc', 'as bytes', 'base64', 'YWJj'],
    ['application/json', '', 'as nothing', 'none', null],
    [
      'application/json',
      '{"__proto__":{"a":1}}',
      'as its own names',
      'json',
      JSON.parse('{"__proto__":{"a":1}}'),
    ],
  ])('with the type %j and the body %j is read %s', async (type, body, _, bodyFormat, value) => {
    const { listen, eventsOfKind } = openDevice();
    const url = await listen('/a');
    expect((await post(url, Buffer.from(body), { 'content-type': type })).status).toBe(202);
    expect(eventsOfKind('received')).toMatchObject([{ bodyFormat, body: value }]);
  });

  it('may have its path in any equivalent spelling', async () => {
    const { listen, eventsOfKind } = openDevice();
    const url = await listen('/größe/a b');
    const { origin } = new URL(url);
    for (const path of [
      '/gr%C3%B6%C3%9Fe/a%20b',
      '//gro%CC%88%C3%9Fe///a%20b/',
      '/gr%c3%b6%c3%9fe/a%20b?x',
    ]) {
      expect((await post(origin + path, '')).status).toBe(202);
    }
    expect(eventsOfKind('received')).toHaveLength(3);
  });

  it('goes to the listener for its method', async () => {
    const { listen, eventsOfKind } = openDevice();
    await listen('/a', { listenerId: 'get', methods: ['GET'] });
    const url = await listen('/a', { listenerId: 'write', methods: ['PUT', 'PATCH'] });
    for (const method of ['GET', 'PUT']) await fetch(`${url}?from=${method}`, { method });
    expect(eventsOfKind('received').map(({ listenerId, query }) => [listenerId, query])).toEqual([
      ['get', { from: 'GET' }],
      ['write', { from: 'PUT' }],
    ]);
    const response = await fetch(url, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, PUT, PATCH']);
  });

  it('is reported when it is complete', async () => {
    const { listen, eventsOfKind } = openDevice();
    const url = await listen('/a');
    for (let n = 0; n < 20; n += 1) await post(url, String(n), json);
    expect(eventsOfKind('received').map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });
});

describe('a request is rejected', () => {
  const sendRejected = async (
    send: (url: string) => Promise<Response>,
    options: Partial<WebhookDeviceOptions> = {},
  ) => {
    const { listen, eventsOfKind } = openDevice(options);
    const url = await listen('/a');
    const response = await send(url);
    const text = await response.text();
    expect(eventsOfKind('received')).toEqual([]);
    expect(text).not.toMatch(/ at |\.ts|node:/);
    expect(eventsOfKind('refused')).toEqual([
      expect.objectContaining({ count: 1, reason: (JSON.parse(text) as { error: string }).error }),
    ]);
    return response.status;
  };
  const deep = '['.repeat(400_000) + ']'.repeat(400_000);

  it.each<[string, number, (url: string) => Promise<Response>]>([
    ['another path', 404, (url) => post(`${url}/b`, '')],
    ['a path with a slash in a name', 404, (url) => post(`${new URL(url).origin}/%2Fa`, '')],
    ['a malformed path', 404, (url) => post(`${url}%ff`, '')],
    ['a way up', 404, (url) => post(`${new URL(url).origin}/b/%2e%2e%2fa`, '')],
    ['another method', 405, (url) => fetch(url, { method: 'DELETE' })],
    ['a CORS preflight', 405, (url) => fetch(url, { method: 'OPTIONS' })],
    ['broken JSON', 400, (url) => post(url, '{"a":', json)],
    ['JSON that is not UTF-8', 400, (url) => post(url, Buffer.from([0x22, 0xff, 0x22]), json)],
    ['deep JSON', 413, (url) => post(url, deep, json)],
    ['a long body', 413, (url) => post(url, 'x'.repeat(1_048_577))],
    ['a long text', 413, (url) => post(url, 'x'.repeat(1_048_576), { 'content-type': 'text/plain' })],
    ['a compressed body', 415, (url) => post(url, 'x', { 'content-encoding': 'gzip' })],
    ['a page of another origin', 403, (url) => post(url, '', { origin: 'https://evil.example' })],
    ['a page with an opaque origin', 403, (url) => post(url, '', { origin: 'null' })],
  ])('%s: %d', async (_, status, send) => {
    expect(await sendRejected(send)).toBe(status);
  });

  it('above the rate limit: 429, and accepted a second later', async () => {
    let time = 1_000_000;
    const { listen, eventsOfKind } = openDevice({ now: () => time, limits: { bytesPerSecond: 10_000 } });
    const url = await listen('/a');
    const send = async (): Promise<number> => (await post(url, 'x'.repeat(6_000))).status;
    expect([await send(), await send()]).toEqual([202, 429]);
    time += 1_000;
    expect(await send()).toBe(202);
    expect(eventsOfKind('received')).toHaveLength(2);
  });

  const sendRaw = async (
    send: (url: string) => Promise<string>,
    limits: WebhookDeviceOptions['limits'] = {},
  ) => {
    const { listen, eventsOfKind } = openDevice({ limits });
    const url = await listen('/a');
    const response = await send(url);
    await expect.poll(() => eventsOfKind('refused')).not.toEqual([]);
    expect(eventsOfKind('received')).toEqual([]);
    return [response.split('\r\n')[0], eventsOfKind('refused').map(({ reason }) => reason)];
  };
  const head = 'POST /a HTTP/1.1\r\nHost: localhost\r\n';

  it.each<[string, (url: string) => Promise<string>, string]>([
    ['garbage', (url) => sendRawRequest(url, 'garbage\r\n\r\n'), 'HTTP/1.1 400 Bad Request'],
    [
      'another name',
      (url) => sendRawRequest(url, 'POST /a HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
      'HTTP/1.1 403 Forbidden',
    ],
    [
      'long headers',
      (url) => sendRawRequest(url, `${head}X: ${'x'.repeat(20_000)}\r\n\r\n`),
      'HTTP/1.1 431 Request Header Fields Too Large',
    ],
    [
      'two lengths',
      (url) => sendRawRequest(url, `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      'HTTP/1.1 400 Bad Request',
    ],
    [
      'a broken chunk',
      (url) => sendRawRequest(url, `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
      'HTTP/1.1 400 Bad Request',
    ],
    [
      '100 MB announced',
      (url) => sendRawRequest(url, `${head}Content-Length: 104857600\r\n\r\n`),
      'HTTP/1.1 413 Payload Too Large',
    ],
  ])('%s, each reported once', async (_, send, status) => {
    const [line, reasons] = await sendRaw(send);
    expect(line).toBe(status);
    expect(reasons).toHaveLength(1);
  });

  it('100 MB without a content length', async () => {
    const { listen, eventsOfKind } = openDevice();
    const url = await listen('/a');
    const part = Buffer.alloc(1 << 20);
    let chunkCount = 0;
    const body = new ReadableStream({
      pull(controller) {
        chunkCount += 1;
        if (chunkCount > 100) controller.close();
        else controller.enqueue(part);
      },
    });
    const status = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit).then(
      (response) => response.status,
      () => 'cut off',
    );
    expect([413, 'cut off']).toContain(status);
    expect(chunkCount).toBeLessThan(101);
    expect(eventsOfKind('refused')).toHaveLength(1);
  });

  it('a sender that stalls in the headers: 408', async () => {
    expect(await sendRaw((url) => sendRawRequest(url, head), { headersMs: 50 })).toEqual([
      'HTTP/1.1 408 Request Timeout',
      ['Its headers took too long.'],
    ]);
  });

  it('a sender that stalls in the body: 408', async () => {
    const send = (url: string) => sendRawRequest(url, `${head}Content-Length: 5\r\n\r\nab`);
    expect(await sendRaw(send, { bodyMs: 50 })).toEqual([
      'HTTP/1.1 408 Request Timeout',
      ['It took longer than 0.05 seconds.'],
    ]);
  });

  it('a sender that disconnects in the middle', async () => {
    const disconnect = (url: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
          socket.write(`${head}Content-Length: 5\r\n\r\nab`, () => socket.destroy());
        });
        socket.on('close', () => resolve(''));
      });
    expect(await sendRaw(disconnect)).toEqual(['', ['It ended before it was complete.']]);
  });

  it('a sender that never sends anything is disconnected', async () => {
    const { listen } = openDevice({ limits: { headersMs: 50, bodyMs: 50 } });
    expect(await sendRawRequest(await listen('/a'))).toMatch(/^(HTTP\/1.1 408|$)/);
  });

  it('the oldest connection above the limit, so that a stalled one does not block others', async () => {
    const { listen, eventsOfKind } = openDevice({ limits: { connections: 2, bodyMs: 1_000_000 } });
    const url = await listen('/a');
    const stalled = [0, 1, 2].map(() => sendRawRequest(url, `${head}Content-Length: 5\r\n\r\n`));
    expect((await post(url, '')).status).toBe(202);
    await Promise.race(stalled);
    expect(eventsOfKind('received')).toHaveLength(1);
    expect(eventsOfKind('refused')[0]).toMatchObject({
      reason: 'It was the oldest of 2 connections, which is the limit.',
    });
  });

  it.each([
    ['a version before 1.1', 'POST /a HTTP/1.0\r\nContent-Length: 0\r\n\r\n'],
    ['no version', 'POST /a\r\n\r\n'],
    ['no Host', 'POST /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
    ['two headers Host', `${head}Host: localhost\r\nContent-Length: 0\r\n\r\n`],
    ['an invalid port', 'POST /a HTTP/1.1\r\nHost: localhost:99999999\r\nContent-Length: 0\r\n\r\n'],
    ['an invalid Host', 'POST /a HTTP/1.1\r\nHost: local host\r\nContent-Length: 0\r\n\r\n'],
  ])('%s, with 400', async (_, request) => {
    const { listen, eventsOfKind } = openDevice();
    expect(await sendRawRequest(await listen('/a'), request)).toMatch(/^HTTP\/1.1 400 /);
    expect(eventsOfKind('received')).toEqual([]);
  });

  it('data after the only request of a connection', async () => {
    const { listen, eventsOfKind } = openDevice();
    const url = await listen('/a');
    const request = `${head}Content-Length: 1\r\n\r\nx`;
    for (const trailing of [request + request, 'nonsense\r\n\r\n', 'POST /a HTTP/1.1\r\nbroken\r\n\r\n']) {
      const received = await sendRawRequest(url, request + trailing);
      expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 202']);
    }
    expect(eventsOfKind('received')).toHaveLength(3);
    const securedUrl = await listen('/b', { secret: 'known' });
    const right = `POST /b HTTP/1.1\r\nHost: localhost\r\nX-Webhook-Secret: known\r\nContent-Length: 0\r\n\r\n`;
    const unauthorized = right.replace('known', 'wrong');
    expect((await sendRawRequest(securedUrl, unauthorized + right)).match(/HTTP\/1.1 \d+/g)).toEqual([
      'HTTP/1.1 401',
    ]);
    expect(eventsOfKind('received')).toHaveLength(3);
  });

  it('is reported immediately the first time, and then by number', async () => {
    const { listen, eventsOfKind } = openDevice({ limits: { reportIntervalMs: 20 } });
    const url = await listen('/a');
    const requestCount = 30;
    await Promise.all(Array.from({ length: requestCount }, () => fetch(url, { method: 'PUT' })));
    await expect
      .poll(() => eventsOfKind('refused').reduce((sum, { count }) => sum + count, 0))
      .toBe(requestCount);
    expect(eventsOfKind('refused')[0]).toMatchObject({ listenerId: '/a', count: 1 });
    expect(eventsOfKind('refused').length).toBeLessThan(requestCount);
  });
});

describe('a secret', () => {
  const secret = 'geheim-é';
  const time = 1_700_000_000_000;
  const computeHmac = (text: string, key = secret): string =>
    createHmac('sha256', key).update(text).digest('hex');
  const createStripeHeader = (at: number, body: string, key = secret): string =>
    `t=${at},v1=${computeHmac(`${at}.${body}`, key)}`;
  const now = time / 1_000;
  const toLatin1 = (text: string): string => Buffer.from(text).toString('latin1');

  const send = async (headers: Record<string, string>, body = '{"a":1}') => {
    const { listen, eventsOfKind } = openDevice({ now: () => time });
    const url = await listen('/a', { secret });
    const { status } = await post(url, body, headers);
    expect(JSON.stringify([eventsOfKind('received'), eventsOfKind('refused')])).not.toContain(
      computeHmac('{"a":1}'),
    );
    expect(JSON.stringify([eventsOfKind('received'), eventsOfKind('refused')])).not.toContain('geheim');
    expect(eventsOfKind('received')).toHaveLength(status === 202 ? 1 : 0);
    return status;
  };

  it.each<[string, Record<string, string>]>([
    ['in X-Webhook-Secret', { 'X-Webhook-Secret': toLatin1(secret) }],
    ['as a bearer token', { Authorization: `bearer ${toLatin1(secret)}` }],
    ['in a signature of GitHub', { 'X-Hub-Signature-256': `sha256=${computeHmac('{"a":1}')}` }],
    ['in a signature of Stripe', { 'Stripe-Signature': createStripeHeader(now, '{"a":1}') }],
    [
      'in one of several signatures of Stripe',
      {
        'Stripe-Signature': `${createStripeHeader(now, '{"a":1}', 'old')},v1=${computeHmac(`${now}.{"a":1}`)},v0=x`,
      },
    ],
    [
      'in a signature of Stripe five minutes ago',
      { 'Stripe-Signature': createStripeHeader(now - 300, '{"a":1}') },
    ],
  ])('%s is accepted', async (_, headers) => {
    expect(await send(headers)).toBe(202);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['another one', { 'X-Webhook-Secret': 'other' }],
    ['a part of it', { 'X-Webhook-Secret': 'geheim-' }],
    ['an empty one', { 'X-Webhook-Secret': '' }],
    ['another token', { Authorization: 'Bearer other' }],
    ['another scheme', { Authorization: `Basic ${toLatin1(secret)}` }],
    ['a signature over something else', { 'X-Hub-Signature-256': `sha256=${computeHmac('{"a":2}')}` }],
    [
      'a signature with another secret',
      { 'X-Hub-Signature-256': `sha256=${computeHmac('{"a":1}', 'other')}` },
    ],
    ['a signature with another algorithm', { 'X-Hub-Signature-256': `sha1=${computeHmac('{"a":1}')}` }],
    ['half a signature', { 'X-Hub-Signature-256': `sha256=${computeHmac('{"a":1}').slice(0, 32)}` }],
    ['an old signature', { 'Stripe-Signature': createStripeHeader(now - 301, '{"a":1}') }],
    ['a signature from the future', { 'Stripe-Signature': createStripeHeader(now + 301, '{"a":1}') }],
    [
      'a signature of another time',
      { 'Stripe-Signature': createStripeHeader(now - 1, '{"a":1}').replace(String(now - 1), String(now)) },
    ],
    [
      'a signature with two times',
      { 'Stripe-Signature': `t=${now - 999},${createStripeHeader(now, '{"a":1}')}` },
    ],
    ['a signature without a time', { 'Stripe-Signature': `v1=${computeHmac('{"a":1}')}` }],
    ['garbage', { 'Stripe-Signature': 't=,v1=,==', 'X-Hub-Signature-256': 'é' }],
  ])('shown by %s is rejected', async (_, headers) => {
    expect(await send(headers)).toBe(401);
  });

  it('rejects a sender without credentials before the body arrives', async () => {
    const { listen } = openDevice();
    const url = await listen('/a', { secret });
    expect(
      await sendRawRequest(url, 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n'),
    ).toContain('401 Unauthorized');
  });
});

describe('the port', () => {
  it('is open while there are listeners, and opens again', async () => {
    const { device, listen, events } = openDevice();
    const first = await listen('/a');
    await listen('/b');
    device.removeListener('/a');
    expect((await post(first, '')).status).toBe(404);
    device.removeListener('/b');
    await expect(post(first, '')).rejects.toThrow();
    expect((await post(await listen('/a'), '')).status).toBe(202);
    expect(events.map(({ kind }) => kind)).toEqual(['opened', 'refused', 'opened', 'received']);
  });

  it('stays the same when a listener is added again immediately', async () => {
    const portProbe = createServer().listen(0, '127.0.0.1');
    const { port } = await new Promise<AddressInfo>((resolve) =>
      portProbe.on('listening', () => resolve(portProbe.address() as AddressInfo)),
    );
    await new Promise((resolve) => portProbe.close(resolve));
    const { device, listen, eventsOfKind } = openDevice({
      address: () => ({ host: '127.0.0.1', port, names: [] }),
    });
    void listen('/a');
    for (let times = 0; times < 5; times += 1) {
      device.removeListener('/a');
      void listen('/a');
    }
    expect((await post(await listen('/b'), '')).status).toBe(202);
    expect(eventsOfKind('failed')).toEqual([]);
  });

  it('that cannot be opened is reported, and may be opened later', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    const { port } = await new Promise<AddressInfo>((resolve) =>
      blocker.on('listening', () => resolve(blocker.address() as AddressInfo)),
    );
    const { listen, eventsOfKind } = openDevice({ address: () => ({ host: '127.0.0.1', port, names: [] }) });
    const refusals = await Promise.all(
      ['/a', '/b'].map((path) => listen(path).catch(({ code, message }) => ({ code, message }))),
    );
    expect(refusals).toEqual(
      ['/a', '/b'].map(() => ({ code: 'ACTION_FAILED', message: expect.stringContaining('EADDRINUSE') })),
    );
    expect(eventsOfKind('failed')).toMatchObject([{ listenerIds: ['/a', '/b'] }]);
    await new Promise((resolve) => blocker.close(resolve));
    expect((await post(await listen('/a'), '')).status).toBe(202);
  });

  it('is closed when its listener is removed while it opens', async () => {
    const { device, listen } = openDevice();
    const pendingUrl = listen('/a');
    device.removeListener('/a');
    await expect(post(await pendingUrl, '')).rejects.toThrow();
  });

  it('accepts requests to its configured names', async () => {
    const { listen } = openDevice({
      address: () => ({ host: '127.0.0.1', port: 0, names: ['hooks.example'] }),
    });
    const url = await listen('/a');
    const postAs = (name: string): Promise<string> =>
      sendRawRequest(url, `POST /a HTTP/1.1\r\nHost: ${name}\r\nContent-Length: 0\r\n\r\n`);
    expect(await postAs('Hooks.example:8443')).toContain('202');
    expect(await postAs('other.example')).toContain('403');
  });
});

it('headers with secrets are not reported', async () => {
  const { listen, eventsOfKind } = openDevice();
  const url = await listen('/a');
  await post(url, '', {
    ...{ Cookie: 'a=1', 'X-Api-Key': 'k', 'X-Gitlab-Token': 't', 'X-Webhook-Secret': 's', 'X-Event': 'push' },
    ...{ Authorization: 'Bearer t', 'X-Hub-Signature': 'sha1=x', 'X-Slack-Signature': 'v0=x' },
  });
  const [{ headers } = { headers: {} }] = eventsOfKind('received');
  expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual(['x-event']);
  expect(headers).not.toHaveProperty('authorization');
  expect(headers).not.toHaveProperty('cookie');
});
