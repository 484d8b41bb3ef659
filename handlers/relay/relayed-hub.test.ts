import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import {
  encodeResponse,
  type EventBatch,
  type RelayRequest,
  type RelayResponseHead,
  type ServiceState,
  toRelayedError,
} from '../broker/relay-messages.ts';
import { createGraphRunning } from '../hub/testing-events.ts';
import { createFakeHubSocket } from '../hub/testing-hub-socket.ts';
import {
  handshakeRecord,
  invokeHubMethod,
  listMessages,
  listReceivedEvents,
  settleTurn,
} from '../hub/testing-hub.ts';
import { createSteppedScheduler } from '../hub/testing-scheduler.ts';
import { openRelayedHub } from './relayed-hub.ts';
import type { RelayBroker } from '../broker/broker.ts';

const createServiceState = (streamId: string, seq = 0): ServiceState => ({
  ...{ streamId, seq, apiEnabled: true, hubRequiresToken: false, strict: false, tokens: [] },
});

/** Creates a broker whose messages come from the test. */
const createFakeBroker = () => {
  const storedBatches: Record<string, EventBatch[]> = {};
  const consumers = new Map<string, (batch: EventBatch) => void>();
  const requests: RelayRequest[] = [];
  const interests: string[] = [];
  let response: RelayResponseHead = {
    kind: 'outcome',
    seq: 0,
    outcome: { action: 'a', result: {}, tick: 0, seq: 0 },
  };
  const broker: Pick<RelayBroker, 'consume' | 'countMessages' | 'request' | 'publish'> = {
    countMessages: async (streamId) => storedBatches[streamId]?.length ?? 0,
    consume(streamId, on) {
      const batches = storedBatches[streamId] ?? [];
      for (const [index, batch] of batches.entries())
        on({ message: JSON.stringify(batch), pending: batches.length - index - 1 });
      const deliver = (batch: EventBatch): void => on({ message: JSON.stringify(batch), pending: 0 });
      consumers.set(streamId, deliver);
      return () => consumers.get(streamId) === deliver && consumers.delete(streamId);
    },
    async request(_, relayRequest) {
      requests.push(JSON.parse(relayRequest));
      return encodeResponse(response);
    },
    publish: (_, message) => interests.push(JSON.parse(message).types.join()),
  };
  return {
    ...{ broker, storedBatches, requests, interests },
    setResponse(head: RelayResponseHead) {
      response = head;
    },
    deliverEvents(streamId: string, first: number, ...names: string[]) {
      const events = names.map(createGraphRunning);
      consumers.get(streamId)?.({ streamId, first, count: names.length, events });
    },
  };
};

