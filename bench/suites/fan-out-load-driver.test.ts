import { expect, test } from 'vitest';
import { createFanOutConnection } from './fan-out-load-driver.ts';
import type { FanOutResult } from '../load/send-and-count-events.ts';
import type { HubServer } from './hub-servers.ts';
import type { SuiteContext } from './suite.ts';

const hubServer: HubServer = {
  ...{ name: 'target', role: 'target', protocol: 'signalr' },
  getAddress: async () => ({ host: '127.0.0.1', port: 1, path: '/hub' }),
  getPid: () => undefined,
};
const fanOutOptions = { burst: 1, ms: 1, count: 1, pace: 'one at a time' } as const;

/**
 * Creates a connection with a scripted load generator. `requestedCounts` receives the subscriber counts of the connect
 * calls.
 */
const createConnection = (
  results: { opened?: object; ran?: Promise<Partial<FanOutResult>>; isIntact?: boolean } = {},
) => {
  const requestedCounts: number[] = [];
  const { opened = { messageBytes: 272 }, ran: runResult = Promise.resolve({}), isIntact = true } = results;
  const callMethod = async (method: string, options?: { subscribers: number }) => {
    if (method === 'run') return runResult;
    if (method === 'isIntact') return isIntact;
    requestedCounts.push(options?.subscribers ?? 0);
    return opened;
  };
  const start = (() => ({ call: callMethod })) as unknown as SuiteContext['start'];
  return { connection: createFanOutConnection({ start }, hubServer), requestedCounts };
};

test('keeps the connections for a comparison with as many subscribers', async () => {
  const { connection, requestedCounts } = createConnection();
  await connection.connect(10, 300);
  await connection.run(fanOutOptions);
  expect(await connection.connect(10, 300)).toEqual({ messageBytes: 272 });
  await connection.connect(100, 300);
  expect(requestedCounts).toEqual([10, 100]);
});

test('connects again after a rejection', async () => {
  const { connection, requestedCounts } = createConnection({
    opened: { refusal: '9 of 10 subscribers were taken' },
  });
  await connection.connect(10, 300);
  await connection.connect(10, 300);
  expect(requestedCounts).toEqual([10, 10]);
});

test('connects again after a connection was lost', async () => {
  const { connection, requestedCounts } = createConnection({ isIntact: false });
  await connection.connect(10, 300);
  await connection.connect(10, 300);
  expect(requestedCounts).toEqual([10, 10]);
});

test.each([
  ['has missed events', Promise.resolve({ failure: 'lost 1 of 10 deliveries' })],
  ['is in the middle of a race', new Promise<never>(() => {})],
])('does not keep the connections of a candidate that %s', async (_, runResult) => {
  const { connection, requestedCounts } = createConnection({ ran: runResult });
  await connection.connect(10, 300);
  await Promise.race([connection.run(fanOutOptions), new Promise(setImmediate)]);
  await connection.connect(10, 300);
  expect(requestedCounts).toEqual([10, 10]);
});
