import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { getRuntimeCapabilities } from '#runtime/runtime-options.ts';
import { systemScheduler } from '#runtime/shared/scheduler.ts';
import { connectToService } from '#runtime/link/remote/connect-to-service.ts';
import { openTransport } from '#runtime/link/remote/open-transport.ts';
import { definitionsByEnumValue } from '#runtime/nodes/index.ts';
import { createRuntime } from '#runtime/runtime.ts';
import type { Hello } from '#spec/runtime-link/messages.ts';
import { findMentionedRoutes, isExistingRoute } from '../testing-route-mentions.ts';
import { startExternalService, type ExternalService } from './testing-external-service.ts';

let service: ExternalService;
const disconnectRemotes: (() => void)[] = [];

beforeEach(async () => {
  service = await startExternalService();
});

afterEach(async () => {
  for (const end of disconnectRemotes.splice(0)) end();
  expect(service.failures).toEqual([]);
  await service.close();
});

const hello: Hello = {
  ...{ protocols: [1], name: 'tested', instance: 'one', stepsPerSecond: 60, encodings: ['messagepack'] },
  can: getRuntimeCapabilities(definitionsByEnumValue),
};

/** Connects this project's own runtime over a real socket. */
const connectRuntime = (helloFields: Partial<Hello> = {}): { readonly reasons: string[] } => {
  const runtime = createRuntime({ now: () => new Date(0) });
  const reasons: string[] = [];
  const disconnect = connectToService({
    openTransport,
    ...{
      url: service.linkUrl,
      target: runtime,
      hello: { ...hello, ...helloFields },
      scheduler: systemScheduler,
    },
    onConnected() {},
    onDisconnected: (reason) => reasons.push(reason),
  });
  runtime.start();
  disconnectRemotes.push(() => {
    disconnect();
    runtime.stop();
  });
  return { reasons };
};

/** Opens a raw socket, over which the test sends its own messages. */
const openBareSocket = async (headers: Record<string, string> = {}) => {
  const socket = new WebSocket(service.linkUrl, { headers });
  const messages: unknown[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
  await once(socket, 'open');
  return {
    socket,
    messages,
    closed,
    sendMessage: (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message })),
  };
};
const openGreetedSocket = async (abilities: Partial<Hello['can']> = {}) => {
  const peer = await openBareSocket();
  peer.sendMessage({
    id: 1,
    method: 'hello',
    params: { ...hello, encodings: [], can: { ...hello.can, ...abilities } },
  });
  await once(peer.socket, 'message');
  peer.sendMessage({ method: 'holding', params: { graphs: [], variables: [] } });
  await service.waitForConnected(true);
  return peer;
};

const getRejection = async (
  headers: Record<string, string>,
  url = service.linkUrl,
): Promise<IncomingMessage> => {
  const socket = new WebSocket(url, { headers });
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  return response;
};

const getUpgradeStatus = async (headers: Record<string, string>): Promise<number | undefined> =>
  (await getRejection(headers)).statusCode;

describe('who may connect', () => {
  it('accepts anybody on this machine with a local origin and host, without a token', async () => {
    expect(await getUpgradeStatus({ Origin: 'https://example.com' })).toBe(403);
    expect(await getUpgradeStatus({ Host: 'example.com' })).toBe(403);
    const { socket } = await openBareSocket({ Origin: 'http://localhost:3000' });
    socket.close();
  });

  it('does not depend on apiEnabled', async () => {
    const { security } = service.server.service;
    security.applySettings({ ...security.settings, apiEnabled: false });
    connectRuntime();
    await service.waitForConnected(true);
  });

  it('rejects everybody with a reason if the service waits for no runtime', async () => {
    const embedded = await startExternalService('embedded');
    const response = await getRejection({}, embedded.linkUrl);
    expect(response.statusCode).toBe(404);
    expect(findMentionedRoutes(await text(response)).filter(isExistingRoute)).not.toEqual([]);
    await embedded.close();
  });

  it('says what is wrong with a handshake', async () => {
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '99' };
    const clientRequest = request(service.linkUrl.replace('ws', 'http'), { headers }).end();
    const [response] = await once(clientRequest, 'response');
    expect([response.statusCode, response.headers['sec-websocket-version']]).toEqual([400, '13, 8']);
    response.resume();
  });
});

