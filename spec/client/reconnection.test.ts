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

/** Connections that the test opens and drops by hand. */
const createTestReconnection = async () => {
  const told: unknown[] = [];
  const hungUp: number[] = [];
  let dialled = 0;
  let lose: (reason?: Error) => void = () => {};
  const out = { reach: false, enter: false, delay: Promise.resolve() };
  const connection = await createReconnectingConnection({
    async openConnection(): Promise<HubConnection> {
      dialled += 1;
      const number = dialled;
      await out.delay;
      if (out.reach) throw new Error(`nobody ${number}`);
      return {
        invoke: async () => undefined as never,
        closed: new Promise((resolve) => {
          lose = resolve;
        }),
        stop: async () => {
          hungUp.push(number);
        },
      };
    },
    async attachConnection() {
      if (out.enter) throw new Error(`no entry ${dialled}`);
    },
    detachConnection: () => told.push('leave'),
    delays: [firstDelayMs, 100],
    onState: (state, reason) => told.push(reason instanceof Error ? `${state}: ${reason.message}` : state),
  });
  return {
    connection,
    told,
    hungUp,
    out,
    lose: (reason?: Error) => lose(reason),
    get dialled() {
      return dialled;
    },
  };
};

it('reconnects after each delay, repeating the last one, until it succeeds', async () => {
  const set = await createTestReconnection();
  set.out.reach = true;
  set.lose(new Error('gone'));
  const attempts: number[] = [];
  for (const ms of [9, 1, 99, 1, 99, 1]) {
    await vi.advanceTimersByTimeAsync(ms);
    attempts.push(set.dialled - 1);
  }
  expect(attempts).toEqual([0, 1, 1, 2, 2, 3]);
  expect(set.connection.connection).toBeUndefined();
  set.out.reach = false;
  await vi.advanceTimersByTimeAsync(100);
  expect(set.connection.connection).toBeDefined();
  expect(set.told.slice(0, 3)).toEqual(['connected', 'leave', 'reconnecting: gone']);
  expect(set.told.filter((told) => told !== 'leave')).toEqual([
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
    set.lose();
    await vi.advanceTimersByTimeAsync(10);
    expect(set.dialled).toBe(expected);
  }
});

it('drops a connection that cannot be prepared', async () => {
  const set = await createTestReconnection();
  set.out.enter = true;
  set.lose();
  await vi.advanceTimersByTimeAsync(10);
  expect([set.hungUp, set.connection.connection]).toEqual([[2], undefined]);
  expect(set.told.at(-1)).toBe('reconnecting: no entry 2');
});

it('makes no attempt and leaves no timer once it is closed', async () => {
  const set = await createTestReconnection();
  // Other code in this thread, such as the test reporter, has timers too.
  const begun = vi.spyOn(globalThis, 'setTimeout');
  const ended = vi.spyOn(globalThis, 'clearTimeout');
  set.lose();
  await vi.advanceTimersByTimeAsync(5);
  const pause = begun.mock.calls.findIndex(([, ms]) => ms === firstDelayMs);
  await set.connection.close();
  expect(ended).toHaveBeenCalledWith(begun.mock.results[pause]?.value);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([set.dialled, set.told.at(-1)]).toEqual([1, 'closed']);
});

it('closes a connection that opens only after the client was closed', async () => {
  const set = await createTestReconnection();
  let arrive = () => {};
  set.out.delay = new Promise((resolve) => {
    arrive = resolve;
  });
  set.lose();
  await vi.advanceTimersByTimeAsync(10);
  await set.connection.close();
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect([set.dialled, set.hungUp, set.connection.connection, set.told.at(-1)]).toEqual([
    2,
    [2],
    undefined,
    'closed',
  ]);
});
