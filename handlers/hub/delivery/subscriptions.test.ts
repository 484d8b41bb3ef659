import { beforeEach, describe, expect, it } from 'vitest';
import { eventTypes } from '#spec/events.ts';
import { createFakeHub, invokeHubMethod, listReceivedEvents } from '../testing-hub.ts';
import { encodeMessagePack } from '#runtime/link/messagepack/encode-messagepack.ts';
import { writeLengthPrefix, reservedPrefixBytes } from '../protocol/framing.ts';
import { createGraphRunning, createNodeDone, createTweenCompleted } from '../testing-events.ts';
import type { FakeHub } from '../testing-hub.ts';
import type { FakeHubSocket } from '../testing-hub-socket.ts';

let fakeHub: FakeHub;
let socket: FakeHubSocket;
beforeEach(() => {
  fakeHub = createFakeHub({ patterns: 3 });
  socket = fakeHub.connectWithHandshake();
});

const listReceivedObjects = () => listReceivedEvents(socket).map((event) => event.object);

describe('subscriptions', () => {
  it('deliver the events that match, and no others', async () => {
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    fakeHub.raise([createGraphRunning('g1'), createTweenCompleted('cube'), createGraphRunning('g2')]);
    expect(listReceivedEvents(socket).map(({ seq, type, graphId }) => [seq, type, graphId])).toEqual([
      [1, 'graph.running', 'g1'],
      [3, 'graph.running', 'g2'],
    ]);
  });

  it('return the number of the last event before them', async () => {
    expect((await invokeHubMethod(socket, 'Subscribe', ['*'])).result).toEqual({ streamId: 's1', seq: 0 });
    fakeHub.raise([createGraphRunning('g1'), createTweenCompleted('cube')]);
    fakeHub.bus.publish([createGraphRunning('g3')]);
    const { result } = await invokeHubMethod(socket, 'SubscribeFiltered', ['tween.*'], ['cube']);
    expect(result).toEqual({ streamId: 's1', seq: 3 });
  });

  it('also match event kinds that a runtime brings later, and filter them by their subjects', async () => {
    await invokeHubMethod(socket, 'Subscribe', ['paint.*']);
    const filtered = fakeHub.connectWithHandshake();
    await invokeHubMethod(filtered, 'SubscribeFiltered', ['*'], ['wall']);
    fakeHub.bus.kinds.addOwn(new Map([['paint.dried', { subject: ['object'] }]]));
    expect(fakeHub.interests.at(-1)).toContain('paint.dried');
    const dried = { type: 'paint.dried', tick: 1, time: 0 };
    fakeHub.raise(['wall', 'floor'].map((object) => ({ ...dried, object, data: { object } })));
    expect(listReceivedObjects()).toEqual(['wall', 'floor']);
    expect(listReceivedEvents(filtered).map(({ object }) => object)).toEqual(['wall']);
  });

  it('that overlap deliver an event once', async () => {
    await invokeHubMethod(socket, 'Subscribe', ['graph.*', '*', 'graph.running']);
    fakeHub.raise([createGraphRunning('g1')]);
    expect(listReceivedEvents(socket)).toHaveLength(1);
  });

  it('end by exactly the pattern they were made with, in any letter case', async () => {
    await invokeHubMethod(socket, 'Subscribe', ['graph.*', '*']);
    await invokeHubMethod(socket, 'Unsubscribe', ['*']);
    fakeHub.raise([createGraphRunning('g1'), createTweenCompleted('cube')]);
    expect(listReceivedEvents(socket).map(({ type }) => type)).toEqual(['graph.running']);
    await invokeHubMethod(socket, 'Unsubscribe', ['graph.running']);
    fakeHub.raise([createGraphRunning('g2')]);
    expect(listReceivedEvents(socket)).toHaveLength(2);
    await invokeHubMethod(socket, 'Unsubscribe', ['GRAPH.*']);
    fakeHub.raise([createGraphRunning('g3')]);
    expect(listReceivedEvents(socket)).toHaveLength(2);
  });

  it.each([
    ['Subscribe', [['tween.*', 'a..b']]],
    ['Unsubscribe', [['graph.*', 'a..b']]],
    ['Subscribe', [['tween.*', 'node.*', 'console.*']]],
    ['SubscribeFiltered', ['tween.*']],
    ['Subscribe', [[7]]],
    ['Subscribe', []],
    ['Subscribe', [['tween.*'], 'more']],
  ])('do not change when %s %j fails', async (method, args) => {
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    const completion = await invokeHubMethod(socket, method, ...args);
    expect(completion.error).toMatch(/^INVALID_REQUEST: /);
    expect(completion).not.toHaveProperty('result');
    fakeHub.raise([createGraphRunning('g1'), createTweenCompleted('cube')]);
    expect(listReceivedEvents(socket).map(({ type }) => type)).toEqual(['graph.running']);
  });

  it('with one pattern count once against the limit', async () => {
    await invokeHubMethod(socket, 'Subscribe', ['graph.*', 'tween.*', 'node.*']);
    expect(await invokeHubMethod(socket, 'Subscribe', ['Graph.*'])).not.toHaveProperty('error');
  });
});

