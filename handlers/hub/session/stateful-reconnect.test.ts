import { describe, expect, it } from 'vitest';
import { createGraphRunning } from '../testing-events.ts';
import {
  listCallbackArguments,
  createFakeHub,
  handshakeRecord,
  invokeHubMethod,
  listMessages,
  listReceivedEvents,
  settleTurn,
} from '../testing-hub.ts';
import { createFakeHubSocket } from '../testing-hub-socket.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { FakeHubSocket } from '../testing-hub-socket.ts';

const recordSeparator = '\x1e';
const caller = { isAuthenticated: true, isApiEnabled: true };
const sendRecords = (socket: FakeHubSocket, ...records: object[]) =>
  socket.send(records.map((record) => JSON.stringify(record) + recordSeparator).join(''));
const action = (id: string) => ({
  type: 1,
  invocationId: id,
  target: 'SendAction',
  arguments: [{ Action: 'log.console', RequestId: id }],
});

/** Creates a client that has negotiated stateful reconnect and subscribed to all events. */
const setUp = async (limits: Partial<HubLimits> = {}) => {
  const fake = createFakeHub(limits);
  const query = new URLSearchParams('negotiateVersion=1&useStatefulReconnect=true');
  const negotiated = fake.hub.negotiate(query);
  const token = negotiated.connectionToken!;
  /** Opens another socket for the same connection. */
  const connect = (connectingCaller = caller) => {
    const socket = createFakeHubSocket();
    fake.hub.accept(socket, connectingCaller, token);
    return socket;
  };
  const socket = connect();
  socket.send(handshakeRecord);
  await invokeHubMethod(socket, 'Subscribe', ['*']);
  return { ...fake, negotiated, token, connect, socket };
};

const createSequenceRecord = (sequenceId: number) => ({ type: 9, sequenceId });
const listInvocationIds = (socket: FakeHubSocket) => listReceivedEvents(socket).map(({ seq }) => seq);

