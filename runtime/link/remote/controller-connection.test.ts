import { nodeTypes } from '../../nodes/index.ts';
import { expect, test, vi } from 'vitest';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { openControllerConnection } from './controller-connection.ts';
import { createTransportPair } from './testing-transport.ts';

/** Opens a connection whose transport has this many buffered bytes, and whose clock the test advances. */
const openTestConnection = (bufferedBytes = 0) => {
  let now = 0;
  const alarms = new Map<() => void, number>();
  const [serviceEnd, runtimeEnd] = createTransportPair();
  const endReasons: string[] = [];
  const received: string[] = [];
  const notified: (number | string)[] = [];
  runtimeEnd.listen({
    onMessage: (content) => void received.push(String(content)),
    onActivity() {},
    onDrain() {},
    onClose() {},
  });
  const connection = openControllerConnection({
    transport: { ...serviceEnd, bufferedBytes },
    scheduler: {
      now: () => now,
      after(milliseconds, task) {
        alarms.set(task, now + milliseconds);
        return () => void alarms.delete(task);
      },
    },
    serviceVersion: '1.2.3',
    nodeTypes: nodeTypes.filter(({ enumValue }) => enumValue === 'Start'),
    listener: {
      requireVacancy: async () => {},
      onHello() {},
      onHeldState() {},
      onEvents: (batch) => void notified.push(batch.length),
      onSceneNames: (names) => void notified.push(names.join()),
      onRejectedEvents() {},
      onEventsSkipped() {},
      onEnd: (reason) => void endReasons.push(reason),
    },
  });
  const advanceTime = (milliseconds: number): void => {
    now += milliseconds;
    for (const [task, dueTimers] of [...alarms]) if (dueTimers <= now && alarms.delete(task)) task();
  };
  const sendMessage = (message: object): void =>
    runtimeEnd.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return {
    connection,
    endReasons,
    received,
    notified,
    advanceTime,
    sendMessage,
    sendBytes: (bytes: Buffer): void => runtimeEnd.send(bytes),
    disconnect: () => runtimeEnd.close(1000, 'Done'),
  };
};

/** Opens a connection to a runtime that takes pictures, or not. */
const openPictureConnection = async ({ pictures = true } = {}) => {
  const opened = openTestConnection();
  const { sendMessage, received, connection } = opened;
  sendMessage({ ...hello, params: { ...params, can: { ...capabilities, pictures } } });
  await vi.waitUntil(() => received.length === 1);
  sendMessage({ method: 'holding', params: { graphs: [], variables: [] } });
  const outcomes: unknown[] = [];
  const take = (timeoutMs = 30_000): Promise<void> =>
    connection.request('scene.picture', { jpeg: true }, timeoutMs).then(
      ({ data }) => void outcomes.push(Buffer.from(data).toString()),
      ({ reason }) => void outcomes.push(reason),
    );
  return { ...opened, outcomes, take };
};

const stamp = { tick: 1, seq: 1 };

test('adds the bytes of a binary message to the response that follows', async () => {
  const { take, outcomes, sendMessage, sendBytes } = await openPictureConnection();
  const pictures = [take(), take()];
  sendBytes(Buffer.from('second'));
  sendMessage({ id: 2, result: stamp });
  sendMessage({ id: 1, result: stamp });
  await Promise.all(pictures);
  expect(outcomes).toEqual([
    'second',
    'The response of the runtime to scene.picture is invalid: its bytes were not sent before it.',
  ]);
});

test('ignores bytes of a response that comes too late', async () => {
  const { take, outcomes, sendMessage, sendBytes, advanceTime, endReasons } = await openPictureConnection();
  const picture = take(50);
  advanceTime(50);
  await picture;
  sendBytes(Buffer.from('late'));
  sendMessage({ id: 1, result: stamp });
  expect([outcomes, endReasons]).toEqual([['The runtime did not answer within 0.05 s.'], []]);
});

test.each<[string, object | Buffer]>([
  ['other bytes', Buffer.from('again')],
  ['a notification', { method: 'scenes', params: { names: [] } }],
  ['an error', { id: 1, error: { code: -32603, message: 'It failed' } }],
])('closes the connection when bytes are followed by %s', async (_, next) => {
  const { sendMessage, sendBytes, endReasons, take } = await openPictureConnection();
  void take();
  sendBytes(Buffer.from('frame'));
  if (next instanceof Buffer) sendBytes(next);
  else sendMessage(next);
  expect(endReasons).toEqual([expect.stringMatching(/^Bytes were (not )?followed by /)]);
});

test('closes the connection when bytes come without a request, or are followed by another response', async () => {
  const unasked = await openPictureConnection();
  unasked.sendBytes(Buffer.from('frame'));
  expect(unasked.endReasons).toEqual(['Bytes came without a command that requests them']);
  const mixed = await openPictureConnection();
  void mixed.take();
  const ended = mixed.connection.request('graph.stop', { graphId: 'g' }, 30_000).catch(() => {});
  mixed.sendBytes(Buffer.from('frame'));
  mixed.sendMessage({ id: 2, result: stamp });
  await ended;
  expect(mixed.endReasons).toEqual(['Bytes were not followed by the response to which they belong']);
});

test('closes the connection when a runtime without pictures sends bytes', async () => {
  const { sendBytes, endReasons } = await openPictureConnection({ pictures: false });
  sendBytes(Buffer.from('frame'));
  expect(endReasons).toEqual(['A binary message was received, but the negotiated encoding is json']);
});

