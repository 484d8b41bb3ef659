import { describe, expect, it, test } from 'vitest';
import { graphRunning, nodeDone, tweenCompleted } from '../testing-events.ts';
import { createFakeHub, invoke, messages, received } from '../testing-hub.ts';
import type { HubLimits } from '../limits.ts';
import type { FakeWire } from '../testing-wire.ts';

const seqs = (wire: FakeWire) => received(wire).map(({ seq }) => seq);
const replays = (wire: FakeWire) => received(wire).map(({ seq, replay = false }) => [seq, replay]);

/** A hub whose stream holds so many events, and a client that comes back. */
const setUp = (events: number, limits: Partial<HubLimits> = {}) => {
  const fake = createFakeHub(limits);
  for (let index = 1; index <= events; index += 1) fake.raise([graphRunning(`g${index}`)]);
  return { ...fake, wire: fake.join() };
};

describe('Resume', () => {
  it('before subscribing makes subscriptions begin after the event that it names', async () => {
    const { wire, raise } = setUp(5);
    expect((await invoke(wire, 'Resume', 's1', 2)).result).toEqual({ streamId: 's1', seq: 5, replayed: 0 });
    expect(received(wire)).toEqual([]);
    raise([graphRunning('g6')]);
    await invoke(wire, 'Subscribe', ['graph.*']);
    raise([graphRunning('g7')]);
    expect(replays(wire)).toEqual([
      [3, true],
      [4, true],
      [5, true],
      [6, true],
      [7, false],
    ]);
    const [first] = received(wire);
    expect(first).toEqual({ ...graphRunning('g3'), id: 's1-3', streamId: 's1', seq: 3, replay: true });
  });

  it('after subscribing brings what was raised before, and not what came already', async () => {
    const { wire, raise } = setUp(5);
    await invoke(wire, 'Subscribe', ['graph.*']);
    raise([graphRunning('g6'), graphRunning('g7')]);
    const { result } = await invoke(wire, 'Resume', 's1', 3);
    expect(result).toEqual({ streamId: 's1', seq: 7, replayed: 2 });
    expect(seqs(wire)).toEqual([6, 7, 4, 5]);
    expect(messages(wire).at(-1)).toMatchObject({ type: 3 });
  });

  it('counts events of the same turn once', async () => {
    const { wire, bus } = setUp(2);
    await invoke(wire, 'Resume', 's1', 1);
    bus.publish([graphRunning('g3')]);
    await invoke(wire, 'Subscribe', ['graph.*']);
    bus.publish([graphRunning('g4')]);
    await invoke(wire, 'Subscribe', ['graph.running']);
    expect(seqs(wire)).toEqual([2, 3, 4]);
  });

  it('brings what each further subscription adds, filtered as it asks', async () => {
    const { wire, raise } = setUp(1);
    raise([tweenCompleted('cube'), tweenCompleted('ball'), graphRunning('g4')]);
    await invoke(wire, 'Resume', 's1', 0);
    await invoke(wire, 'SubscribeFiltered', ['tween.*'], ['ball']);
    await invoke(wire, 'Subscribe', ['graph.*']);
    await invoke(wire, 'Subscribe', ['*']);
    expect(seqs(wire)).toEqual([3, 1, 4, 2]);
    await invoke(wire, 'Subscribe', ['tween.*']);
    expect(seqs(wire)).toHaveLength(4);
  });

  it('makes subscriptions answer the event that they begin behind, until the first Unsubscribe', async () => {
    const { wire } = setUp(5);
    await invoke(wire, 'Resume', 's1', 2);
    const begun = async () => (await invoke(wire, 'Subscribe', ['graph.*'])).result;
    expect([await begun(), await begun()]).toEqual(Array(2).fill({ streamId: 's1', seq: 2 }));
    await invoke(wire, 'Unsubscribe', ['graph.*']);
    expect(await begun()).toEqual({ streamId: 's1', seq: 5 });
  });

  it('holds until the first Unsubscribe', async () => {
    const { wire } = setUp(3);
    await invoke(wire, 'Resume', 's1', 1);
    await invoke(wire, 'Subscribe', ['graph.*']);
    await invoke(wire, 'Unsubscribe', ['graph.*']);
    await invoke(wire, 'Subscribe', ['graph.*']);
    expect(seqs(wire)).toEqual([2, 3]);
  });

  it('reports the numbers that are no longer held, in its answer and with the first event', async () => {
    const { wire } = setUp(8, { history: 3 });
    const gap = { from: 3, to: 5 };
    expect((await invoke(wire, 'Resume', 's1', 2)).result).toMatchObject({ gap });
    await invoke(wire, 'Subscribe', ['graph.*']);
    expect(received(wire).map((event) => [event.seq, event.gap])).toEqual([
      [6, gap],
      [7, undefined],
      [8, undefined],
    ]);
  });

  it('reports no gap where everything is still held', async () => {
    const { wire } = setUp(8, { history: 3 });
    expect((await invoke(wire, 'Resume', 's1', 5)).result).not.toHaveProperty('gap');
  });

  it('of an earlier run begins with the first event of this one', async () => {
    const { wire } = setUp(2);
    await invoke(wire, 'Subscribe', ['*']);
    expect((await invoke(wire, 'Resume', 's0', 99)).result).toEqual({ streamId: 's1', seq: 2, replayed: 2 });
    expect(seqs(wire)).toEqual([1, 2]);
  });

  it('finds ordinary events however many high-volume ones came between', async () => {
    const { wire, raise } = setUp(1, { history: 3 });
    for (let index = 0; index < 9; index += 1) raise([nodeDone('n1')]);
    await invoke(wire, 'Resume', 's1', 0);
    await invoke(wire, 'Subscribe', ['graph.*']);
    expect(received(wire).map(({ seq, gap }) => [seq, gap])).toEqual([[1, undefined]]);
    await invoke(wire, 'Subscribe', ['node.*']);
    expect(received(wire).map(({ seq, gap }) => [seq, gap])).toEqual([
      [1, undefined],
      [8, { from: 1, to: 7 }],
      [9, undefined],
      [10, undefined],
    ]);
  });

  it('brings as many as are held, in several messages', async () => {
    const { wire } = setUp(25, { eventsAMessage: 10 });
    await invoke(wire, 'Subscribe', ['*']);
    await invoke(wire, 'Resume', 's1', 0);
    expect(
      wire.frames.map((frame) => frame.filter(({ target }) => target === 'ReceiveEvent').length),
    ).toEqual([0, 0, 10, 10, 5, 0]);
  });

  test.each([
    [['s1', 3], /lastSeq: expected at most 2/],
    [['s1', -1], /lastSeq/],
    [['s1', 1.5], /lastSeq/],
    [[7, 1], /streamId/],
  ])('%j is refused', async (args, reason) => {
    const { wire } = setUp(2);
    expect((await invoke(wire, 'Resume', ...args)).error).toMatch(reason);
  });

  it('serves a connection once', async () => {
    const { wire } = setUp(2);
    await invoke(wire, 'Resume', 's1', 0);
    expect((await invoke(wire, 'Resume', 's1', 0)).error).toMatch(/once/);
  });
});