describe('stateful reconnect', () => {
  it('is offered only to clients that ask for it', async () => {
    const { negotiated, hub } = await setUp();
    expect(negotiated.useStatefulReconnect).toBe(true);
    for (const query of [
      'negotiateVersion=1',
      'negotiateVersion=1&useStatefulReconnect=false',
      'useStatefulReconnect=true',
    ]) {
      expect(hub.negotiate(new URLSearchParams(query))).not.toHaveProperty('useStatefulReconnect');
    }
  });

  it('continues over another socket, starting with what was not acknowledged', async () => {
    const { socket, connect, raise, hub } = await setUp();
    raise([createGraphRunning('g1')]);
    raise([createGraphRunning('g2')]);
    sendRecords(socket, { type: 8, sequenceId: 2 });
    socket.disconnect();
    raise([createGraphRunning('g3')]);
    const newSocket = connect();
    raise([createGraphRunning('g4')]);
    expect(listMessages(newSocket)[0]).toEqual(createSequenceRecord(3));
    expect(listInvocationIds(newSocket)).toEqual([2, 3, 4]);
    expect(listInvocationIds(socket)).toEqual([1, 2]);
    expect(hub.connections).toBe(1);
  });

  it('starts with the next number when everything was acknowledged', async () => {
    const { socket, connect, raise } = await setUp();
    raise([createGraphRunning('g1')]);
    sendRecords(socket, { type: 8, sequenceId: 2 });
    socket.disconnect();
    expect(listMessages(connect())).toEqual([createSequenceRecord(3)]);
  });

  it('takes over from a socket that is not known to be lost', async () => {
    const { socket, connect, raise } = await setUp();
    const newSocket = connect();
    expect(socket.state).toBe('terminated');
    raise([createGraphRunning('g1')]);
    expect(listInvocationIds(newSocket)).toEqual([1]);
    expect(newSocket.state).toBe('open');
  });

  it('acknowledges received messages once a second', async () => {
    const { socket, scheduler } = await setUp();
    sendRecords(socket, action('r1'), action('r2'), { type: 3, invocationId: 'x' }, { type: 6 });
    await settleTurn();
    const acks = () => listMessages(socket).filter(({ type }) => type === 8);
    expect(acks()).toEqual([]);
    scheduler.advance(1_000);
    expect(acks()).toEqual([{ type: 8, sequenceId: 4 }]);
    scheduler.advance(9_000);
    expect(acks()).toHaveLength(1);
  });

  it('acknowledges at once after many bytes, because a client may wait for it', async () => {
    const { socket } = await setUp();
    const largeAction = {
      ...action('r1'),
      arguments: [{ Action: 'a', Parameters: { text: 'x'.repeat(30_000) } }],
    };
    sendRecords(socket, largeAction);
    await settleTurn();
    expect(listMessages(socket).filter(({ type }) => type === 8)).toEqual([{ type: 8, sequenceId: 2 }]);
  });

  it('runs a repeated call once, and still answers it', async () => {
    const { socket, connect } = await setUp();
    sendRecords(socket, action('r1'));
    socket.disconnect();
    await settleTurn();
    const newSocket = connect();
    sendRecords(newSocket, action('early'), createSequenceRecord(2), action('r1'), action('r2'));
    await settleTurn();
    expect(listCallbackArguments(newSocket, 'ActionResponse').map(({ requestId }) => requestId)).toEqual([
      'r1',
      'r2',
    ]);
    expect(listMessages(newSocket).flatMap(({ invocationId }) => invocationId ?? [])).toEqual(
      expect.arrayContaining(['r1', 'r2']),
    );
  });

  it('ends with a reason when a client starts beyond what has arrived', async () => {
    const { socket, connect } = await setUp();
    socket.disconnect();
    const newSocket = connect();
    sendRecords(newSocket, createSequenceRecord(9));
    expect(listMessages(newSocket).at(-1)).toMatchObject({
      type: 7,
      error: expect.stringContaining('never arrived'),
    });
    expect(newSocket.state).toBe('closing');
  });

  it('checks the client again', async () => {
    const { socket, connect } = await setUp();
    socket.disconnect();
    const newSocket = connect({ ...caller, isAuthenticated: false });
    sendRecords(newSocket, createSequenceRecord(2), action('r1'));
    await settleTurn();
    expect(listCallbackArguments(newSocket, 'ActionResponse')).toMatchObject([{ status: 401 }]);
  });

  it('drops the half message of the lost socket', async () => {
    const { socket, connect } = await setUp();
    socket.send('{"type":1,"target":"Subsc');
    socket.disconnect();
    const newSocket = connect();
    sendRecords(newSocket, createSequenceRecord(2), action('r1'));
    await settleTurn();
    expect(listCallbackArguments(newSocket, 'ActionResponse')).toHaveLength(1);
  });

  it('is not possible for a client that would miss something', async () => {
    const event = (index: number) => createGraphRunning(`${index}`.repeat(1_000));
    const { socket, connect, raise, hub, token } = await setUp({ maxUnacknowledgedBytes: 8_000 });
    socket.disconnect();
    for (const index of [1, 2, 3]) raise([event(index)]);
    const newSocket = connect();
    expect(listInvocationIds(newSocket)).toEqual([1, 2, 3]);
    newSocket.disconnect();
    for (const index of [4, 5, 6]) raise([event(index)]);
    expect(hub.canConnect(token)).toBe(false);
  });

  it('is possible again when the client has acknowledged the dropped messages', async () => {
    const { socket, connect, raise, hub, token } = await setUp({ maxUnacknowledgedBytes: 300 });
    raise([createGraphRunning('g1')]);
    raise([createGraphRunning('g2')]);
    expect(hub.canConnect(token)).toBe(false);
    sendRecords(socket, { type: 8, sequenceId: 2 });
    expect(hub.canConnect(token)).toBe(true);
    expect(listMessages(connect())[0]).toEqual(createSequenceRecord(3));
  });

  it('leaves nothing behind of a client that could not reconnect', async () => {
    const { socket, raise, hub, scheduler } = await setUp({ maxUnacknowledgedBytes: 300 });
    raise([createGraphRunning('g1')]);
    raise([createGraphRunning('g2')]);
    socket.disconnect();
    await settleTurn();
    expect([hub.connections, scheduler.pendingTimers]).toEqual([0, 0]);
  });

  it('is over when the client says goodbye, is silent for 30 s, or the hub closes', async () => {
    const closingClient = await setUp();
    sendRecords(closingClient.socket, { type: 7 });
    expect(closingClient.hub.canConnect(closingClient.token)).toBe(false);

    const silentClient = await setUp();
    silentClient.socket.disconnect();
    silentClient.scheduler.advance(29_999);
    expect(silentClient.hub.canConnect(silentClient.token)).toBe(true);
    silentClient.scheduler.advance(1);
    expect(silentClient.hub.canConnect(silentClient.token)).toBe(false);
    await settleTurn();
    expect([silentClient.hub.connections, silentClient.scheduler.pendingTimers]).toEqual([0, 0]);

    const closing = await setUp();
    closing.socket.disconnect();
    await closing.hub.close('Good night');
    expect([closing.hub.connections, closing.scheduler.pendingTimers]).toEqual([0, 0]);
  });

  it('is not available to a connection that did not ask for it', async () => {
    const { hub } = createFakeHub();
    const { connectionToken } = hub.negotiate(new URLSearchParams('negotiateVersion=1'));
    const socket = createFakeHubSocket();
    hub.accept(socket, caller, connectionToken);
    socket.send(handshakeRecord);
    expect(hub.canConnect(connectionToken!)).toBe(false);
    socket.disconnect();
    await settleTurn();
    expect(hub.connections).toBe(0);
  });
});
