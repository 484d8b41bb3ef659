/** Tests the held events of a graph that ends, and the gaps that a runtime reports. */
import { describe, expect, it } from 'vitest';
import {
  createGraphRunning,
  createGraphStopped,
  createNodeDone,
  createPortsUpdated,
  projectClosed,
  runtimeDisconnected,
} from '../testing-events.ts';
import { createFakeHub, invokeHubMethod, listReceivedEvents } from '../testing-hub.ts';

describe('high-volume events', () => {
  const setUp = async () => {
    const fake = createFakeHub();
    const socket = fake.connectWithHandshake();
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    return { ...fake, socket };
  };

  it('of a graph are sent before its end even if they were held, and those of other graphs when they are due', async () => {
    const { raise, scheduler, socket } = await setUp();
    const idle = scheduler.pendingTimers;
    const burst = [1, 2, 3].flatMap((value) => [
      createNodeDone('n1', `P${value}`),
      createNodeDone('n2', `P${value}`, 'g2'),
      createPortsUpdated('g1', { [`a${value}`]: value }),
    ]);
    raise(burst);
    raise([createGraphStopped('g1'), createGraphRunning('g1')]);
    const listArrived = () =>
      listReceivedEvents(socket).map(({ type, graphId, coalesced = 1 }) => [type, graphId, coalesced]);
    const first = [
      ['node.done', 'g1', 1],
      ['node.done', 'g2', 1],
      ['ports.updated', 'g1', 1],
    ];
    const lastEvents = [
      ['node.done', 'g1', 2],
      ['ports.updated', 'g1', 2],
      ['graph.stopped', 'g1', 1],
      ['graph.running', 'g1', 1],
    ];
    expect(listArrived()).toEqual([...first, ...lastEvents]);
    scheduler.advance(200);
    expect(listArrived()).toEqual([...first, ...lastEvents, ['node.done', 'g2', 2]]);
    expect(scheduler.pendingTimers).toBe(idle);
  });

  it('are sent before the end of their graph also when both are raised in one batch', async () => {
    const { raise, scheduler, socket } = await setUp();
    raise([
      createNodeDone('n1', 'A'),
      createNodeDone('n1', 'B'),
      createGraphStopped('g1'),
      createNodeDone('n1', 'next run'),
    ]);
    scheduler.advance(200);
    expect(
      listReceivedEvents(socket).map(({ type, data }) => (data as { port?: string }).port ?? type),
    ).toEqual(['A', 'B', 'graph.stopped', 'next run']);
  });

  it.each([projectClosed, runtimeDisconnected])('of all graphs are sent before $type', async (end) => {
    const { raise, scheduler, socket } = await setUp();
    raise(['A', 'B'].flatMap((port) => [createNodeDone('n1', port), createNodeDone('n2', port, 'g2')]));
    raise([end]);
    expect(listReceivedEvents(socket).map(({ type, seq }) => [type, seq])).toEqual([
      ['node.done', 1],
      ['node.done', 2],
      ['node.done', 3],
      ['node.done', 4],
      [end.type, 5],
    ]);
    scheduler.advance(200);
    expect(listReceivedEvents(socket)).toHaveLength(5);
  });

  it('that are sent early reach only clients that were subscribed when they were raised', async () => {
    const { raise, socket, connectWithHandshake } = await setUp();
    raise([createNodeDone('n1'), createNodeDone('n1')]);
    const lateSocket = connectWithHandshake();
    await invokeHubMethod(lateSocket, 'Subscribe', ['*']);
    raise([createGraphStopped('g1')]);
    expect(listReceivedEvents(socket).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(listReceivedEvents(lateSocket).map(({ seq }) => seq)).toEqual([3]);
  });

  it('stay within their rate when a graph is stopped and started again', async () => {
    const { raise, scheduler, socket } = await setUp();
    for (let run = 0; run < 20; run += 1) {
      for (let event = 0; event < 10; event += 1) raise([createNodeDone('n1')]);
      raise([createGraphStopped('g1')]);
      scheduler.advance(1);
    }
    const doneEvents = listReceivedEvents(socket).filter(({ type }) => type === 'node.done');
    // One event is sent at the start, and the held event is sent each time the graph ends.
    expect(doneEvents).toHaveLength(21);
    expect(doneEvents.reduce((sum, { coalesced }) => sum + Number(coalesced ?? 1), 0)).toBe(200);
  });
});

describe('events that the runtime reports as lost', () => {
  it('are declared as a gap to subscribers, with the next event and in the result of Resume', async () => {
    const { bus, raise, connectWithHandshake } = createFakeHub();
    const socket = connectWithHandshake();
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    raise([createGraphRunning('a')]);
    bus.skip(250);
    const lateSocket = connectWithHandshake();
    expect(await invokeHubMethod(lateSocket, 'Subscribe', ['graph.*'])).toMatchObject({
      result: { seq: 251 },
    });
    raise([createGraphRunning('b'), createGraphRunning('c')]);
    expect(listReceivedEvents(socket).map(({ seq, gap }) => [seq, gap])).toEqual([
      [1, undefined],
      [252, { from: 2, to: 251 }],
      [253, undefined],
    ]);
    expect(listReceivedEvents(lateSocket).map(({ seq, gap }) => [seq, gap])).toEqual([
      [252, undefined],
      [253, undefined],
    ]);
    const resumedSocket = connectWithHandshake();
    await invokeHubMethod(resumedSocket, 'Subscribe', ['graph.*']);
    expect(await invokeHubMethod(resumedSocket, 'Resume', 's1', 1)).toMatchObject({
      result: { seq: 253, replayed: 2, gap: { from: 2, to: 251 } },
    });
  });

  it('skip at most 1,000,000 numbers at once, however many were lost', async () => {
    const { bus, raise, connectWithHandshake } = createFakeHub();
    const socket = connectWithHandshake();
    await invokeHubMethod(socket, 'Subscribe', ['graph.*']);
    bus.skip(Number.MAX_SAFE_INTEGER);
    raise([createGraphRunning('a')]);
    expect(listReceivedEvents(socket)).toMatchObject([{ seq: 1_000_001, gap: { from: 1, to: 1_000_000 } }]);
  });
});
