import { describe, expect, it } from 'vitest';
import { createEventDispatcher } from './event-dispatcher.ts';
import { createSubscription } from './subscription.ts';
import {
  createFakeConnection,
  createEvent,
  throwConnectionLost,
  throwHubError,
} from './testing-hub-connection.ts';
import type { Envelope } from './event-types.ts';
import type { Gap } from './event-dispatcher.ts';
import type { Filter } from './subscription.ts';

type HubResponses = NonNullable<Parameters<typeof createFakeConnection>[0]>;

const eventWithSeq = (seq: number, streamId = 's1') => ({ streamId, seq, replayed: 0 });

/** Creates a hub whose latest event has the given sequence number. */
const createHubAt = (seq: number, streamId = 's1'): HubResponses => ({
  Subscribe: () => ({ streamId, seq }),
  SubscribeFiltered: () => ({ streamId, seq }),
  Resume: () => eventWithSeq(seq, streamId),
});

/** Creates a dispatcher with a connection whose stream is at sequence number 10. */
const createTestDispatcher = async (responses: HubResponses = {}) => {
  const gaps: Gap[] = [];
  const dispatcher = createEventDispatcher({ rate: undefined, onGap: (gap) => gaps.push(gap) });
  const attach = async (overrides: HubResponses = {}) => {
    const fake = createFakeConnection({ ...createHubAt(10), ...overrides });
    await dispatcher.attachConnection(fake.connection);
    return fake;
  };
  const subscribe = async (patterns: readonly string[], filter: Filter = {}) => {
    const seen: number[] = [];
    const subscription = createSubscription(patterns, filter, ({ seq }) => seen.push(seq));
    const live = dispatcher.add(subscription);
    live.catch(() => {});
    return { seen, live, end: () => dispatcher.remove(subscription) };
  };
  const receive = (...events: readonly (number | Envelope)[]) => {
    for (const event of events) dispatcher.receive(typeof event === 'number' ? createEvent(event) : event);
  };
  return { ...(await attach(responses)), dispatcher, gaps, attach, subscribe, receive };
};

const filterCalls = (calls: readonly (readonly unknown[])[], method: string) =>
  calls.filter(([name]) => name === method).map(([, ...args]) => args);

describe('events', () => {
  it('reach each matching subscription once', async () => {
    const { subscribe, receive } = await createTestDispatcher();
    const all = await subscribe(['*', 'graph.*']);
    const graphs = await subscribe(['GRAPH.running']);
    const tweens = await subscribe(['tween.*'], { objects: ['cube', 'ball'] });
    await Promise.all([all.live, graphs.live, tweens.live]);
    const tween = (seq: number, object?: string) =>
      createEvent(seq, { type: 'tween.completed', ...(object && { object }) });
    receive(11, 11, tween(12, 'cube'), tween(13, 'hat'), tween(14), 15);
    expect(all.seen).toEqual([11, 12, 13, 14, 15]);
    expect(graphs.seen).toEqual([11, 15]);
    expect(tweens.seen).toEqual([12]);
  });

  it('reach a subscription only if raised after the position that the service reports', async () => {
    const reporting = await createTestDispatcher({
      Subscribe: () => ({ streamId: 's1', seq: 10, unmatched: ['x.*'] }),
    });
    expect(await (await reporting.subscribe(['x.*'])).live).toEqual(['x.*']);
    const silent = await createTestDispatcher({ Subscribe: () => null as never });
    expect(await (await silent.subscribe(['x.*'])).live).toEqual([]);
  });

  it('from before a subscription are not delivered to it', async () => {
    const { subscribe, receive } = await createTestDispatcher();
    const first = await subscribe(['*']);
    await first.live;
    receive(9, 11, 12);
    const second = await subscribe(['graph.*']);
    await second.live;
    receive(11, createEvent(8, { type: 'graph.stopped' }), 13);
    expect([first.seen, second.seen]).toEqual([[11, 12, 13], [13]]);
  });

  it('still reach the other listeners if one of them throws', async () => {
    const { dispatcher, subscribe, receive } = await createTestDispatcher();
    const failed = new Promise((resolve) => process.once('uncaughtException', resolve));
    const failing = createSubscription(['*'], {}, () => {
      throw new Error('broken');
    });
    await dispatcher.add(failing);
    const sound = await subscribe(['*']);
    await sound.live;
    receive(11);
    expect(sound.seen).toEqual([11]);
    expect(await failed).toMatchObject({ message: 'broken' });
  });

  it('report a gap if the client was too slow', async () => {
    const { gaps, receive } = await createTestDispatcher();
    receive(createEvent(20, { gap: { from: 12, to: 19 } }));
    expect(gaps).toEqual([{ reason: 'skipped', from: 12, to: 19 }]);
  });
});