describe('a runtime of another process', () => {
  it('gets a gap declared when it omits events or sends invalid data', async () => {
    const peer = await openGreetedSocket();
    const { bus } = service.server.service;
    const hub = new WebSocket(`${service.server.eventsUrl}?access_token=${service.token}`);
    const events: { seq: number; gap?: object; data: { message: string } }[] = [];
    const send = (message: object) => hub.send(`${JSON.stringify(message)}\x1e`);
    const isSubscribed = new Promise<void>((resolve) => {
      hub.on('message', (data) => {
        for (const text of String(data).split('\x1e').filter(Boolean)) {
          const { type, target, arguments: received } = JSON.parse(text);
          if (type === 3) resolve();
          if (target === 'ReceiveEvent') events.push(...received);
        }
      });
    });
    disconnectRemotes.push(() => hub.close());
    await once(hub, 'open');
    send({ protocol: 'json', version: 1 });
    send({ type: 1, invocationId: '1', target: 'Subscribe', arguments: [['console.log']] });
    await isSubscribed;
    const { seq } = bus;
    const line = { timestamp: '2026-11-21T03:17:37.014Z', severity: 'log', contextType: 'none' };
    const createVariableMessage = (id: string) => ({
      ...{ type: 'console.log', tick: 1, time: 0 },
      data: { id, ...line, message: id },
    });
    const invalidEvent = { type: 'variable.deleted', tick: 1, time: 0, data: { id: 7 } };
    const unknown = { type: 'nobody.listens', tick: 1, time: 0, data: {} };
    peer.sendMessage({ method: 'events', params: { number: 1, events: [createVariableMessage('a')] } });
    peer.sendMessage({ method: 'events', params: { number: 2, events: [], skipped: 250 } });
    peer.sendMessage({
      method: 'events',
      params: { number: 3, events: [unknown, createVariableMessage('b')], skipped: 0 },
    });
    peer.sendMessage({
      method: 'events',
      params: { number: 4, events: [invalidEvent, createVariableMessage('c')] },
    });
    await vi.waitUntil(() => events.length === 5);
    const getMessage = ({ data }: (typeof events)[number]) =>
      data.message.startsWith('Events of the kind') ? 'warning' : data.message;
    expect(events.map((event) => [event.seq - seq, getMessage(event), event.gap])).toEqual([
      [1, 'a', undefined],
      [252, 'warning', { from: seq + 2, to: seq + 251 }],
      [253, 'b', undefined],
      [255, 'warning', { from: seq + 254, to: seq + 254 }],
      [256, 'c', undefined],
    ]);
  });

  it('runs the graphs of the service, and its events reach subscribers', async () => {
    connectRuntime();
    await service.waitForConnected(true);
    const { body } = await service.call('POST', '/api/graphs', { name: 'Remote' });
    expect((await service.call('POST', `/api/graphs/${body.id}/sync`)).status).toBe(200);
    const running = new Promise<void>((resolve) => {
      service.server.service.bus.subscribe((batch) => {
        if (batch.some(({ type }) => type === 'graph.running')) resolve();
      });
    });
    expect((await service.call('POST', `/api/graphs/${body.id}/run`)).status).toBe(200);
    await running;
    expect((await service.call('GET', `/api/graphs/${body.id}`)).body.state).toBe('running');
  });

  it('is rejected while another one responds, with its name', async () => {
    connectRuntime({ name: 'first' });
    await service.waitForConnected(true);
    const second = await openBareSocket();
    second.sendMessage({ id: 1, method: 'hello', params: { ...hello, encodings: [] } });
    expect(await second.closed).toEqual({ code: 4001, reason: 'Another runtime is connected: first.' });
    expect(second.messages).toMatchObject([{ id: 1, error: { code: -32_001 } }]);
  });

  it('takes over from one that no longer responds', async () => {
    const first = await openGreetedSocket();
    first.socket.pause();
    connectRuntime({ name: 'second' });
    await service.waitForConnected(false);
    await service.waitForConnected(true);
    expect((await service.call('GET', '/api/discovery/layers')).status).toBe(200);
    first.socket.terminate();
  });
});

