import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ApiError } from '#spec/errors.ts';
import { createFakeHub, handshakeRecord, listMessages } from './testing-hub.ts';
import { createFakeHubSocket } from './testing-hub-socket.ts';
import { serveHub } from './testing-served-hub.ts';
import type { AddressInfo } from 'node:net';
import type { ServedHub } from './testing-served-hub.ts';

describe('connecting', () => {
  let served: ServedHub;
  let rejection: ApiError | undefined;
  let checkedTokens: unknown[];

  beforeEach(async () => {
    rejection = undefined;
    checkedTokens = [];
    served = await serveHub({
      limits: { closeMs: 20 },
      allowsHost: (host) => host !== 'rebound.example:80',
      findAccessError(...client) {
        checkedTokens.push(client);
        return rejection;
      },
    });
  });

  afterEach(() => served.close());

  const getResponse = async (query = '', headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`ws://${served.address}${query}`, { headers });
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    let body = '';
    for await (const chunk of response) body += chunk;
    const { code, message } = JSON.parse(body).error;
    return [response.statusCode, code, message, response.headers['retry-after']];
  };

  it('depends on the token and the address, wherever the token is sent', async () => {
    rejection = new ApiError('API_DISABLED', 'It is off.');
    const [status, code, message] = await getResponse('?access_token=one');
    expect([status, code]).toEqual([403, 'API_DISABLED']);
    expect(message).toContain('It is off.');
    await getResponse('', { Authorization: 'bearer two' });
    await getResponse();
    expect(checkedTokens).toEqual([
      ['one', '127.0.0.1', undefined],
      ['two', '127.0.0.1', undefined],
      [undefined, '127.0.0.1', undefined],
    ]);
  });

  it('returns when to try again', async () => {
    rejection = new ApiError('RATE_LIMITED', 'Too many.', { retryAfter: 7 });
    expect(await getResponse()).toEqual([429, 'RATE_LIMITED', expect.stringContaining('Too many.'), '7']);
  });

  it('requires a Host header that names this machine', async () => {
    const [status, code, message] = await getResponse('', { Host: 'rebound.example:80' });
    expect([status, code]).toEqual([403, 'ORIGIN_FORBIDDEN']);
    expect(message).toContain("'rebound.example:80'");
    expect(checkedTokens).toEqual([]);
  });

  it.each([
    ['an invalid key', 'Host: localhost', '13', 'short'],
    ['an unsupported version', 'Host: localhost', '7', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ['two Hosts', 'Host: localhost\r\nHost: localhost', '13', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ['a Host with an invalid port', 'Host: localhost:99999999', '13', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ['no Host', 'X-Nothing: 1', '13', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ])('with %s is rejected with the error envelope', async (_what, host, version, key) => {
    const { port } = served.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(
      `GET /api/events HTTP/1.1\r\n${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: ${version}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: expect.any(String) },
    });
  });

  it('works with any spelling of the path', async () => {
    const { port } = served.server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}//%61pi/./events?access_token=secret`);
    await once(socket, 'open');
    socket.close();
  });

  it('terminates a rejected client that keeps its side open', async () => {
    rejection = new ApiError('UNAUTHORIZED');
    const { port } = served.server.address() as AddressInfo;
    const disconnected = once(served.server, 'connection').then(([stream]) => once(stream, 'close'));
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(
      'GET /api/events HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const [chunk] = await once(socket, 'data');
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 401 /);
    await disconnected;
    socket.destroy();
  });
});

describe('a connected client that would be rejected now', () => {
  it('is closed with the reason and may reconnect; the others stay', () => {
    const { hub, connectWithHandshake } = createFakeHub();
    let isOff = false;
    const error = new ApiError('API_DISABLED', 'It is off.');
    const caller = {
      isAuthenticated: true,
      isApiEnabled: true,
      get accessError() {
        return isOff ? error : undefined;
      },
    };
    const [joined, newSocket, otherSocket] = [
      createFakeHubSocket(),
      createFakeHubSocket(),
      connectWithHandshake(),
    ];
    for (const hubSocket of [joined, newSocket]) hub.accept(hubSocket, caller);
    joined.send(handshakeRecord);
    hub.revalidateConnections();
    expect([joined, newSocket, otherSocket].map(({ state }) => state)).toEqual(['open', 'open', 'open']);
    isOff = true;
    hub.revalidateConnections();
    const reason = `API_DISABLED: ${error.message}`;
    expect(listMessages(joined).at(-1)).toEqual({ type: 7, error: reason, allowReconnect: true });
    expect(listMessages(newSocket)).toEqual([{ error: reason }]);
    expect([joined, newSocket, otherSocket].map(({ state }) => state)).toEqual([
      'closing',
      'closing',
      'open',
    ]);
  });
});
