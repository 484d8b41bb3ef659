import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { openHub } from './open-hub.ts';
import { decodeMessages, encodeMessage } from './hub-connection.ts';
import type { Exchange } from '../http/exchange.ts';
import type { JsonRecord } from '../../json.ts';

type MessageHandler = (message: JsonRecord) => readonly JsonRecord[];

let servers: WebSocketServer[] = [];

afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

/** Starts a hub that answers every message with the given handler. */
const startHub = async (respond: MessageHandler): Promise<string> => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  servers.push(server);
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      for (const reply of decodeMessages(data.toString()).flatMap(respond)) socket.send(encodeMessage(reply));
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const openTestHub = async (respond: MessageHandler) => {
  const recorded: Exchange[] = [];
  const url = await startHub(respond);
  const attempt = await openHub({
    url,
    token: 'secret',
    mode: 'direct',
    timeoutMs: 200,
    record: (exchange) => recorded.push(exchange),
    beforeCall: async () => {},
  });
  return { attempt, recorded };
};

const connectTestHub = async (respond: MessageHandler) => {
  const { attempt, recorded } = await openTestHub((message) =>
    'protocol' in message ? [{}] : respond(message),
  );
  if (!attempt.ok) throw new Error(attempt.reason);
  return { hub: attempt.hub, recorded };
};

test('a handshake that is rejected, echoed or unanswered is no connection, and gives the reason', async () => {
  const refused = await openTestHub(() => [{ error: 'only messagepack' }]);
  expect(refused.attempt).toMatchObject({ ok: false, reason: expect.stringContaining('only messagepack') });
  const echoHub = await openTestHub((message) => [message]);
  expect(echoHub.attempt).toMatchObject({ ok: false, reason: expect.stringContaining('foreign') });
  const silent = await openTestHub(() => []);
  expect(silent.attempt).toMatchObject({ ok: false, reason: expect.stringContaining('not answered') });
});

test('an invocation ends with its completion', async () => {
  const { hub } = await connectTestHub(({ invocationId, target }) => [
    { type: 6 },
    target === 'Refused' ? { type: 3, invocationId, error: 'no' } : { type: 3, invocationId, result: 7 },
  ]);
  expect(await hub.invoke('Anything', [])).toEqual({ kind: 'done', result: 7 });
  expect(await hub.invoke('Refused', [])).toEqual({ kind: 'refused', error: 'no' });
});

test('an invocation without completion differs from one that a close interrupts', async () => {
  const { hub } = await connectTestHub(({ target }) =>
    target === 'Fatal' ? [{ type: 7, error: 'bye' }] : [],
  );
  expect(await hub.invoke('Ignored', [])).toEqual({ kind: 'unanswered' });
  expect(await hub.invoke('Fatal', [])).toEqual({ kind: 'closed', error: 'bye' });
});

test('callbacks are stored in order, and can be awaited before and after they arrive', async () => {
  const { hub } = await connectTestHub(({ invocationId }) => [
    { type: 1, target: 'First', arguments: [1] },
    { type: 1, target: 'Second', arguments: [2] },
    { type: 3, invocationId },
  ]);
  const pendingCallback = hub.callbacks.until(({ target }) => target === 'Second', 200);
  await hub.invoke('Go', []);
  expect(await pendingCallback).toEqual({ target: 'Second', args: [2], index: 1 });
  expect(await hub.callbacks.until(({ target }) => target === 'First', 0)).toMatchObject({ index: 0 });
  expect(await hub.callbacks.until(({ target }) => target === 'Never', 10)).toBeUndefined();
});

test('messages are recorded', async () => {
  const { hub, recorded } = await connectTestHub(({ invocationId }) => [
    { type: 1, target: 'ReceiveEvent', arguments: [{ a: 1 }] },
    { type: 3, invocationId },
  ]);
  await hub.invoke('Subscribe', [['x']]);
  expect(recorded.map(({ request }) => request.method)).toEqual([
    'CONNECT',
    'RECEIVE ReceiveEvent',
    'SEND Subscribe',
  ]);
});
