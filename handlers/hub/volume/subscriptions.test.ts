import { beforeEach, describe, expect, it } from 'vitest';
import { eventTypes } from '#spec/events.ts';
import { createFakeHub, invoke, received } from '../testing-hub.ts';
import { encodeMessagePack } from '#runtime/link/messagepack/encode.ts';
import { prefixed, prefixRoom } from '../protocol/prefixed.ts';
import { graphRunning, nodeDone, tweenCompleted } from '../testing-events.ts';
import type { FakeHub } from '../testing-hub.ts';
import type { FakeWire } from '../testing-wire.ts';

let fake: FakeHub;
let wire: FakeWire;
beforeEach(() => {
  fake = createFakeHub({ patterns: 3 });
  wire = fake.join();
});

const objects = () => received(wire).map((event) => event.object);

describe('subscriptions', () => {
  it('bring the events that match, and no others', async () => {
    await invoke(wire, 'Subscribe', ['graph.*']);
    fake.raise([graphRunning('g1'), tweenCompleted('cube'), graphRunning('g2')]);
    expect(received(wire).map(({ seq, type, graphId }) => [seq, type, graphId])).toEqual([
      [1, 'graph.running', 'g1'],
      [3, 'graph.running', 'g2'],
    ]);
  });

  it('answer the last event before them', async () => {
    expect((await invoke(wire, 'Subscribe', ['*'])).result).toEqual({ streamId: 's1', seq: 0 });
    fake.raise([graphRunning('g1'), tweenCompleted('cube')]);
    fake.bus.publish([graphRunning('g3')]);
    const { result } = await invoke(wire, 'SubscribeFiltered', ['tween.*'], ['cube']);
    expect(result).toEqual({ streamId: 's1', seq: 3 });
  });

  it('that overlap deliver once', async () => {
    await invoke(wire, 'Subscribe', ['graph.*', '*', 'graph.running']);
    fake.raise([graphRunning('g1')]);
    expect(received(wire)).toHaveLength(1);
  });

  it('end by exactly the pattern they were made with, in any letter case', async () => {
    await invoke(wire, 'Subscribe', ['graph.*', '*']);
    await invoke(wire, 'Unsubscribe', ['*']);
    fake.raise([graphRunning('g1'), tweenCompleted('cube')]);
    expect(received(wire).map(({ type }) => type)).toEqual(['graph.running']);
    await invoke(wire, 'Unsubscribe', ['graph.running']);
    fake.raise([graphRunning('g2')]);
    expect(received(wire)).toHaveLength(2);
    await invoke(wire, 'Unsubscribe', ['GRAPH.*']);
    fake.raise([graphRunning('g3')]);
    expect(received(wire)).toHaveLength(2);
  });

  it.each([
    ['Subscribe', [['tween.*', 'a..b']]],
    ['Unsubscribe', [['graph.*', 'a..b']]],
    ['Subscribe', [['tween.*', 'node.*', 'console.*']]],
    ['SubscribeFiltered', ['tween.*']],
    ['Subscribe', [[7]]],
    ['Subscribe', []],
    ['Subscribe', [['tween.*'], 'more']],
  ])('stay as they are when %s %j fails', async (method, args) => {
    await invoke(wire, 'Subscribe', ['graph.*']);
    const completion = await invoke(wire, method, ...args);
    expect(completion.error).toMatch(/^INVALID_REQUEST: /);
    expect(completion).not.toHaveProperty('result');
    fake.raise([graphRunning('g1'), tweenCompleted('cube')]);
    expect(received(wire).map(({ type }) => type)).toEqual(['graph.running']);
  });

  it('of one pattern count once against the limit', async () => {
    await invoke(wire, 'Subscribe', ['graph.*', 'tween.*', 'node.*']);
    expect(await invoke(wire, 'Subscribe', ['Graph.*'])).not.toHaveProperty('error');
  });
});