test.each([-1, 0.5, 1e300, '2', null])('rejects %s as the number of skipped events', async (skipped) => {
  const { endReasons, received, sendMessage } = openTestConnection();
  sendMessage(hello);
  await vi.waitUntil(() => received.length === 1);
  sendMessage({ method: 'events', params: { number: 1, events: [], skipped } });
  expect(endReasons).toEqual([expect.stringContaining('skipped: expected a whole number')]);
});

const almostSilentMs = linkLimits.helloMs - 1;
const params = { protocols: [1], name: 'tested', instance: 'one', stepsPerSecond: 60 };
const capabilities = { nodeTypes: [], actions: [], events: [] };
const hello = { id: 1, method: 'hello', params: { ...params, can: capabilities } };

test('ignores names that the service does not know, and lists them in the response to hello', async () => {
  const { received, sendMessage } = openTestConnection();
  const can = {
    ...{ nodeTypes: ['START', 'Blur'], actions: ['Log.Console', 'blur.start'] },
    ...{
      events: ['console.log', 'blur.ended'],
      discovery: ['layers', 'brushes'],
      properties: true,
      brushes: 3,
    },
  };
  sendMessage({ ...hello, params: { ...params, can } });
  await vi.waitUntil(() => received.length === 1);
  expect(JSON.parse(received[0] ?? '')).toMatchObject({
    result: {
      protocol: 1,
      unknown: {
        ...{ nodeTypes: ['Blur'], actions: ['blur.start'], events: ['blur.ended'], discovery: ['brushes'] },
        can: ['brushes'],
      },
    },
  });
});

test('lists no unknown names when there are none', async () => {
  const { received, sendMessage } = openTestConnection();
  sendMessage(hello);
  await vi.waitUntil(() => received.length === 1);
  expect(JSON.parse(received[0] ?? '').result).not.toHaveProperty('unknown');
});

test('knows the names that the runtime offers besides the catalog', async () => {
  const { received, sendMessage } = openTestConnection();
  const empty = { type: 'object' };
  const extension = {
    prefix: 'paint',
    actions: [{ name: 'paint.stroke', summary: 'Paint a stroke', parameters: empty, result: empty }],
    dataTypes: [{ name: 'paint-brushes', description: 'Brushes' }],
  };
  const can = { ...capabilities, actions: ['paint.stroke'], discovery: ['paint-brushes'] };
  sendMessage({ ...hello, params: { ...params, can, extension } });
  await vi.waitUntil(() => received.length === 1);
  expect(JSON.parse(received[0] ?? '').result).not.toHaveProperty('unknown');
});

test('disconnects a runtime that does not send hello', () => {
  const { endReasons, advanceTime } = openTestConnection();
  advanceTime(almostSilentMs);
  expect(endReasons).toEqual([]);
  advanceTime(1);
  expect(endReasons).toEqual(['hello did not come within 10 s.']);
});

test('then gives a runtime the same time to send its state', async () => {
  const { endReasons, received, advanceTime, sendMessage } = openTestConnection();
  advanceTime(almostSilentMs);
  sendMessage(hello);
  await expect.poll(() => received).toHaveLength(1);
  advanceTime(almostSilentMs);
  expect(endReasons).toEqual([]);
  advanceTime(1);
  expect(endReasons).toEqual(['holding did not come within 10 s.']);
});

test('allows a runtime that has sent its state to send nothing but signs of life', async () => {
  const { endReasons, received, advanceTime, sendMessage } = openTestConnection();
  sendMessage(hello);
  await expect.poll(() => received).toHaveLength(1);
  sendMessage({ method: 'holding', params: { graphs: [], variables: [] } });
  for (let time = 0; time < 10; time++) advanceTime(linkLimits.heartbeatMs);
  expect(endReasons).toEqual([]);
});

test('stops sending to a runtime that does not read', async () => {
  const { connection, received, sendMessage } = openTestConnection(linkLimits.waitingBytes + 1);
  sendMessage(hello);
  await expect.poll(() => received).toHaveLength(1);
  sendMessage({ method: 'holding', params: { graphs: [], variables: [] } });
  await expect(connection.request('graph.stop', { graphId: 'g' }, 1_000)).rejects.toMatchObject({
    code: 'RUNTIME_TIMEOUT',
    reason: 'The runtime does not read its messages.',
  });
  expect(received).toHaveLength(1);
});

/** Opens a connection whose runtime has sent 2,500 events in one message, and then its scene names. */
const openFloodedConnection = async () => {
  const runtime = openTestConnection();
  runtime.sendMessage(hello);
  await expect.poll(() => runtime.received).toHaveLength(1);
  runtime.sendMessage({ method: 'holding', params: { graphs: [], variables: [] } });
  const event = { type: 'graph.running', tick: 1, time: 0, data: { graphId: 'g', name: 'Graph' } };
  runtime.sendMessage({ method: 'events', params: { number: 1, events: Array(2_500).fill(event) } });
  runtime.sendMessage({ method: 'scenes', params: { names: ['a'] } });
  return runtime;
};

test('handles a message with many events over several turns of the event loop, before later messages', async () => {
  const { notified, advanceTime } = await openFloodedConnection();
  expect(notified).toEqual([1_000]);
  advanceTime(0);
  expect(notified).toEqual([1_000, 1_000, 500, 'a']);
});

test('publishes the events of a runtime before it reports the disconnect', async () => {
  const { notified, endReasons, disconnect } = await openFloodedConnection();
  disconnect();
  expect([notified, endReasons]).toEqual([[1_000, 1_000, 500, 'a'], ['Done']]);
});