describe('filters', () => {
  const tweens = ['cube', 'lamp', 'door'].map(createTweenCompleted);

  it('accept any of the values of a list', async () => {
    await invokeHubMethod(socket, 'SubscribeFiltered', ['tween.*'], ['cube', 'door']);
    fakeHub.raise(tweens);
    expect(listReceivedObjects()).toEqual(['cube', 'door']);
  });

  it('require a match in every list', async () => {
    await invokeHubMethod(socket, 'SubscribeFiltered', ['*'], ['cube'], null, ['walk']);
    fakeHub.raise([...tweens, createGraphRunning('g1')]);
    expect(listReceivedObjects()).toEqual([]);
  });

  it('reject an event without the field, even if its type may have it', async () => {
    await invokeHubMethod(socket, 'SubscribeFiltered', ['tween.*'], ['cube']);
    fakeHub.raise([{ ...createGraphRunning('g1'), type: 'tween.completed' }]);
    expect(listReceivedEvents(socket)).toEqual([]);
  });

  it('that are empty match everything', async () => {
    await invokeHubMethod(socket, 'SubscribeFiltered', ['tween.*'], [], null);
    fakeHub.raise(tweens);
    expect(listReceivedObjects()).toEqual(['cube', 'lamp', 'door']);
  });

  it('combine with other subscriptions, and deliver an event once', async () => {
    await invokeHubMethod(socket, 'SubscribeFiltered', ['tween.*'], ['cube']);
    await invokeHubMethod(socket, 'SubscribeFiltered', ['tween.completed'], ['cube', 'lamp']);
    fakeHub.raise(tweens);
    expect(listReceivedObjects()).toEqual(['cube', 'lamp']);
  });

  it('end with their pattern', async () => {
    await invokeHubMethod(socket, 'SubscribeFiltered', ['tween.*'], ['cube']);
    await invokeHubMethod(socket, 'Unsubscribe', ['tween.*']);
    fakeHub.raise(tweens);
    expect(listReceivedObjects()).toEqual([]);
  });
});

describe('interest', () => {
  const playbacks = eventTypes.filter((type) => type.startsWith('animation.playback.')).toSorted();

  it('is announced only when the set of subscribed types changes', async () => {
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    const otherSocket = fakeHub.connectWithHandshake();
    await invokeHubMethod(otherSocket, 'Subscribe', ['graph.running']);
    await invokeHubMethod(otherSocket, 'SubscribeFiltered', ['*'], ['cube']);
    socket.disconnect();
    otherSocket.disconnect();
    expect(fakeHub.interests.map((types) => types.toSorted())).toEqual([
      ['graph.running', 'graph.stopped'],
      [
        ...playbacks,
        'camera.changed',
        'graph.running',
        'graph.stopped',
        'tween.cancelled',
        'tween.completed',
      ],
      [...playbacks, 'camera.changed', 'graph.running', 'tween.cancelled', 'tween.completed'],
      [],
    ]);
  });
});

describe('a batch of events', () => {
  it('is sent in one frame, shared by connections with the same selection', async () => {
    const sameSocket = fakeHub.connectWithHandshake();
    const wider = fakeHub.connectWithHandshake();
    const otherSocket = fakeHub.connectWithHandshake();
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    await invokeHubMethod(sameSocket, 'Subscribe', ['graph.running', 'graph.stopped']);
    await invokeHubMethod(wider, 'Subscribe', ['graph.*', 'tween.*']);
    await invokeHubMethod(otherSocket, 'Subscribe', ['node.*']);
    const frames = () => [socket, sameSocket, wider, otherSocket].map(({ bytes }) => bytes.length);
    const before = frames();
    fakeHub.raise([createGraphRunning('g1'), createGraphRunning('g2')]);
    expect(frames().map((count, index) => count - before[index]!)).toEqual([1, 1, 1, 0]);
    expect(sameSocket.bytes.at(-1)).toBe(socket.bytes.at(-1));
    expect(wider.bytes.at(-1)).toBe(socket.bytes.at(-1));
    fakeHub.raise([createGraphRunning('g3'), createTweenCompleted('cube'), createNodeDone('n1')]);
    expect(wider.bytes.at(-1)).not.toBe(socket.bytes.at(-1));
    expect(wider.frames.at(-1)).toHaveLength(2);
  });

  it('is encoded once for all MessagePack connections too', () => {
    const call = writeLengthPrefix(
      encodeMessagePack([1, {}, null, 'Subscribe', [['*']], []], reservedPrefixBytes),
    );
    const [first, second] = [fakeHub.connect(), fakeHub.connect()];
    for (const client of [first, second]) {
      client.send('{"protocol":"messagepack","version":1}\x1e');
      client.send(call);
    }
    fakeHub.raise([createGraphRunning('g1'), createTweenCompleted('cube')]);
    expect(first.bytes).toHaveLength(2);
    expect(second.bytes.at(-1)).toBe(first.bytes.at(-1));
  });
});
