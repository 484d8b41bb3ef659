import { beforeEach, describe, expect, it } from 'vitest';
import { createGraphRunning, createTweenCompleted } from './testing-events.ts';
import { createFakeHub, invokeHubMethod, listReceivedEvents } from './testing-hub.ts';
import type { FakeHub } from './testing-hub.ts';
import type { FakeHubSocket } from './testing-hub-socket.ts';

let fakeHub: FakeHub;
let socket: FakeHubSocket;
beforeEach(() => {
  fakeHub = createFakeHub();
  socket = fakeHub.connectWithHandshake();
});

const repeatItem = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

describe('a call with many errors', () => {
  it.each(['Subscribe', 'Unsubscribe'])('%s names the first five malformed patterns', async (method) => {
    const patterns = ['graph.*', 'a..b', '', 'c.', '.d', 'e f', 'g!', 'h..i'];
    const { error } = await invokeHubMethod(socket, method, patterns);
    expect(error).toContain(
      "The patterns 'a..b', '', 'c.', '.d', 'e f' and 2 more are malformed: expected names, * or **",
    );
  });

  it('names the first five arguments of the wrong type', async () => {
    const { error } = await invokeHubMethod(socket, 'Subscribe', repeatItem(1_000, 1));
    expect(error).toMatch(/^INVALID_REQUEST: patterns\.0: .*patterns\.4: [^;]*; and 995 more\. GET/);
    expect(error!.length).toBeLessThan(600);
  });

  it.each([
    ['Subscribe', [repeatItem(200_000, 1)], 'patterns: expected at most 1000, not 200000.'],
    ['Unsubscribe', [repeatItem(1_001, 'a')], 'patterns: expected at most 1000, not 1001.'],
    ['SubscribeFiltered', [['a'], repeatItem(1_001, 'b')], 'objects: expected at most 1000, not 1001.'],
    [
      'SubscribeFiltered',
      [['a'], null, null, repeatItem(9_999, 'c')],
      'clips: expected at most 1000, not 9999.',
    ],
    ['SendActionBatch', [repeatItem(200_000, 1)], 'commands: expected at most 500, not 200000.'],
  ])('%s rejects too many items without inspecting them', async (method, args, reason) => {
    const { error } = await invokeHubMethod(socket, method, ...args);
    expect(error).toBe(`INVALID_REQUEST: ${reason} GET /api/events/types describes the hub methods.`);
  });

  it('is accepted at the limit', async () => {
    const patterns = Array.from({ length: 1_000 }, (_, index) => `graph.x${index}.*`);
    expect(await invokeHubMethod(socket, 'Subscribe', patterns)).not.toHaveProperty('error');
    expect(await invokeHubMethod(socket, 'Subscribe', patterns)).not.toHaveProperty('error');
    expect((await invokeHubMethod(socket, 'Subscribe', ['one.more'])).error).toContain(
      'and this would make 1001',
    );
    expect(await invokeHubMethod(socket, 'Unsubscribe', patterns)).not.toHaveProperty('error');
    expect(await invokeHubMethod(socket, 'Subscribe', ['one.more'])).not.toHaveProperty('error');
  });
});

describe('the filters of a connection', () => {
  const createLongName = (name: string, length: number): string[] => [name.padEnd(length, 'x')];

  it('are limited in their total text, with equal filters counted once', async () => {
    const halfLimit = createLongName('a', 30_000);
    expect(
      await invokeHubMethod(socket, 'SubscribeFiltered', ['tween.*', '*'], halfLimit),
    ).not.toHaveProperty('error');
    expect(await invokeHubMethod(socket, 'SubscribeFiltered', ['graph.*'], halfLimit)).not.toHaveProperty(
      'error',
    );
    expect(
      await invokeHubMethod(socket, 'SubscribeFiltered', ['*'], createLongName('b', 30_000)),
    ).not.toHaveProperty('error');
    const { error } = await invokeHubMethod(socket, 'SubscribeFiltered', ['*'], createLongName('c', 30_000));
    expect(error).toContain('A connection may hold 65536 characters of filters, and this would make 90');
    await invokeHubMethod(socket, 'Unsubscribe', ['*']);
    expect(
      await invokeHubMethod(socket, 'SubscribeFiltered', ['*'], createLongName('c', 30_000)),
    ).not.toHaveProperty('error');
  });

  it('are shared when they are equal, so that connections share the bytes they receive', async () => {
    const otherSocket = fakeHub.connectWithHandshake();
    await invokeHubMethod(socket, 'SubscribeFiltered', ['tween.*'], ['cube', 'lamp']);
    await invokeHubMethod(socket, 'SubscribeFiltered', ['*.completed'], ['lamp', 'cube', 'cube']);
    await invokeHubMethod(otherSocket, 'SubscribeFiltered', ['tween.*', '*.completed'], ['cube', 'lamp']);
    fakeHub.raise([createTweenCompleted('cube'), createTweenCompleted('door')]);
    expect(listReceivedEvents(socket).map(({ object }) => object)).toEqual(['cube']);
    expect(otherSocket.bytes.at(-1)).toBe(socket.bytes.at(-1));
  });
});

describe('patterns that match no event', () => {
  it('are subscribed to, and listed in the result as they were sent', async () => {
    const { result } = await invokeHubMethod(socket, 'Subscribe', [
      'graph.*',
      'Consol.log',
      'x.**',
      'Consol.log',
    ]);
    expect(result).toEqual({ streamId: 's1', seq: 0, unmatched: ['Consol.log', 'x.**'] });
    fakeHub.raise([createGraphRunning('g1')]);
    expect(listReceivedEvents(socket)).toHaveLength(1);
  });

  it('include those whose filter no event can pass', async () => {
    const { result } = await invokeHubMethod(socket, 'SubscribeFiltered', ['graph.*', 'tween.*'], ['cube']);
    expect(result).toEqual({ streamId: 's1', seq: 0, unmatched: ['graph.*'] });
  });

  it('are listed again when they are subscribed to again', async () => {
    await invokeHubMethod(socket, 'Subscribe', ['nothing']);
    expect((await invokeHubMethod(socket, 'Subscribe', ['NOTHING'])).result).toMatchObject({
      unmatched: ['NOTHING'],
    });
  });

  it('are absent from the result when there are none', async () => {
    expect((await invokeHubMethod(socket, 'Subscribe', ['graph.*', '**'])).result).toEqual({
      streamId: 's1',
      seq: 0,
    });
  });
});

describe('a call that changes nothing', () => {
  it.each([
    ['Unsubscribe', ['tween.*']],
    ['Unsubscribe', []],
    ['Subscribe', ['GRAPH.*']],
    ['SetRate', 20],
  ])('%s %j leaves the events of the turn in one message', async (method, argument) => {
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    const before = socket.frames.length;
    fakeHub.bus.publish([createGraphRunning('g1')]);
    socket.send(`${JSON.stringify({ type: 1, target: method, arguments: [argument] })}\x1e`);
    fakeHub.bus.publish([createGraphRunning('g2')]);
    fakeHub.scheduler.endTurn();
    expect(socket.frames.slice(before).map((frame) => frame.length)).toEqual([2]);
  });
});