describe('the hub', () => {
  it('gets the patterns of each subscription, and unsubscribes patterns without subscribers', async () => {
    const { calls, subscribe, receive } = await createTestDispatcher();
    const first = await subscribe(['Graph.*', 'console.log']);
    const second = await subscribe(['graph.*'], { objects: ['cube'] });
    await Promise.all([first.live, second.live]);
    expect(filterCalls(calls, 'Subscribe')).toEqual([[['graph.*', 'console.log']]]);
    expect(filterCalls(calls, 'SubscribeFiltered')).toEqual([[['graph.*'], ['cube'], null, null]]);

    calls.length = 0;
    await first.end();
    await first.end();
    receive(createEvent(11, { object: 'cube' }));
    expect([first.seen, second.seen]).toEqual([[], [11]]);
    expect(calls).toEqual([['Unsubscribe', ['console.log']]]);
    await second.end();
    expect(calls.slice(1)).toEqual([['Unsubscribe', ['graph.*']]]);
  });

  it('gets no other calls', async () => {
    const { calls, subscribe } = await createTestDispatcher();
    expect(calls).toEqual([]);
    const [first, second] = [await subscribe(['a']), await subscribe(['b'])];
    await Promise.all([first.live, second.live]);
    expect(calls.map(([method]) => method)).toEqual(['Subscribe', 'Subscribe']);
  });

  it('reports where a subscription begins, whatever others have received', async () => {
    let seq = 10;
    const { dispatcher, attach, subscribe, receive } = await createTestDispatcher({
      Subscribe: () => ({ streamId: 's1', seq }),
    });
    const first = await subscribe(['*']);
    await first.live;
    seq = 20;
    const second = await subscribe(['graph.*']);
    await second.live;
    receive(20, 21);
    expect([first.seen, second.seen]).toEqual([[20, 21], [21]]);
    dispatcher.detachConnection();
    const { calls } = await attach(createHubAt(21));
    expect(filterCalls(calls, 'Resume')).toEqual([['s1', 10]]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['something else', { streamId: 's1', seq: '50' }],
  ])(
    'may return %s for a subscription, which then begins with the first event that arrives',
    async (_, response) => {
      const { dispatcher, attach, gaps, subscribe, receive } = await createTestDispatcher({
        Subscribe: () => response,
      });
      const { live, seen } = await subscribe(['*']);
      await live;
      receive(11);
      dispatcher.detachConnection();
      const { calls } = await attach({ Subscribe: () => response, Resume: () => eventWithSeq(12) });
      expect(filterCalls(calls, 'Resume')).toEqual([['s1', 10]]);
      expect([seen, gaps]).toEqual([[11], []]);
    },
  );

  it('can reject a subscription, which then does not exist', async () => {
    const { calls, subscribe, receive } = await createTestDispatcher({ Subscribe: throwHubError });
    const rejected = await subscribe(['a..b']);
    await expect(rejected.live).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    receive(11);
    expect(rejected.seen).toEqual([]);
    calls.length = 0;
    await rejected.end();
    expect(calls).toEqual([]);
  });
});

describe('after the connection was lost', () => {
  it('delivers each missed event once and in order, whatever the order of arrival', async () => {
    const { dispatcher, gaps, attach, subscribe, receive } = await createTestDispatcher();
    const first = await subscribe(['graph.*']);
    const second = await subscribe(['*']);
    await Promise.all([first.live, second.live]);
    receive(11, 12);
    dispatcher.detachConnection();
    const { calls } = await attach({
      Subscribe: () => {
        receive(15);
        return eventWithSeq(15);
      },
      Resume: () => {
        receive(14, 12, 13);
        return eventWithSeq(15);
      },
    });
    receive(15, 16);
    expect(calls).toEqual([
      ['Subscribe', ['graph.*']],
      ['Subscribe', ['*']],
      ['Resume', 's1', 10],
      ['Unsubscribe', []],
    ]);
    expect([first.seen, second.seen]).toEqual([
      [11, 12, 13, 14, 15, 16],
      [11, 12, 13, 14, 15, 16],
    ]);
    expect(gaps).toEqual([]);
  });

  it('does not lose a high-volume event in flight', async () => {
    const { dispatcher, attach, subscribe, receive } = await createTestDispatcher();
    const nodes = await subscribe(['*']);
    await nodes.live;
    const createDone = (seq: number) => createEvent(seq, { type: 'node.done', nodeId: 'n1' });
    receive(createDone(11), 13);
    dispatcher.detachConnection();
    await attach({
      Resume: () => {
        receive(createDone(11), createDone(12), 13);
        return eventWithSeq(13);
      },
    });
    expect(nodes.seen).toEqual([11, 13, 12]);
  });

  it.each<[string, HubResponses, Gap[]]>([
    [
      'events that are no longer retained',
      { Resume: () => ({ ...eventWithSeq(99), gap: { from: 11, to: 40 } }) },
      [{ reason: 'expired', from: 13, to: 40 }],
    ],
    [
      'nothing if all events had arrived',
      { Resume: () => ({ ...eventWithSeq(99), gap: { from: 11, to: 12 } }) },
      [],
    ],
    ['that the service was restarted', { Resume: () => eventWithSeq(3, 's2') }, [{ reason: 'restarted' }]],
    ['that it is unknown what was missed', { Resume: throwHubError }, [{ reason: 'unknown' }]],
  ])('the client reports %s', async (_, responses, expected) => {
    const { dispatcher, gaps, attach, subscribe, receive } = await createTestDispatcher();
    const { live } = await subscribe(['*']);
    await live;
    receive(11, 12);
    dispatcher.detachConnection();
    await attach(responses);
    expect(gaps).toEqual(expected);
  });

  it('delivers missed events even if none had arrived before', async () => {
    const { dispatcher, gaps, attach, subscribe } = await createTestDispatcher();
    const { live } = await subscribe(['*']);
    await live;
    dispatcher.detachConnection();
    const { calls } = await attach(createHubAt(15));
    expect(filterCalls(calls, 'Resume')).toEqual([['s1', 10]]);
    expect(gaps).toEqual([]);
  });

  it('reports a possible gap if the service did not report where the subscription began', async () => {
    const silent = { Subscribe: () => undefined };
    const { dispatcher, gaps, attach, subscribe, receive } = await createTestDispatcher(silent);
    const { live, seen } = await subscribe(['*']);
    await live;
    dispatcher.detachConnection();
    const { calls } = await attach(silent);
    expect(filterCalls(calls, 'Resume')).toEqual([]);
    expect(gaps).toEqual([{ reason: 'unknown' }]);
    receive(11);
    expect(seen).toEqual([11]);
  });

  it('delivers the first events of a restarted service, whatever their numbers', async () => {
    const { dispatcher, attach, subscribe, receive } = await createTestDispatcher();
    const { live, seen } = await subscribe(['*']);
    await live;
    receive(11);
    dispatcher.detachConnection();
    await attach({
      Resume: () => {
        receive(createEvent(2, { streamId: 's2' }), createEvent(1, { streamId: 's2' }));
        return eventWithSeq(2, 's2');
      },
    });
    receive(createEvent(3, { streamId: 's2' }));
    expect(seen).toEqual([11, 1, 2, 3]);
  });

  it('completes subscriptions made in the meantime with the next connection', async () => {
    const { dispatcher, attach, subscribe, receive } = await createTestDispatcher();
    const first = await subscribe(['*']);
    await first.live;
    dispatcher.detachConnection();
    const added = await subscribe(['graph.*']);
    const malformed = await subscribe(['a..b']);
    await attach({
      Subscribe: (patterns) => ((patterns as string[])[0] === 'a..b' ? throwHubError() : undefined),
    });
    await added.live;
    await expect(malformed.live).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    receive(11);
    expect(added.seen).toEqual([11]);
  });

  it('delays a new subscription until the existing ones have received what they missed', async () => {
    const { dispatcher, attach, subscribe } = await createTestDispatcher();
    const { live } = await subscribe(['*']);
    await live;
    dispatcher.detachConnection();
    let second: ReturnType<typeof subscribe> | undefined;
    const { calls } = await attach({
      Resume: () => {
        second = subscribe(['graph.*']);
        return eventWithSeq(15);
      },
    });
    await (await second)?.live;
    expect(calls.map(([method]) => method)).toEqual(['Subscribe', 'Resume', 'Unsubscribe', 'Subscribe']);
  });

  it('completes a pending subscription with the next connection', async () => {
    const { dispatcher, attach, gaps, subscribe } = await createTestDispatcher({
      Subscribe: throwConnectionLost,
    });
    const { live } = await subscribe(['*']);
    dispatcher.detachConnection();
    await attach({ Resume: () => eventWithSeq(3, 's2') });
    await live;
    expect(gaps).toEqual([]);
  });

  it('drops a connection on which it fails again, and continues at the same position with the next one', async () => {
    const { dispatcher, attach, subscribe, receive } = await createTestDispatcher();
    const { live, seen } = await subscribe(['*']);
    await live;
    receive(11);
    dispatcher.detachConnection();
    const attaching = attach({
      Resume: () => {
        receive(12);
        return throwConnectionLost();
      },
    });
    await expect(attaching).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
    dispatcher.detachConnection();
    await expect(attach({ Subscribe: throwHubError })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    dispatcher.detachConnection();
    const { calls } = await attach({
      Resume: () => {
        receive(12);
        return eventWithSeq(12);
      },
    });
    expect(filterCalls(calls, 'Resume')).toEqual([['s1', 10]]);
    expect(seen).toEqual([11, 12]);
  });

  it('resumes nothing without listeners', async () => {
    const { dispatcher, attach, subscribe, receive } = await createTestDispatcher();
    const first = await subscribe(['*']);
    await first.live;
    receive(11);
    await first.end();
    dispatcher.detachConnection();
    const { calls } = await attach(createHubAt(500));
    expect(calls).toEqual([]);
    const second = await subscribe(['*']);
    await second.live;
    receive(499, 501);
    expect([first.seen, second.seen]).toEqual([[11], [501]]);
  });
});

it('does not deliver events without listeners later, even if the service reports no beginning', async () => {
  const silent = { Subscribe: () => undefined };
  const { dispatcher, attach, subscribe, receive } = await createTestDispatcher(silent);
  const first = await subscribe(['*']);
  await first.live;
  receive(11);
  await first.end();
  const second = await subscribe(['*']);
  await second.live;
  receive(500);
  dispatcher.detachConnection();
  const { calls } = await attach(silent);
  expect(filterCalls(calls, 'Resume')).toEqual([['s1', 499]]);
});

it('replays nothing to a client that had no subscription', async () => {
  const { dispatcher, attach, subscribe, receive } = await createTestDispatcher();
  const first = await subscribe(['*']);
  await first.live;
  await first.end();
  dispatcher.detachConnection();
  const added = await subscribe(['graph.*']);
  const { calls } = await attach(createHubAt(500));
  receive(500, 501);
  expect(calls.map(([method]) => method)).toEqual(['Subscribe']);
  expect(added.seen).toEqual([501]);
});

it('sets the rate again on each connection', async () => {
  const dispatcher = createEventDispatcher({ rate: 2, onGap: () => {} });
  for (const { connection, calls } of [createFakeConnection(), createFakeConnection()]) {
    await dispatcher.attachConnection(connection);
    expect(calls).toEqual([['SetRate', 2]]);
    dispatcher.detachConnection();
  }
});

it('never makes a subscription live after the dispatcher was closed', async () => {
  const { dispatcher, subscribe } = await createTestDispatcher();
  dispatcher.detachConnection();
  const { live } = await subscribe(['*']);
  dispatcher.end();
  await expect(live).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
});