describe('the hub of a relay', () => {
  let fake: ReturnType<typeof createFakeBroker>;
  let scheduler: ReturnType<typeof createSteppedScheduler>;
  beforeEach(() => {
    fake = createFakeBroker();
    scheduler = createSteppedScheduler();
  });
  const open = async (response: ServiceState) => {
    const opening = openRelayedHub({ broker: fake.broker, relayId: 'r1', scheduler }, {}, response);
    for (let turn = 0; turn < 5; turn += 1) {
      await settleTurn();
      scheduler.advance(500);
    }
    const hub = await opening;
    const join = (token?: string) => {
      const socket = createFakeHubSocket();
      hub.accept(socket, { token, isAuthenticated: token !== undefined, isApiEnabled: true });
      socket.send(handshakeRecord);
      return socket;
    };
    const deliverEvents: typeof fake.deliverEvents = (...batch) => {
      fake.deliverEvents(...batch);
      scheduler.endTurn();
    };
    return { hub, join, deliverEvents };
  };
  const names = (socket: ReturnType<typeof createFakeHubSocket>) =>
    listReceivedEvents(socket).map(({ graphId }) => graphId);

  it('delivers each event once with the numbers of the service, after those in the stream', async () => {
    fake.storedBatches.s1 = [{ streamId: 's1', first: 3, count: 1, events: [createGraphRunning('old')] }];
    const { join, deliverEvents } = await open(createServiceState('s1', 3));
    const socket = join();
    expect((await invokeHubMethod(socket, 'Subscribe', ['*'])).result).toEqual({ streamId: 's1', seq: 3 });
    deliverEvents('s1', 4, 'a', 'b');
    deliverEvents('s1', 4, 'a', 'b', 'c');
    expect(listReceivedEvents(socket).map(({ seq }) => seq)).toEqual([4, 5, 6]);
  });

  it('continues for a client of another hub of the stream, with every event once', async () => {
    fake.storedBatches.s1 = [
      { streamId: 's1', first: 1, count: 2, events: ['a', 'b'].map(createGraphRunning) },
    ];
    const { join } = await open(createServiceState('s1', 2));
    const socket = join();
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    expect((await invokeHubMethod(socket, 'Resume', 's1', 1)).result).toEqual({
      streamId: 's1',
      seq: 2,
      replayed: 1,
    });
    expect(names(socket)).toEqual(['b']);
  });

  it('waits for events that a client has already received', async () => {
    const { join, deliverEvents } = await open(createServiceState('s1'));
    const socket = join();
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    socket.send(
      `${JSON.stringify({ type: 1, invocationId: 'r', target: 'Resume', arguments: ['s1', 2] })}\x1e`,
    );
    await settleTurn();
    expect(listMessages(socket, 0).some(({ invocationId }) => invocationId === 'r')).toBe(false);
    deliverEvents('s1', 1, 'a', 'b');
    await settleTurn();
    expect(listMessages(socket, 0).find(({ invocationId }) => invocationId === 'r')?.result).toMatchObject({
      seq: 2,
    });
  });

  it('reports what the broker has lost with the next event and in Resume', async () => {
    const { hub, join, deliverEvents } = await open(createServiceState('s1'));
    const socket = join();
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    deliverEvents('s1', 1, 'a');
    deliverEvents('s1', 4, 'd');
    hub.applyServiceState(createServiceState('s1', 4));
    scheduler.endTurn();
    deliverEvents('s1', 5, 'e');
    expect(listReceivedEvents(socket).map(({ seq, gap }) => [seq, gap])).toEqual([
      [1, undefined],
      [4, { from: 2, to: 3 }],
      [5, undefined],
    ]);
    const lateSocket = join();
    await invokeHubMethod(lateSocket, 'Subscribe', ['*']);
    expect((await invokeHubMethod(lateSocket, 'Resume', 's1', 1)).result).toMatchObject({
      gap: { from: 2, to: 3 },
    });
  });

  it('reports a loss to nobody who connected later', async () => {
    const { hub, join, deliverEvents } = await open(createServiceState('s1'));
    deliverEvents('s1', 4, 'd');
    hub.applyServiceState(createServiceState('s1', 4));
    scheduler.endTurn();
    const socket = join();
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    deliverEvents('s1', 5, 'e');
    expect(listReceivedEvents(socket).map(({ seq, gap }) => [seq, gap])).toEqual([[5, undefined]]);
  });

  it('sends actions to the service with the token of the client, and delivers its events first', async () => {
    const { join, deliverEvents } = await open(createServiceState('s1'));
    const outcome = { action: 'log.console', result: { id: 'x' }, tick: 3, seq: 1 };
    fake.setResponse({ kind: 'outcome', seq: 1, outcome });
    const socket = join('secret');
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    const command = { RequestId: 'q', Action: 'log.console', Parameters: { message: 'm' } };
    const invoked = invokeHubMethod(socket, 'SendAction', command).catch(() => {});
    await settleTurn();
    expect(listMessages(socket, 0).some(({ target }) => target === 'ActionResponse')).toBe(false);
    deliverEvents('s1', 1, 'a');
    await invoked;
    await settleTurn();
    expect(listMessages(socket, 0).flatMap(({ target }) => target ?? [])).toEqual([
      'ReceiveEvent',
      'ActionResponse',
    ]);
    expect(fake.requests).toEqual([
      { kind: 'action', token: 'secret', action: 'log.console', parameters: { message: 'm' } },
    ]);
  });

  it('returns the error of the service for a command', async () => {
    const { join } = await open(createServiceState('s1'));
    const error = toRelayedError(
      new ApiError('OBJECT_NOT_FOUND', 'No object has the tag x.', { nearest: ['y'] }),
    );
    fake.setResponse({ kind: 'fault', seq: 0, fault: error });
    const socket = join('secret');
    await invokeHubMethod(socket, 'SendAction', { RequestId: 'q', Action: 'transform.set', Parameters: {} });
    const response = listMessages(socket, 0).find(({ target }) => target === 'ActionResponse')
      ?.arguments?.[0];
    expect(response).toMatchObject({
      success: false,
      error: { code: 'OBJECT_NOT_FOUND', details: { nearest: ['y'] } },
    });
  });

  it('repeatedly reports the subscribed types to the service', async () => {
    const { join } = await open(createServiceState('s1'));
    await invokeHubMethod(join(), 'Subscribe', ['graph.running']);
    scheduler.advance(1_000);
    expect(fake.interests.slice(-2)).toEqual(['graph.running', 'graph.running']);
  });

  it('follows the next run of the service, and makes clients reconnect', async () => {
    const { hub, join } = await open(createServiceState('s1'));
    const socket = join();
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    scheduler.advance(3_000);
    expect(hub.applyServiceState(createServiceState('s2'))).toBe(false);
    await settleTurn();
    scheduler.advance(0);
    await settleTurn();
    expect(listMessages(socket, 0).at(-1)).toMatchObject({ type: 7, allowReconnect: true });
    const newSocket = join();
    expect((await invokeHubMethod(newSocket, 'Subscribe', ['*'])).result).toEqual({ streamId: 's2', seq: 0 });
    expect(hub.applyServiceState(createServiceState('s2'))).toBe(true);
  });

  it('reads the events again after it received more than the service has counted', async () => {
    fake.storedBatches.s1 = [
      { streamId: 's1', first: 1, count: 1, events: [createGraphRunning('a')] },
      { streamId: 's1', first: 9e15, count: 1, events: [createGraphRunning('forged')] },
    ];
    const { hub, join, deliverEvents } = await open(createServiceState('s1', 9e15));
    const socket = join();
    for (let second = 0; second < 4; second += 1) {
      hub.applyServiceState(createServiceState('s1', 1));
      scheduler.advance(1_000);
      await settleTurn();
    }
    scheduler.advance(0);
    await settleTurn();
    expect(listMessages(socket, 0).at(-1)).toMatchObject({ type: 7, allowReconnect: true });
    const newSocket = join();
    expect((await invokeHubMethod(newSocket, 'Subscribe', ['*'])).result).toEqual({ streamId: 's1', seq: 1 });
    deliverEvents('s1', 2, 'b');
    expect(names(newSocket)).toEqual(['b']);
  });

  it('stays with its service while that responds, and leaves it after its last message', async () => {
    const { hub, join } = await open(createServiceState('s1'));
    const socket = join();
    expect([
      hub.applyServiceState(createServiceState('s2')),
      hub.applyServiceState(createServiceState('s1')),
      hub.applyServiceState(createServiceState('s2')),
    ]).toEqual([false, true, false]);
    await settleTurn();
    expect(socket.state).toBe('open');
    hub.applyServiceState({ ...createServiceState('s1'), ended: true });
    hub.applyServiceState(createServiceState('s2'));
    await settleTurn();
    scheduler.advance(0);
    await settleTurn();
    expect(hub.applyServiceState(createServiceState('s2'))).toBe(true);
    expect(listMessages(socket, 0).at(-1)).toMatchObject({ type: 7, allowReconnect: true });
  });
});