describe('filters', () => {
  const tweens = ['cube', 'lamp', 'door'].map(tweenCompleted);

  it('let pass any of the values of a list', async () => {
    await invoke(wire, 'SubscribeFiltered', ['tween.*'], ['cube', 'door']);
    fake.raise(tweens);
    expect(objects()).toEqual(['cube', 'door']);
  });

  it('ask for all of the lists', async () => {
    await invoke(wire, 'SubscribeFiltered', ['*'], ['cube'], null, ['walk']);
    fake.raise([...tweens, graphRunning('g1')]);
    expect(objects()).toEqual([]);
  });

  it('refuse an event that lacks the field, even of a kind that may carry it', async () => {
    await invoke(wire, 'SubscribeFiltered', ['tween.*'], ['cube']);
    fake.raise([{ ...graphRunning('g1'), type: 'tween.completed' }]);
    expect(received(wire)).toEqual([]);
  });

  it('that are empty do not narrow', async () => {
    await invoke(wire, 'SubscribeFiltered', ['tween.*'], [], null);
    fake.raise(tweens);
    expect(objects()).toEqual(['cube', 'lamp', 'door']);
  });

  it('join with other subscriptions, and deliver once', async () => {
    await invoke(wire, 'SubscribeFiltered', ['tween.*'], ['cube']);
    await invoke(wire, 'SubscribeFiltered', ['tween.completed'], ['cube', 'lamp']);
    fake.raise(tweens);
    expect(objects()).toEqual(['cube', 'lamp']);
  });

  it('fall with the pattern they narrow', async () => {
    await invoke(wire, 'SubscribeFiltered', ['tween.*'], ['cube']);
    await invoke(wire, 'Unsubscribe', ['tween.*']);
    fake.raise(tweens);
    expect(objects()).toEqual([]);
  });
});

describe('interest', () => {
  const playbacks = eventTypes.filter((type) => type.startsWith('animation.playback.')).toSorted();

  it('is announced when the set of listened types changes, and only then', async () => {
    await invoke(wire, 'Subscribe', ['graph.*']);
    const other = fake.join();
    await invoke(other, 'Subscribe', ['graph.running']);
    await invoke(other, 'SubscribeFiltered', ['*'], ['cube']);
    wire.disconnect();
    other.disconnect();
    expect(fake.interests.map((types) => types.toSorted())).toEqual([
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
  it('leaves in one frame, which connections with the same selection share', async () => {
    const same = fake.join();
    const wider = fake.join();
    const other = fake.join();
    await invoke(wire, 'Subscribe', ['graph.*']);
    await invoke(same, 'Subscribe', ['graph.running', 'graph.stopped']);
    await invoke(wider, 'Subscribe', ['graph.*', 'tween.*']);
    await invoke(other, 'Subscribe', ['node.*']);
    const frames = () => [wire, same, wider, other].map(({ bytes }) => bytes.length);
    const before = frames();
    fake.raise([graphRunning('g1'), graphRunning('g2')]);
    expect(frames().map((count, index) => count - before[index]!)).toEqual([1, 1, 1, 0]);
    expect(same.bytes.at(-1)).toBe(wire.bytes.at(-1));
    expect(wider.bytes.at(-1)).toBe(wire.bytes.at(-1));
    fake.raise([graphRunning('g3'), tweenCompleted('cube'), nodeDone('n1')]);
    expect(wider.bytes.at(-1)).not.toBe(wire.bytes.at(-1));
    expect(wider.frames.at(-1)).toHaveLength(2);
  });

  it('is encoded once for all that speak MessagePack, too', () => {
    const call = prefixed(encodeMessagePack([1, {}, null, 'Subscribe', [['*']], []], prefixRoom));
    const [one, two] = [fake.connect(), fake.connect()];
    for (const each of [one, two]) {
      each.send('{"protocol":"messagepack","version":1}\x1e');
      each.send(call);
    }
    fake.raise([graphRunning('g1'), tweenCompleted('cube')]);
    expect(one.bytes).toHaveLength(2);
    expect(two.bytes.at(-1)).toBe(one.bytes.at(-1));
  });
});
