import { expect, test } from 'vitest';
import { createRuntimeEndpoint, createVersionedEndpoint } from '../runtime-endpoint.ts';
import { serveRuntimeConnection } from './serve-runtime-connection.ts';
import { createTransportPair } from './testing-transport.ts';
import type { RuntimeTarget } from '../runtime-link.ts';

const hello = {
  ...{ protocols: [1], name: 'tested', instance: 'one', stepsPerSecond: 60, encodings: ['json'] },
  can: { nodeTypes: [], actions: [], events: [], discovery: [] },
};
const capabilities = {
  properties: false,
  playbacks: false,
  input: false,
  changes: false,
  pictures: false,
  projects: false,
  calls: true,
  customEvents: false,
};

const welcome = {
  ...{ protocol: 1, encoding: 'json', service: { version: '1.2.3' } },
  ...{ heartbeatMs: 5_000, silenceMs: 15_000, messageBytes: 2_000 },
};

/** Connects a runtime to a service that accepts messages of up to 2,000 bytes. */
const openTestConnection = (changes: Partial<RuntimeTarget>) => {
  const target: RuntimeTarget = {
    prepare: () => undefined,
    execute() {
      throw new Error('nothing is asked');
    },
    listen() {},
    runBetweenTicks: (task) => task(),
    getHeldState: () => ({ graphs: [], variables: [] }),
    ...changes,
  };
  const scheduler = { now: () => 0, after: () => () => {} };
  const [serviceEnd, runtimeEnd] = createTransportPair();
  const end = createVersionedEndpoint(createRuntimeEndpoint(target, scheduler), target);
  void serveRuntimeConnection({
    ...{ transport: serviceEnd, target, endpoint: end, scheduler },
    hello: { ...hello, can: { ...hello.can, ...capabilities } },
    onWelcome() {},
  });
  const received: unknown[] = [];
  runtimeEnd.listen({
    onMessage: (content) =>
      void received.push(typeof content === 'string' ? JSON.parse(content) : `${content.length} bytes`),
    onActivity() {},
    onDrain() {},
    onClose() {},
  });
  const send = (message: object): void => runtimeEnd.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  send({ id: 'hello', result: welcome });
  return { received, send };
};

test('a runtime omits its variables when its state is larger than a message', () => {
  const graphs = [{ graphId: 'g', running: true }];
  const { received } = openTestConnection({
    getHeldState: () => ({ graphs, variables: [{ id: 'large', value: 'x'.repeat(2_000) }] }),
  });
  expect(received.slice(1)).toEqual([
    { jsonrpc: '2.0', method: 'holding', params: { graphs, variables: [] } },
  ]);
});

test('a picture that is larger than a message is rejected without its bytes', async () => {
  const sizes = [2_000, 2_001];
  const { received, send } = openTestConnection({
    execute: () => ({ tick: 1, seq: 1, data: new Uint8Array(sizes.shift() ?? 0) }) as never,
  });
  for (const id of [1, 2]) send({ id, method: 'scene.picture', params: { jpeg: false } });
  await expect.poll(() => received.length).toBe(5);
  expect(received.slice(2)).toEqual([
    '2000 bytes',
    { jsonrpc: '2.0', id: 1, result: { tick: 1, seq: 1 } },
    {
      ...{ jsonrpc: '2.0', id: 2 },
      error: expect.objectContaining({ data: expect.objectContaining({ code: 'ACTION_FAILED' }) }),
    },
  ]);
});
