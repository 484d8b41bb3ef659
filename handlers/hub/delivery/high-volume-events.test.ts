import { describe, expect, it } from 'vitest';
import { createGraphRunning, createNodeDone, createPortsUpdated } from '../testing-events.ts';
import {
  createFakeHub,
  invokeHubMethod,
  listMessages,
  listReceivedEvents,
  settleTurn,
} from '../testing-hub.ts';

describe('high-volume events', () => {
  const setUp = async () => {
    const fake = createFakeHub();
    const socket = fake.connectWithHandshake();
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    return { ...fake, socket };
  };

  it('of one source arrive at most 20 times a second, the latest last', async () => {
    const { raise, scheduler, socket } = await setUp();
    for (let step = 0; step < 200; step += 1) {
      raise([createNodeDone('n1', `P${step}`)]);
      scheduler.advance(5);
    }
    expect(listReceivedEvents(socket).length).toBeLessThanOrEqual(21);
    expect(listReceivedEvents(socket).length).toBeGreaterThanOrEqual(20);
    scheduler.advance(50);
    expect(listReceivedEvents(socket).at(-1)).toMatchObject({ data: { port: 'P199' } });
    const counted = listReceivedEvents(socket).reduce(
      (sum, { coalesced }) => sum + Number(coalesced ?? 1),
      0,
    );
    expect(counted).toBe(200);
  });

  it('are sent at once when their source was idle, and are not marked as coalesced then', async () => {
    const { raise, scheduler, socket } = await setUp();
    raise([createNodeDone('n1'), createNodeDone('n2')]);
    expect(listReceivedEvents(socket).map(({ nodeId, coalesced }) => [nodeId, coalesced])).toEqual([
      ['n1', undefined],
      ['n2', undefined],
    ]);
    scheduler.advance(50);
    raise([createNodeDone('n1')]);
    expect(listReceivedEvents(socket)).toHaveLength(3);
  });

  it('keep the latest value of every port, though each update names only some', async () => {
    const { raise, scheduler, socket } = await setUp();
    raise([createPortsUpdated('g1', { a: 1 })]);
    raise([createPortsUpdated('g1', { a: 2, b: 2 })]);
    raise([createPortsUpdated('g1', { a: 3 })]);
    raise([createPortsUpdated('g2', { a: 9 })]);
    scheduler.advance(50);
    const firstGraphEvents = listReceivedEvents(socket).filter(({ graphId }) => graphId === 'g1');
    expect(firstGraphEvents).toHaveLength(2);
    expect(firstGraphEvents[1]).toMatchObject({
      coalesced: 2,
      seq: 3,
      data: createPortsUpdated('g1', { a: 3, b: 2 }).data,
    });
  });

  it('do not delay other events', async () => {
    const { raise, socket } = await setUp();
    raise([createNodeDone('n1')]);
    raise([createNodeDone('n1'), createGraphRunning('g1'), createGraphRunning('g1')]);
    expect(listReceivedEvents(socket).map(({ seq }) => seq)).toEqual([1, 3, 4]);
  });

  it('that are held reach only clients that were subscribed when they were raised', async () => {
    const { raise, scheduler, socket, connectWithHandshake } = await setUp();
    raise([createNodeDone('n1')]);
    raise([createNodeDone('n1')]);
    const lateSocket = connectWithHandshake();
    await invokeHubMethod(lateSocket, 'Subscribe', ['*']);
    scheduler.advance(50);
    expect(listReceivedEvents(socket)).toHaveLength(2);
    expect(listReceivedEvents(lateSocket)).toHaveLength(0);
  });

  it('that are held still reach a client that subscribes to more meanwhile', async () => {
    const { raise, scheduler, connectWithHandshake } = await setUp();
    const socket = connectWithHandshake();
    await invokeHubMethod(socket, 'Subscribe', ['node.*']);
    raise([createNodeDone('n1', 'A')]);
    raise([createNodeDone('n1', 'B')]);
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    scheduler.advance(200);
    expect(listReceivedEvents(socket).map(({ data }) => (data as { port: string }).port)).toEqual(['A', 'B']);
  });

  it('leave no timer behind when the source is idle or the client is gone', async () => {
    const { raise, scheduler, socket } = await setUp();
    const idle = scheduler.pendingTimers;
    raise([createNodeDone('n1')]);
    expect(scheduler.pendingTimers).toBe(idle + 1);
    scheduler.advance(50);
    expect(scheduler.pendingTimers).toBe(idle);
    raise([createNodeDone('n1')]);
    socket.disconnect();
    expect(scheduler.pendingTimers).toBe(0);
  });
});

