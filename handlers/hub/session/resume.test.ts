import { describe, expect, it, test } from 'vitest';
import { createGraphRunning, createNodeDone, createTweenCompleted } from '../testing-events.ts';
import { createFakeHub, invokeHubMethod, listMessages, listReceivedEvents } from '../testing-hub.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { FakeHubSocket } from '../testing-hub-socket.ts';

const listSeqs = (socket: FakeHubSocket) => listReceivedEvents(socket).map(({ seq }) => seq);
const listReplayedSeqs = (socket: FakeHubSocket) =>
  listReceivedEvents(socket).map(({ seq, replay = false }) => [seq, replay]);

/** Creates a hub whose stream contains this many events, and a client that reconnects. */
const setUp = (events: number, limits: Partial<HubLimits> = {}) => {
  const fake = createFakeHub(limits);
  for (let index = 1; index <= events; index += 1) fake.raise([createGraphRunning(`g${index}`)]);
  return { ...fake, socket: fake.connectWithHandshake() };
};

describe('Resume', () => {
  it('before subscribing makes subscriptions start after the given event', async () => {
    const { socket, raise } = setUp(5);
    expect((await invokeHubMethod(socket, 'Resume', 's1', 2)).result).toEqual({
      streamId: 's1',
      seq: 5,
      replayed: 0,
    });
    expect(listReceivedEvents(socket)).toEqual([]);
    raise([createGraphRunning('g6')]);
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    raise([createGraphRunning('g7')]);
    expect(listReplayedSeqs(socket)).toEqual([
      [3, true],
      [4, true],
      [5, true],
      [6, true],
      [7, false],
    ]);
    const [first] = listReceivedEvents(socket);
    expect(first).toEqual({ ...createGraphRunning('g3'), id: 's1-3', streamId: 's1', seq: 3, replay: true });
  });

  it('after subscribing sends earlier events, but none that were already sent', async () => {
    const { socket, raise } = setUp(5);
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    raise([createGraphRunning('g6'), createGraphRunning('g7')]);
    const { result } = await invokeHubMethod(socket, 'Resume', 's1', 3);
    expect(result).toEqual({ streamId: 's1', seq: 7, replayed: 2 });
    expect(listSeqs(socket)).toEqual([6, 7, 4, 5]);
    expect(listMessages(socket).at(-1)).toMatchObject({ type: 3 });
  });

  it('sends events of kinds that the connected runtime does not have, but an earlier one had', async () => {
    const { socket, bus, raise } = setUp(1);
    bus.kinds.addOwn(new Map([['paint.dried', {}]]));
    raise([{ type: 'paint.dried', tick: 1, time: 0, data: {} }]);
    bus.kinds.addOwn(new Map([['clay.fired', {}]]));
    await invokeHubMethod(socket, 'Resume', 's1', 1);
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    expect(listReplayedSeqs(socket)).toEqual([[2, true]]);
  });

  it('counts events of the same turn once', async () => {
    const { socket, bus } = setUp(2);
    await invokeHubMethod(socket, 'Resume', 's1', 1);
    bus.publish([createGraphRunning('g3')]);
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    bus.publish([createGraphRunning('g4')]);
    await invokeHubMethod(socket, 'Subscribe', ['graph.running']);
    expect(listSeqs(socket)).toEqual([2, 3, 4]);
  });

  it('sends the events that each further subscription adds, with its filter', async () => {
    const { socket, raise } = setUp(1);
    raise([createTweenCompleted('cube'), createTweenCompleted('ball'), createGraphRunning('g4')]);
    await invokeHubMethod(socket, 'Resume', 's1', 0);
    await invokeHubMethod(socket, 'SubscribeFiltered', ['tween.*'], ['ball']);
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    expect(listSeqs(socket)).toEqual([3, 1, 4, 2]);
    await invokeHubMethod(socket, 'Subscribe', ['tween.*']);
    expect(listSeqs(socket)).toHaveLength(4);
  });

  it('makes subscriptions return the event after which they start, until the first Unsubscribe', async () => {
    const { socket } = setUp(5);
    await invokeHubMethod(socket, 'Resume', 's1', 2);
    const subscribe = async () => (await invokeHubMethod(socket, 'Subscribe', ['graph.*'])).result;
    expect([await subscribe(), await subscribe()]).toEqual(Array(2).fill({ streamId: 's1', seq: 2 }));
    await invokeHubMethod(socket, 'Unsubscribe', ['graph.*']);
    expect(await subscribe()).toEqual({ streamId: 's1', seq: 5 });
  });

  it('is in effect until the first Unsubscribe', async () => {
    const { socket } = setUp(3);
    await invokeHubMethod(socket, 'Resume', 's1', 1);
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    await invokeHubMethod(socket, 'Unsubscribe', ['graph.*']);
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    expect(listSeqs(socket)).toEqual([2, 3]);
  });

  it('reports the numbers that are no longer retained, in its result and with the first event', async () => {
    const { socket } = setUp(8, { history: 3 });
    const gap = { from: 3, to: 5 };
    expect((await invokeHubMethod(socket, 'Resume', 's1', 2)).result).toMatchObject({ gap });
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    expect(listReceivedEvents(socket).map((event) => [event.seq, event.gap])).toEqual([
      [6, gap],
      [7, undefined],
      [8, undefined],
    ]);
  });

  it('reports no gap when everything is still retained', async () => {
    const { socket } = setUp(8, { history: 3 });
    expect((await invokeHubMethod(socket, 'Resume', 's1', 5)).result).not.toHaveProperty('gap');
  });

  it('of an earlier run starts with the first event of this one', async () => {
    const { socket } = setUp(2);
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    expect((await invokeHubMethod(socket, 'Resume', 's0', 99)).result).toEqual({
      streamId: 's1',
      seq: 2,
      replayed: 2,
    });
    expect(listSeqs(socket)).toEqual([1, 2]);
  });

  it('finds ordinary events however many high-volume ones came between', async () => {
    const { socket, raise } = setUp(1, { history: 3 });
    for (let index = 0; index < 9; index += 1) raise([createNodeDone('n1')]);
    await invokeHubMethod(socket, 'Resume', 's1', 0);
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    expect(listReceivedEvents(socket).map(({ seq, gap }) => [seq, gap])).toEqual([[1, undefined]]);
    await invokeHubMethod(socket, 'Subscribe', ['node.*']);
    expect(listReceivedEvents(socket).map(({ seq, gap }) => [seq, gap])).toEqual([
      [1, undefined],
      [8, { from: 1, to: 7 }],
      [9, undefined],
      [10, undefined],
    ]);
  });

  it('sends all retained events, in several messages', async () => {
    const { socket } = setUp(25, { eventsAMessage: 10 });
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    await invokeHubMethod(socket, 'Resume', 's1', 0);
    expect(
      socket.frames.map((frame) => frame.filter(({ target }) => target === 'ReceiveEvent').length),
    ).toEqual([0, 0, 10, 10, 5, 0]);
  });

  test.each([
    [['s1', 3], /lastSeq: expected at most 2/],
    [['s1', -1], /lastSeq/],
    [['s1', 1.5], /lastSeq/],
    [[7, 1], /streamId/],
  ])('%j is rejected', async (args, reason) => {
    const { socket } = setUp(2);
    expect((await invokeHubMethod(socket, 'Resume', ...args)).error).toMatch(reason);
  });

  it('works once per connection', async () => {
    const { socket } = setUp(2);
    await invokeHubMethod(socket, 'Resume', 's1', 0);
    expect((await invokeHubMethod(socket, 'Resume', 's1', 0)).error).toMatch(/once/);
  });
});
