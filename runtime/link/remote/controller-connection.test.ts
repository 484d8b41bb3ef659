import { expect, test, vi } from 'vitest';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { openControllerConnection } from './controller-connection.ts';
import { createTransportPair } from './testing-transport.ts';

/** Opens a connection with a clock that the test advances. Waits until this many timers are pending. */
const openTestConnection = (waiting = 0) => {
  let now = 0;
  const alarms = new Map<() => void, number>();
  const [ours, theirs] = createTransportPair();
  const ended: string[] = [];
  const said: string[] = [];
  const heard: (number | string)[] = [];
  theirs.listen({
    onMessage: (content) => void said.push(String(content)),
    onActivity() {},
    onDrain() {},
    onClose() {},
  });
  const connection = openControllerConnection({
    transport: { ...ours, bufferedBytes: waiting },
    scheduler: {
      now: () => now,
      after(milliseconds, task) {
        alarms.set(task, now + milliseconds);
        return () => void alarms.delete(task);
      },
    },
    serviceVersion: '1.2.3',
    listener: {
      onHello: async () => {},
      onHeldState() {},
      onEvents: (batch) => void heard.push(batch.length),
      onSceneNames: (names) => void heard.push(names.join()),
      onRejectedEvents() {},
      onEventsSkipped() {},
      onEnd: (reason) => void ended.push(reason),
    },
  });
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    for (const [task, due] of [...alarms]) if (due <= now && alarms.delete(task)) task();
  };
  const say = (message: object): void => theirs.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return { connection, ended, said, heard, pass, say, leave: () => theirs.close(1000, 'Done') };
};

test.each([-1, 0.5, 1e300, '2', null])('rejects %s as the number of skipped events', async (skipped) => {
  const { ended, said, say } = openTestConnection();
  say(hello);
  await vi.waitUntil(() => said.length === 1);
  say({ method: 'events', params: { number: 1, events: [], skipped } });
  expect(ended).toEqual([expect.stringContaining('skipped: expected a whole number')]);
});

const almostSilentMs = linkLimits.helloMs - 1;
const params = { protocols: [1], name: 'tested', instance: 'one', stepsPerSecond: 60 };
const capabilities = { nodeTypes: [], actions: [], events: [] };
const hello = { id: 1, method: 'hello', params: { ...params, can: capabilities } };

test('disconnects a runtime that does not send hello', () => {
  const { ended, pass } = openTestConnection();
  pass(almostSilentMs);
  expect(ended).toEqual([]);
  pass(1);
  expect(ended).toEqual(['hello did not come within 10 s.']);
});

test('then gives a runtime the same time to send its state', async () => {
  const { ended, said, pass, say } = openTestConnection();
  pass(almostSilentMs);
  say(hello);
  await expect.poll(() => said).toHaveLength(1);
  pass(almostSilentMs);
  expect(ended).toEqual([]);
  pass(1);
  expect(ended).toEqual(['holding did not come within 10 s.']);
});

test('allows a runtime that has sent its state to send nothing but signs of life', async () => {
  const { ended, said, pass, say } = openTestConnection();
  say(hello);
  await expect.poll(() => said).toHaveLength(1);
  say({ method: 'holding', params: { graphs: [], variables: [] } });
  for (let time = 0; time < 10; time++) pass(linkLimits.heartbeatMs);
  expect(ended).toEqual([]);
});

test('stops sending to a runtime that does not read', async () => {
  const { connection, said, say } = openTestConnection(linkLimits.waitingBytes + 1);
  say(hello);
  await expect.poll(() => said).toHaveLength(1);
  say({ method: 'holding', params: { graphs: [], variables: [] } });
  await expect(connection.request('graph.stop', { graphId: 'g' }, 1_000)).rejects.toMatchObject({
    code: 'RUNTIME_TIMEOUT',
    reason: 'The runtime does not read its messages.',
  });
  expect(said).toHaveLength(1);
});

/** Opens a connection whose runtime has sent 2,500 events in one message, and then its scene names. */
const openFloodedConnection = async () => {
  const stage = openTestConnection();
  stage.say(hello);
  await expect.poll(() => stage.said).toHaveLength(1);
  stage.say({ method: 'holding', params: { graphs: [], variables: [] } });
  const event = { type: 'graph.running', tick: 1, time: 0, data: { graphId: 'g', name: 'Graph' } };
  stage.say({ method: 'events', params: { number: 1, events: Array(2_500).fill(event) } });
  stage.say({ method: 'scenes', params: { names: ['a'] } });
  return stage;
};

test('handles a message with many events over several turns of the event loop, before later messages', async () => {
  const { heard, pass } = await openFloodedConnection();
  expect(heard).toEqual([1_000]);
  pass(0);
  expect(heard).toEqual([1_000, 1_000, 500, 'a']);
});

test('publishes the events of a runtime before it reports the disconnect', async () => {
  const { heard, ended, leave } = await openFloodedConnection();
  leave();
  expect([heard, ended]).toEqual([[1_000, 1_000, 500, 'a'], ['Done']]);
});