describe('SetRate', () => {
  /** Returns how many events of a source arrive within one second, while the source raises an event every 5 ms. */
  const countReceived = async (...rates: number[]) => {
    const { raise, scheduler, connectWithHandshake } = createFakeHub();
    const socket = connectWithHandshake();
    for (const rate of rates) await invokeHubMethod(socket, 'SetRate', rate);
    await invokeHubMethod(socket, 'Subscribe', ['node.*']);
    for (let step = 0; step < 200; step += 1) {
      raise([createNodeDone('n1')]);
      scheduler.advance(5);
    }
    return listReceivedEvents(socket).length;
  };

  it('sets how many events of a source arrive per second', async () => {
    expect(await countReceived()).toBe(21);
    expect(await countReceived(2)).toBe(3);
    expect(await countReceived(100)).toBe(101);
    expect(await countReceived(1000)).toBe(200);
    expect(await countReceived(100, 2)).toBe(3);
  });

  it('applies to one connection, and its held events are sent at once', async () => {
    const { raise, scheduler, connectWithHandshake } = createFakeHub();
    const [socket, otherSocket] = [connectWithHandshake(), connectWithHandshake()];
    for (const client of [socket, otherSocket]) await invokeHubMethod(client, 'Subscribe', ['node.*']);
    raise([createNodeDone('n1', 'A')]);
    raise([createNodeDone('n1', 'B')]);
    await invokeHubMethod(socket, 'SetRate', 0.1);
    expect([listReceivedEvents(socket).length, listReceivedEvents(otherSocket).length]).toEqual([2, 1]);
    raise([createNodeDone('n1', 'C')]);
    raise([createNodeDone('n1', 'D')]);
    scheduler.advance(50);
    expect([listReceivedEvents(socket).length, listReceivedEvents(otherSocket).length]).toEqual([3, 2]);
    scheduler.advance(9_950);
    expect(listReceivedEvents(socket).at(-1)).toMatchObject({ data: { port: 'D' } });
  });

  it('accepts 0.1 to 1,000', async () => {
    const socket = createFakeHub().connectWithHandshake();
    for (const rate of [0, -1, 0.05, 1_001, '20', null]) {
      expect((await invokeHubMethod(socket, 'SetRate', rate)).error).toMatch(/perSecond/);
    }
  });
});

