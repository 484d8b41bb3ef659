import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReconnectingConnection } from './reconnection.ts';
import type { HubConnection } from './hub-connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const firstDelayMs = 10;

/** Creates a reconnection whose connections are opened and dropped by the test. */
const createTestReconnection = async () => {
  const states: unknown[] = [];
  const stopped: number[] = [];
  let attempts = 0;
  let loseConnection: (reason?: Error) => void = () => {};
  const failures = { reach: false, attach: false, delay: Promise.resolve() };
  const connection = await createReconnectingConnection({
    async openConnection(): Promise<HubConnection> {
      attempts += 1;
      const number = attempts;
      await failures.delay;
      if (failures.reach) throw new Error(`nobody ${number}`);
      return {
        invoke: async () => undefined as never,
        closed: new Promise((resolve) => {
          loseConnection = resolve;
        }),
        stop: async () => {
          stopped.push(number);
        },
      };
    },
    async attachConnection() {
      if (failures.attach) throw new Error(`no entry ${attempts}`);
    },
    detachConnection: () => states.push('leave'),
    delays: [firstDelayMs, 100],
    onState: (state, reason) => states.push(reason instanceof Error ? `${state}: ${reason.message}` : state),
  });
  return {
    connection,
    states,
    stopped,
    failures,
    loseConnection: (reason?: Error) => loseConnection(reason),
    get attempts() {
      return attempts;
    },
  };
};

it('reconnects after each delay, repeating the last one, until it succeeds', async () => {
  const set = await createTestReconnection();
  set.failures.reach = true;
  set.loseConnection(new Error('gone'));
  const attempts: number[] = [];
  for (const ms of [9, 1, 99, 1, 99, 1]) {
    await vi.advanceTimersByTimeAsync(ms);
    attempts.push(set.attempts - 1);
  }
  expect(attempts).toEqual([0, 1, 1, 2, 2, 3]);
  expect(set.connection.connection).toBeUndefined();
  set.failures.reach = false;
  await vi.advanceTimersByTimeAsync(100);
  expect(set.connection.connection).toBeDefined();
  expect(set.states.slice(0, 3)).toEqual(['connected', 'leave', 'reconnecting: gone']);
  expect(set.states.filter((state) => state !== 'leave')).toEqual([
    'connected',
    'reconnecting: gone',
    'reconnecting: nobody 2',
    'reconnecting: nobody 3',
    'reconnecting: nobody 4',
    'connected',
  ]);
});

it('starts with the first delay after each loss', async () => {
  const set = await createTestReconnection();
  for (const expected of [2, 3]) {
    set.loseConnection();
    await vi.advanceTimersByTimeAsync(10);
    expect(set.attempts).toBe(expected);
  }
});

it('drops a connection that cannot be prepared', async () => {
  const set = await createTestReconnection();
  set.failures.attach = true;
  set.loseConnection();
  await vi.advanceTimersByTimeAsync(10);
  expect([set.stopped, set.connection.connection]).toEqual([[2], undefined]);
  expect(set.states.at(-1)).toBe('reconnecting: no entry 2');
});

it('makes no attempt and leaves no timer once it is closed', async () => {
  const set = await createTestReconnection();
  // Other code in this thread, such as the test reporter, also sets timers.
  const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout');
  const clearTimeoutSpy = vi.spyOn(globalThis, 'clearTimeout');
  set.loseConnection();
  await vi.advanceTimersByTimeAsync(5);
  const pause = setTimeoutSpy.mock.calls.findIndex(([, ms]) => ms === firstDelayMs);
  await set.connection.close();
  expect(clearTimeoutSpy).toHaveBeenCalledWith(setTimeoutSpy.mock.results[pause]?.value);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([set.attempts, set.states.at(-1)]).toEqual([1, 'closed']);
});

it('closes a connection that opens only after the client was closed', async () => {
  const set = await createTestReconnection();
  let resolveConnection = () => {};
  set.failures.delay = new Promise((resolve) => {
    resolveConnection = resolve;
  });
  set.loseConnection();
  await vi.advanceTimersByTimeAsync(10);
  await set.connection.close();
  resolveConnection();
  await vi.advanceTimersByTimeAsync(0);
  expect([set.attempts, set.stopped, set.connection.connection, set.states.at(-1)]).toEqual([
    2,
    [2],
    undefined,
    'closed',
  ]);
});
