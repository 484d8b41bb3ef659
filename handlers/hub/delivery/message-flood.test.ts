import { once } from 'node:events';
import { describe, expect, it, test } from 'vitest';
import { WebSocket } from 'ws';
import { createEventBus } from '../../controller/bus/event-bus.ts';
import { createHub } from '../hub.ts';
import { createGraphRunning } from '../testing-events.ts';
import {
  listCallbackArguments,
  createFakeHub,
  handshakeRecord,
  listMessages,
  settleTurn,
} from '../testing-hub.ts';
import { createFakeHubSocket } from '../testing-hub-socket.ts';
import { serveHub } from '../testing-served-hub.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { RunAction } from '../methods/define-method.ts';
import type { FakeHubSocket } from '../testing-hub-socket.ts';

const recordSeparator = '\x1e';
const limits: Partial<HubLimits> = { maxMessagesPerTurn: 10 };

const formatInvocation = (id: string | undefined, target: string, ...args: unknown[]): string =>
  JSON.stringify({ type: 1, ...(id && { invocationId: id }), target, arguments: args }) + recordSeparator;

const formatAction = (name: string): string => formatInvocation(undefined, 'SendAction', { Action: name });

const formatActions = (count: number, name = 'flood'): string =>
  Array.from({ length: count }, (_, index) => formatAction(`${name}.${index}`)).join('');

/** Creates a hub that records which actions have run, in order. */
const setUp = (hubLimits: Partial<HubLimits> = limits) => {
  const ran: string[] = [];
  const run: RunAction = async (name) => {
    ran.push(name);
    return { action: name, result: {}, tick: 1, seq: ran.length };
  };
  return { ...createFakeHub(hubLimits, run), ran };
};

describe('a client that sends more than fits in a turn', () => {
  it('has some of it handled at once and the rest in later turns, in order', async () => {
    const { connectWithHandshake, ran } = setUp();
    const hubSocket = connectWithHandshake();
    hubSocket.send(formatActions(25) + formatAction('last'));
    expect(ran).toHaveLength(10);
    await settleTurn();
    expect(ran.slice(0, 3)).toEqual(['flood.0', 'flood.1', 'flood.2']);
    expect(ran).toHaveLength(26);
    expect(ran.at(-1)).toBe('last');
    expect(ran.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, index) => `flood.${index}`));
  });

  it('is paused until everything is handled', async () => {
    const { connectWithHandshake } = setUp();
    const hubSocket = connectWithHandshake();
    hubSocket.send(formatActions(9));
    expect(hubSocket.isPaused).toBe(false);
    await settleTurn();
    hubSocket.send(formatActions(11));
    expect(hubSocket.isPaused).toBe(true);
    await settleTurn();
    expect(hubSocket.isPaused).toBe(false);
  });

  it('has what arrives meanwhile handled after it', async () => {
    const { connectWithHandshake, ran } = setUp();
    const hubSocket = connectWithHandshake();
    hubSocket.send(formatActions(15, 'first'));
    const second = Buffer.from(formatActions(15, 'second'));
    hubSocket.send(second.subarray(0, 100));
    hubSocket.send(second.subarray(100));
    await settleTurn();
    expect(ran).toEqual(
      ['first', 'second'].flatMap((name) => Array.from({ length: 15 }, (_, i) => `${name}.${i}`)),
    );
  });

  test.each([1, 5])('does not delay %s other clients by more than their share', async (count) => {
    let performed = 0;
    const hub = createHub({
      bus: createEventBus('s1'),
      limits: { maxMessagesPerTurn: 10, maxTurnMs: Number.POSITIVE_INFINITY },
      onInterest: () => {},
      runAction: async (name) => {
        performed += 1;
        return { action: name, result: {}, tick: 1, seq: performed };
      },
    });
    /** @returns the number of actions that had run at the time of each write to the client */
    const join = (hubSocket: FakeHubSocket): readonly number[] => {
      const countsAtWrite: number[] = [];
      const { write } = hubSocket;
      hubSocket.write = (frame) => {
        write(frame);
        countsAtWrite.push(performed);
      };
      hub.accept(hubSocket, { isAuthenticated: true, isApiEnabled: true });
      hubSocket.send(handshakeRecord);
      return countsAtWrite;
    };
    const floodingClient = createFakeHubSocket();
    join(floodingClient);
    const otherClients = Array.from({ length: count }, createFakeHubSocket);
    const countsByClient = otherClients.map(join);
    floodingClient.send(formatActions(10_000));
    await new Promise((resolve) => setImmediate(resolve));
    for (const client of otherClients) client.send(formatInvocation('1', 'Subscribe', ['*']));
    const before = performed;
    while (performed < 10_000) await new Promise((resolve) => setImmediate(resolve));
    for (const [, countAtResponse] of countsByClient)
      expect(countAtResponse! - before).toBeLessThanOrEqual(20);
  });

  it('alternates with others that do the same', async () => {
    const { connectWithHandshake, ran } = setUp();
    const [first, second] = [connectWithHandshake(), connectWithHandshake()];
    first.send(formatActions(100, 'one'));
    second.send(formatActions(100, 'two'));
    await settleTurn();
    expect(ran.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, index) => `one.${index}`));
    const clientNames = ran.slice(10, 180).map((name) => name.split('.')[0]);
    for (let index = 1; index < clientNames.length; index += 1)
      expect(clientNames[index]).not.toBe(clientNames[index - 1]);
  });

  it('does not count as silent, however long it takes', async () => {
    const { connectWithHandshake, scheduler, ran } = setUp({ maxMessagesPerTurn: 1 });
    const hubSocket = connectWithHandshake();
    hubSocket.send(formatActions(3));
    scheduler.advance(29_999);
    expect(ran).toHaveLength(3);
    expect(hubSocket.state).toBe('open');
  });

  it('gets an error when the bad message is reached, and nothing after it runs', async () => {
    const { connectWithHandshake, ran } = setUp();
    const hubSocket = connectWithHandshake();
    hubSocket.send(`${formatActions(15)}nonsense${recordSeparator}${formatActions(15)}`);
    await settleTurn();
    expect(ran).toHaveLength(15);
    expect(listMessages(hubSocket).at(-1)).toMatchObject({
      type: 7,
      error: expect.stringContaining('must be JSON'),
    });
    expect([hubSocket.state, hubSocket.isPaused]).toEqual(['closing', false]);
  });

  it('has everything handled even after it disconnects, and leaves nothing behind', async () => {
    const { hub, connectWithHandshake, ran, scheduler } = setUp();
    const hubSocket = connectWithHandshake();
    hubSocket.send(formatActions(25));
    hubSocket.disconnect();
    expect(hub.connections).toBe(1);
    await settleTurn();
    expect(ran).toHaveLength(25);
    expect([hub.connections, scheduler.pendingTimers]).toEqual([0, 0]);
  });

  it('has nothing more handled after the hub closes it', async () => {
    const { hub, connectWithHandshake, ran } = setUp();
    const hubSocket = connectWithHandshake();
    hubSocket.send(formatActions(25));
    const closed = hub.close('Good night');
    await settleTurn();
    expect(ran).toHaveLength(10);
    expect(hubSocket.isPaused).toBe(false);
    hubSocket.disconnect();
    await closed;
  });

  it('uses up a turn by time as well', async () => {
    const { connectWithHandshake, ran, scheduler } = setUp({ maxMessagesPerTurn: 1_000, maxTurnMs: 5 });
    const { now } = scheduler;
    let reads = 0;
    // Each reading of the clock advances it by a millisecond.
    scheduler.now = () => now() + reads++;
    const hubSocket = connectWithHandshake();
    hubSocket.send(formatActions(100));
    expect(ran.length).toBeGreaterThan(0);
    expect(ran.length).toBeLessThan(50);
    await settleTurn();
    expect(ran).toHaveLength(100);
  });
});

