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
  customEvents: false,
};

const welcome = {
  ...{ protocol: 1, encoding: 'json', service: { version: '1.2.3' } },
  ...{ heartbeatMs: 5_000, silenceMs: 15_000, messageBytes: 2_000 },
};

test('a runtime omits its variables when its state is larger than a message', () => {
  const graphs = [{ graphId: 'g', running: true }];
  const target: RuntimeTarget = {
    prepare: () => undefined,
    execute() {
      throw new Error('nothing is asked');
    },
    listen() {},
    runBetweenTicks: (task) => task(),
    getHeldState: () => ({ graphs, variables: [{ id: 'large', value: 'x'.repeat(2_000) }] }),
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
    onMessage: (content) => void received.push(JSON.parse(String(content))),
    onActivity() {},
    onDrain() {},
    onClose() {},
  });
  runtimeEnd.send(JSON.stringify({ jsonrpc: '2.0', id: 'hello', result: welcome }));
  expect(received.slice(1)).toEqual([
    { jsonrpc: '2.0', method: 'holding', params: { graphs, variables: [] } },
  ]);
});
