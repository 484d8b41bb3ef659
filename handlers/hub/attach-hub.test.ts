import { once } from 'node:events';
import { HttpTransportType } from '@microsoft/signalr';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { WebSocket } from 'ws';
import { createGraphRunning } from './testing-events.ts';
import { createSignalRClient, waitForCallback, serveHub } from './testing-served-hub.ts';
import type { Server } from 'node:http';
import type { EventBus } from '../controller/bus/event-bus.ts';
import type { Hub } from './hub.ts';
import type { ClientOptions, ServedHub } from './testing-served-hub.ts';

let served: ServedHub;
let server: Server;
let hub: Hub;
let bus: EventBus;
let address: string;
let allowed: string;

beforeEach(async () => {
  allowed = '127.0.0.1';
  served = await serveHub({ allowsClient: (client) => client === allowed });
  ({ server, hub, bus, address } = served);
});

afterEach(() => served.close());

const createConnection = (options?: ClientOptions) => createSignalRClient(address, options);

const directOptions = { skipNegotiation: true, transport: HttpTransportType.WebSockets };

describe.each<[string, ClientOptions]>([
  ['JSON with negotiation', {}],
  ['JSON without negotiation', directOptions],
  ['MessagePack with negotiation', { protocol: 'messagepack' }],
  ['MessagePack without negotiation', { ...directOptions, protocol: 'messagepack' }],
])('the SignalR client, %s', (_, options) => {
  it('subscribes, receives events, sends actions and stops', async () => {
    const connection = createConnection(options);
    const order: string[] = [];
    for (const callback of ['ReceiveEvent', 'ActionResponse', 'BatchActionResponse']) {
      connection.on(callback, () => order.push(callback));
    }
    await connection.start();
    await connection.invoke('Subscribe', ['graph.*']);
    const event = waitForCallback(connection, 'ReceiveEvent');
    bus.publish([createGraphRunning('g1')]);
    expect(await event).toEqual({ ...createGraphRunning('g1'), id: 's1-1', streamId: 's1', seq: 1 });
    const response = waitForCallback(connection, 'ActionResponse');
    await connection.invoke('SendAction', {
      Action: 'log.console',
      Parameters: { message: 'Hi' },
      RequestId: 'r1',
    });
    expect(await response).toMatchObject({ requestId: 'r1', success: true, result: { message: 'Hi' } });
    await connection.invoke('SendActionBatch', [{ Action: 'a.b' }], true);
    expect(order).toEqual([
      'ReceiveEvent',
      'ReceiveEvent',
      'ActionResponse',
      'ReceiveEvent',
      'BatchActionResponse',
    ]);
    await connection.invoke('Unsubscribe', ['graph.*']);
    await expect(connection.invoke('Nonsense')).rejects.toThrow("Unknown hub method 'Nonsense'");
    await connection.stop();
  });

  it('resumes and sets a rate', async () => {
    bus.publish([createGraphRunning('g1'), createGraphRunning('g2')]);
    const connection = createConnection(options);
    const events: unknown[] = [];
    connection.on('ReceiveEvent', ({ seq, replay }) => events.push([seq, replay]));
    await connection.start();
    expect(await connection.invoke('Resume', 's1', 1)).toEqual({ streamId: 's1', seq: 2, replayed: 0 });
    expect(await connection.invoke('Subscribe', ['graph.*'])).toEqual({ streamId: 's1', seq: 1 });
    expect(events).toEqual([[2, true]]);
    expect(await connection.invoke('SetRate', 100)).toBeFalsy();
    await expect(connection.invoke('SetRate', 0)).rejects.toThrow('perSecond');
    await connection.stop();
  });

  it('gets an error when the hub is full', async () => {
    await served.close();
    served = await serveHub({ limits: { connections: 1 } });
    ({ hub, bus, address } = served);
    const [first, second] = [createConnection(options), createConnection(options)];
    await first.start();
    await expect(second.start()).rejects.toThrow('serves 1 connections');
    await first.invoke('Subscribe', ['*']);
    await first.stop();
  });

  it('gets the reason when the hub closes', async () => {
    const connection = createConnection(options);
    await connection.start();
    const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
    await hub.close('Good night');
    expect((await closed)?.message).toContain('Good night');
    expect(hub.connections).toBe(0);
  });

  it('may subscribe without a token, but not send actions', async () => {
    const connection = createConnection({ ...options, accessTokenFactory: () => '' });
    await connection.start();
    await connection.invoke('Subscribe', ['*']);
    const response = waitForCallback(connection, 'ActionResponse');
    await expect(connection.invoke('SendAction', { Action: 'a.b', RequestId: 'r1' })).rejects.toThrow(
      'UNAUTHORIZED',
    );
    expect(await response).toMatchObject({ success: false, status: 401, error: { code: 'UNAUTHORIZED' } });
    const event = waitForCallback(connection, 'ReceiveEvent');
    bus.publish([createGraphRunning('g1')]);
    expect(await event).toMatchObject({ graphId: 'g1' });
    await connection.stop();
  });
});