describe('a client with stateful reconnect that sends more than fits in a turn', () => {
  it('continues over another socket with what was not handled', async () => {
    const { hub, ran } = setUp();
    const query = new URLSearchParams('negotiateVersion=1&useStatefulReconnect=true');
    const token = hub.negotiate(query).connectionToken!;
    const connect = () => {
      const hubSocket = createFakeHubSocket();
      hub.accept(hubSocket, { isAuthenticated: true, isApiEnabled: true }, token);
      return hubSocket;
    };
    const first = connect();
    first.send(handshakeRecord);
    first.send(formatActions(25));
    const second = connect();
    expect([first.state, second.isPaused]).toEqual(['terminated', true]);
    second.send(JSON.stringify({ type: 9, sequenceId: 1 }) + recordSeparator + formatActions(25));
    await settleTurn();
    expect(ran).toEqual(Array.from({ length: 25 }, (_, index) => `flood.${index}`));
    expect(second.isPaused).toBe(false);
  });
});

describe('over a socket', () => {
  const payloadsByName = {
    'one message of 90,000 pings': [`{"type":6}${recordSeparator}`.repeat(90_000)],
    '10,000 messages of one ping': Array.from({ length: 10_000 }, () => `{"type":6}${recordSeparator}`),
  };

  test.each(Object.entries(payloadsByName))('%s leaves turns to everything else', async (_, payloads) => {
    const served = await serveHub();
    const socket = new WebSocket(`ws://${served.address}?access_token=secret`);
    await once(socket, 'open');
    socket.send(handshakeRecord);
    await once(socket, 'message');
    let turns = 0;
    const count = () => {
      turns += 1;
      if (socket.readyState === WebSocket.OPEN) setImmediate(count);
    };
    for (const payload of payloads) socket.send(payload);
    socket.send(formatInvocation('1', 'Subscribe', ['graph.*']));
    count();
    await once(socket, 'message');
    expect(turns).toBeGreaterThan(payloads.join('').length / 11 / 256 / 2);
    const event = once(socket, 'message');
    served.bus.publish([createGraphRunning('g1')]);
    expect(String((await event)[0])).toContain('"graphId":"g1"');
    socket.close();
    await served.close();
  });
});

it('100 invocations in one message are answered in order', async () => {
  const { connectWithHandshake } = setUp();
  const hubSocket = connectWithHandshake();
  const ids = Array.from({ length: 100 }, (_, index) => String(index));
  hubSocket.send(
    ids.map((id) => formatInvocation(id, 'SendAction', { Action: 'a', RequestId: id })).join(''),
  );
  await settleTurn();
  expect(listCallbackArguments(hubSocket, 'ActionResponse').map(({ requestId }) => requestId)).toEqual(ids);
  expect(listMessages(hubSocket).flatMap(({ invocationId }) => invocationId ?? [])).toEqual(ids);
});