describe('a runtime that violates the protocol is disconnected with the reason', () => {
  it.each<[string, (peer: Awaited<ReturnType<typeof openGreetedSocket>>) => void, number, string]>([
    ['no JSON', ({ socket }) => socket.send('{"jsonrpc'), 1002, 'not JSON'],
    ['no JSON-RPC', ({ socket }) => socket.send('[]'), 1002, 'JSON-RPC'],
    ['bytes that are not MessagePack', ({ socket }) => socket.send(Buffer.from([0xc1])), 1002, ''],
    [
      'a second hello',
      ({ sendMessage }) => sendMessage({ id: 2, method: 'hello', params: hello }),
      1002,
      'comes first',
    ],
    [
      'a second holding',
      ({ sendMessage }) => sendMessage({ method: 'holding', params: { graphs: [], variables: [] } }),
      1002,
      'once',
    ],
    [
      'events out of order',
      ({ sendMessage }) => sendMessage({ method: 'events', params: { number: 2, events: [] } }),
      1002,
      'expected 1',
    ],
    [
      'an invalid event',
      ({ sendMessage }) => sendMessage({ method: 'events', params: { number: 1, events: [{ type: 'x' }] } }),
      1002,
      'tick',
    ],
    [
      'invalid names',
      ({ sendMessage }) => sendMessage({ method: 'scenes', params: { names: 'x' } }),
      1002,
      'names',
    ],
    ['too large a message', ({ socket }) => socket.send('x'.repeat(33_554_433)), 1009, ''],
  ])('%s', async (_, breakRule, code, reason) => {
    const peer = await openGreetedSocket();
    breakRule(peer);
    const end = await peer.closed;
    expect(end.code).toBe(code);
    expect(end.reason).toContain(reason);
    expect((await service.call('GET', '/api/discovery/layers')).status).toBe(503);
  });

  it('anything before the response to hello', async () => {
    const peer = await openBareSocket();
    peer.sendMessage({ method: 'holding', params: { graphs: [], variables: [] } });
    expect((await peer.closed).reason).toContain('before the response to hello');
  });
});

/** Creates lists that are nested to the given depth. */
const nestLists = (levels: number): unknown => (levels === 0 ? 0 : [nestLists(levels - 1)]);

describe('responses of a runtime', () => {
  const getErrorFor = async (response: (id: number) => object) => {
    const peer = await openGreetedSocket({ projects: false });
    peer.socket.on('message', (data) => {
      const { id, method } = JSON.parse(String(data));
      if (method === 'discovery.list') peer.sendMessage(response(id));
      else if (id !== undefined && method) peer.sendMessage({ id, result: { tick: 1, seq: 1 } });
    });
    const { status, body } = await service.call('GET', '/api/discovery/layers');
    peer.socket.close();
    return { status, ...body.error };
  };

  it('are validated before they are passed on', async () => {
    const response = await getErrorFor((id) => ({ id, result: { tick: 1, seq: 1, items: 'none' } }));
    expect(response).toMatchObject({ status: 422, code: 'ACTION_FAILED' });
    expect(response.message).toContain('discovery.list');
    expect(response.message).toContain('items');
  });

  it('may be errors with a code that the service does not know', async () => {
    const data = { code: 'OUT_OF_CHEESE', reason: 'No cheese.', resolution: '' };
    const response = await getErrorFor((id) => ({
      id,
      error: { code: -32_000, message: 'No cheese.', data },
    }));
    expect(response).toMatchObject({
      status: 422,
      code: 'ACTION_FAILED',
      details: { code: 'OUT_OF_CHEESE' },
    });
  });

  it('lose invalid events, and deliver the others', async () => {
    const peer = await openGreetedSocket();
    const raisedTypes: string[] = [];
    service.server.service.bus.subscribe((batch) => raisedTypes.push(...batch.map(({ type }) => type)));
    const graph = { graphId: 'g', name: 'G' };
    const event = (type: string, data: object) => ({ type, tick: 1, time: 0, data });
    peer.sendMessage({
      method: 'events',
      params: {
        number: 1,
        events: [
          event('graph.running', { graphId: 7 }),
          event('graph.running', { ...graph, more: nestLists(129) }),
          event('cheese.eaten', {}),
          event('graph.running', graph),
        ],
      },
    });
    // The console has a warning for each of the two kinds.
    await expect.poll(() => raisedTypes).toEqual(['console.log', 'console.log', 'graph.running']);
  });
});
