import { expect, test } from 'vitest';
import { createTargetEnd } from '../target-end.ts';
import { serveConnection } from './runtime-connection.ts';
import { wirePair } from './testing-wire.ts';
import { withVersions } from './versioned-end.ts';
import type { RuntimeTarget } from '../protocol.ts';

const hello = {
  ...{ protocols: [1], name: 'tested', instance: 'one', stepsPerSecond: 60, encodings: ['json'] },
  can: { nodeTypes: [], actions: [], events: [], discovery: [] },
};
const abilities = {
  properties: false,
  playbacks: false,
  input: false,
  changes: false,
  projects: false,
  customEvents: false,
};

const welcome = {
  ...{ protocol: 1, encoding: 'json', service: { version: '1.2.3' } },
  ...{ heartbeatMs: 5_000, silenceMs: 15_000, messageBytes: 2_000 },
};

test('a runtime that holds more than a message may say leaves the variables out', () => {
  const graphs = [{ graphId: 'g', running: true }];
  const target: RuntimeTarget = {
    prepare: () => undefined,
    execute() {
      throw new Error('nothing is asked');
    },
    listen() {},
    betweenTicks: (task) => task(),
    holding: () => ({ graphs, variables: [{ id: 'large', value: 'x'.repeat(2_000) }] }),
  };
  const scheduler = { now: () => 0, after: () => () => {} };
  const [ours, theirs] = wirePair();
  const end = withVersions(createTargetEnd(target, scheduler), target);
  void serveConnection({
    ...{ wire: ours, target, end, scheduler },
    hello: { ...hello, can: { ...hello.can, ...abilities } },
    up() {},
  });
  const said: unknown[] = [];
  theirs.listen({
    message: (content) => void said.push(JSON.parse(String(content))),
    alive() {},
    drained() {},
    closed() {},
  });
  theirs.send(JSON.stringify({ jsonrpc: '2.0', id: 'hello', result: welcome }));
  expect(said.slice(1)).toEqual([{ jsonrpc: '2.0', method: 'holding', params: { graphs, variables: [] } }]);
});