/** Opens a raw WebSocket client, which buffers received data until a test reads it. */
const openSocket = async (path = '', headers: Record<string, string> = {}) => {
  const socket = new WebSocket(`ws://${address}${path}`, { headers });
  let received = '';
  let wake = () => {};
  socket.on('message', (data) => {
    received += String(data);
    wake();
  });
  await once(socket, 'open');
  /** Returns everything received since the last call, up to a message that contains this fragment. */
  const readUntil = async (fragment: string): Promise<string> => {
    while (!received.includes(fragment)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const text = received;
    received = '';
    return text;
  };
  return Object.assign(socket, { readUntil });
};

const getConnectError = async (path: string, headers: Record<string, string> = {}) => {
  const socket = new WebSocket(`ws://${address}${path}`, { headers });
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return [response.statusCode, JSON.parse(body).error.code];
};

const handshake = '{"protocol":"json","version":1}\x1e';
const action = '{"type":1,"target":"SendAction","arguments":[{"Action":"a.b","RequestId":"r1"}]}\x1e';

describe('an upgrade', () => {
  test.each([
    ['?access_token=secret', {}],
    ['', { Authorization: 'Bearer secret' }],
  ])('accepts the token as %j %j', async (path, headers) => {
    const socket = await openSocket(path, headers);
    socket.send(handshake + action);
    expect(await socket.readUntil('ActionResponse')).toContain('"success":true');
    socket.close();
  });

  it('from a page on another machine is rejected', async () => {
    expect(await getConnectError('', { Origin: 'http://evil.example' })).toEqual([403, 'ORIGIN_FORBIDDEN']);
    (await openSocket('', { Origin: 'http://localhost:8080' })).close();
  });

  it('from a blocked address is rejected', async () => {
    allowed = '10.0.0.7';
    expect(await getConnectError('?access_token=secret')).toEqual([403, 'CLIENT_NOT_ALLOWED']);
  });

  it('with an id that was not negotiated or is used up is rejected', async () => {
    expect(await getConnectError('?id=nonsense')).toEqual([404, 'ROUTE_NOT_FOUND']);
    const { connectionToken } = hub.negotiate(new URLSearchParams('negotiateVersion=1'));
    const socket = await openSocket(`?id=${connectionToken}`);
    expect(await getConnectError(`?id=${connectionToken}`)).toEqual([404, 'ROUTE_NOT_FOUND']);
    socket.close();
  });

  it('of another path is left to other listeners', async () => {
    server.on('upgrade', (request, stream) => {
      if (request.url === '/api/events/other') {
        stream.end('HTTP/1.1 418 Teapot\r\nContent-Length: 33\r\n\r\n{"error":{"code":"SOMEONE_ELSE"}}');
      }
    });
    expect(await getConnectError('/other')).toEqual([418, 'SOMEONE_ELSE']);
  });

  it('is never compressed', async () => {
    const socket = await openSocket();
    expect(socket.extensions).toBe('');
    socket.close();
  });
});

describe('a socket', () => {
  it('that sends garbage is closed with the reason, and the others stay open', async () => {
    const [invalidSocket, validSocket] = [await openSocket(), await openSocket()];
    validSocket.send(
      `${handshake}{"type":1,"invocationId":"1","target":"Subscribe","arguments":[["*"]]}\x1e`,
    );
    await validSocket.readUntil('"invocationId":"1"');
    invalidSocket.send(handshake);
    invalidSocket.send('garbage\x1e');
    const text = await invalidSocket.readUntil('"type":7');
    expect(text).toContain('must be JSON');
    await once(invalidSocket, 'close');
    const event = validSocket.readUntil('ReceiveEvent');
    bus.publish([createGraphRunning('g1')]);
    expect(await event).toContain('"graphId":"g1"');
    validSocket.close();
  });

  it('may fragment its messages', async () => {
    const socket = await openSocket();
    socket.send(handshake.slice(0, 5), { fin: false });
    socket.send(handshake.slice(5), { fin: true });
    expect(await socket.readUntil('\x1e')).toBe('{}\x1e');
    socket.close();
  });

  it('receives frames of every length intact', async () => {
    const socket = await openSocket();
    socket.send(`${handshake}{"type":1,"invocationId":"1","target":"Subscribe","arguments":[["*"]]}\x1e`);
    await socket.readUntil('"invocationId":"1"');
    for (const length of [1, 300, 70_000]) {
      const event = socket.readUntil('ReceiveEvent');
      bus.publish([createGraphRunning('g'.repeat(length))]);
      expect(await event).toContain(`"graphId":"${'g'.repeat(length)}"`);
    }
    socket.close();
  });

  it('that sends far too much is terminated, and the service continues', async () => {
    const socket = await openSocket();
    socket.send(handshake);
    socket.send('x'.repeat(3 << 20));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
    (await openSocket()).close();
  });
});