describe('a slow consumer', () => {
  const setUp = async () => {
    const fake = createFakeHub({ backlogMessages: 3, backlogBytes: 100_000 });
    const socket = fake.connectWithHandshake();
    const healthy = fake.connectWithHandshake();
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    await invokeHubMethod(healthy, 'Subscribe', ['*']);
    socket.isStalled = true;
    const graphs = (count: number) => {
      for (let index = 0; index < count; index += 1) fake.raise([createGraphRunning(`g${index}`)]);
    };
    return { ...fake, socket, healthy, graphs };
  };

  it('misses high-volume events beyond the limit, and gets the gap', async () => {
    const { raise, socket, healthy, graphs } = await setUp();
    graphs(4);
    raise([createNodeDone('n1'), createNodeDone('n2')]);
    raise([createNodeDone('n3')]);
    expect(listReceivedEvents(socket)).toHaveLength(4);
    expect(listReceivedEvents(healthy)).toHaveLength(7);
    raise([createGraphRunning('next')]);
    expect(listReceivedEvents(socket).at(-1)).toMatchObject({ seq: 8, gap: { from: 5, to: 7 } });
    expect(listReceivedEvents(healthy).at(-1)).not.toHaveProperty('gap');
  });

  it('gets one gap while it is slow, and the others once it has caught up', async () => {
    const { raise, socket, graphs } = await setUp();
    graphs(4);
    for (const node of ['n1', 'n2', 'n3']) raise([createNodeDone(node), createGraphRunning(`with ${node}`)]);
    socket.isStalled = false;
    socket.unsentBytes = 0;
    raise([createGraphRunning('last')]);
    expect(
      listReceivedEvents(socket)
        .slice(4)
        .map(({ seq, gap }) => [seq, gap]),
    ).toEqual([
      [6, { from: 5, to: 5 }],
      [8, undefined],
      [10, undefined],
      [11, { from: 7, to: 9 }],
    ]);
    graphs(4);
    socket.isStalled = true;
    graphs(5);
    raise([createNodeDone('n4'), createGraphRunning('again slow')]);
    expect(listReceivedEvents(socket).at(-1)).toHaveProperty('gap');
  });

  it('shares its bytes with those that miss the same events', async () => {
    const { raise, socket, connectWithHandshake, graphs } = await setUp();
    const otherSocket = connectWithHandshake();
    await invokeHubMethod(otherSocket, 'Subscribe', ['*']);
    otherSocket.isStalled = true;
    graphs(5);
    raise([createNodeDone('n1'), createGraphRunning('told')]);
    raise([createNodeDone('n2'), createGraphRunning('next')]);
    expect(listReceivedEvents(socket).at(-1)).toMatchObject({ graphId: 'next' });
    expect(otherSocket.bytes.at(-1)).toBe(socket.bytes.at(-1));
  });

  it('gets everything again once it has caught up, starting with the gap', async () => {
    const { raise, scheduler, socket, graphs } = await setUp();
    graphs(4);
    raise([createNodeDone('n1')]);
    socket.isStalled = false;
    socket.unsentBytes = 0;
    raise([createNodeDone('n2'), createNodeDone('n3')]);
    expect(
      listReceivedEvents(socket)
        .slice(4)
        .map(({ seq, gap }) => [seq, gap]),
    ).toEqual([
      [6, { from: 5, to: 5 }],
      [7, undefined],
    ]);
    scheduler.advance(10_000);
    expect(socket.state).toBe('open');
  });

  it('is closed after 5 s beyond the limit and may reconnect; the others are not affected', async () => {
    const { scheduler, socket, healthy, graphs, hub } = await setUp();
    graphs(5);
    scheduler.advance(4_999);
    expect(socket.state).toBe('open');
    scheduler.advance(1);
    expect(listMessages(socket).at(-1)).toMatchObject({
      type: 7,
      allowReconnect: true,
      error: expect.stringContaining('slow'),
    });
    expect(healthy.state).toBe('open');
    scheduler.advance(2_000);
    expect(socket.state).toBe('terminated');
    await settleTurn();
    expect(hub.connections).toBe(1);
    healthy.disconnect();
    expect(scheduler.pendingTimers).toBe(0);
  });

  it('is closed at once when waiting would take too much memory', async () => {
    const { raise, socket } = await setUp();
    raise([createGraphRunning('x'.repeat(250_000))]);
    raise([createGraphRunning('g1')]);
    expect(socket.state).toBe('closing');
  });

  it('leaves nothing behind when it is closed while it subscribes', async () => {
    const { bus, raise, hub, scheduler, socket, healthy, interests } = await setUp();
    healthy.disconnect();
    raise([createGraphRunning('x'.repeat(150_000))]);
    bus.publish([createGraphRunning('g1')]);
    socket.send(`${JSON.stringify({ type: 1, target: 'SetRate', arguments: [5] })}\x1e`);
    expect(socket.state).toBe('closing');
    socket.disconnect();
    await settleTurn();
    expect([hub.connections, scheduler.pendingTimers, interests.at(-1)]).toEqual([0, 0, []]);
  });

  it('is detected by bytes as well as by messages', async () => {
    const { raise, socket } = await setUp();
    raise([createGraphRunning('x'.repeat(60_000))]);
    raise([createNodeDone('n1')]);
    expect(listReceivedEvents(socket)).toHaveLength(1);
  });
});
