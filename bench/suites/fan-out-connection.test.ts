import { expect, test } from 'vitest';
import { createFanOutConnection } from './fan-out-connection.ts';
import type { FanOutResult } from '../load/send-events.ts';
import type { HubServer } from './hub-servers.ts';
import type { SuiteContext } from './suite.ts';

const hubServer: HubServer = {
  ...{ name: 'target', role: 'target', protocol: 'signalr' },
  getAddress: async () => ({ host: '127.0.0.1', port: 1, path: '/hub' }),
  getPid: () => undefined,
};
const fanOutOptions = { burst: 1, ms: 1, count: 1, pace: 'one at a time' } as const;

/** An entrant whose load generator answers as it is told, and how many subscribers it was asked to connect. */
const createConnection = (
  answers: { opened?: object; ran?: Promise<Partial<FanOutResult>>; isWhole?: boolean } = {},
) => {
  const asked: number[] = [];
  const { opened = { messageBytes: 272 }, ran = Promise.resolve({}), isWhole = true } = answers;
  const ask = async (method: string, order?: { subscribers: number }) => {
    if (method === 'run') return ran;
    if (method === 'isWhole') return isWhole;
    asked.push(order?.subscribers ?? 0);
    return opened;
  };
  const start = (() => ({ call: ask })) as unknown as SuiteContext['start'];
  return { entrant: createFanOutConnection({ start }, hubServer), asked };
};

test('subscribers are kept for a race of as many', async () => {
  const { entrant, asked } = createConnection();
  await entrant.connect(10, 300);
  await entrant.run(fanOutOptions);
  expect(await entrant.connect(10, 300)).toEqual({ messageBytes: 272 });
  await entrant.connect(100, 300);
  expect(asked).toEqual([10, 100]);
});

test('who was refused asks again', async () => {
  const { entrant, asked } = createConnection({ opened: { refusal: '9 of 10 subscribers were taken' } });
  await entrant.connect(10, 300);
  await entrant.connect(10, 300);
  expect(asked).toEqual([10, 10]);
});

test('who has lost a connection connects anew', async () => {
  const { entrant, asked } = createConnection({ isWhole: false });
  await entrant.connect(10, 300);
  await entrant.connect(10, 300);
  expect(asked).toEqual([10, 10]);
});

test.each([
  ['has missed events', Promise.resolve({ failure: 'lost 1 of 10 deliveries' })],
  ['is in the middle of a race', new Promise<never>(() => {})],
])('who %s is not kept', async (_, ran) => {
  const { entrant, asked } = createConnection({ ran });
  await entrant.connect(10, 300);
  await Promise.race([entrant.run(fanOutOptions), new Promise(setImmediate)]);
  await entrant.connect(10, 300);
  expect(asked).toEqual([10, 10]);
});
