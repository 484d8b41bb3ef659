import { describe, expect, it, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { createGraphRunning } from '../testing-events.ts';
import {
  listCallbackArguments,
  createFakeHub,
  handshakeRecord,
  invokeHubMethod,
  listMessages,
  settleTurn,
} from '../testing-hub.ts';

const recordSeparator = '\x1e';
const createCloseRecord = (error: unknown, allowReconnect = false) => ({ type: 7, error, allowReconnect });
const subscribeRecord = `{"type":1,"invocationId":"1","target":"Subscribe","arguments":[["graph.*"]]}${recordSeparator}`;

describe('a handshake', () => {
  test.each([1, 2])('of version %s is accepted', (version) => {
    const socket = createFakeHub().connect();
    socket.send(`{"protocol":"json","version":${version}}${recordSeparator}`);
    expect(socket.frames).toEqual([[{}]]);
  });

  test.each([
    ['{"protocol":"blazorpack","version":1}', /"blazorpack".*'json', 'messagepack'/],
    ['{"protocol":"json","version":3}', /3.*1 or 2/],
    ['{"protocol":"json"}', /Use 1 or 2/],
    ['hello', /must begin with/],
    ['null', /must begin with/],
  ])('%s is rejected with the reason, and the socket closed', (record, reason) => {
    const socket = createFakeHub().connect();
    socket.send(record + recordSeparator);
    expect(listMessages(socket)).toEqual([{ error: expect.stringMatching(reason) }]);
    expect(socket.state).toBe('closing');
  });

  it('may arrive in pieces, and together with the first messages', async () => {
    const socket = createFakeHub().connect();
    socket.send(handshakeRecord.slice(0, 9));
    expect(socket.frames).toEqual([]);
    socket.send(handshakeRecord.slice(9) + subscribeRecord);
    await settleTurn();
    expect(listMessages(socket)).toMatchObject([{}, { type: 3, invocationId: '1' }]);
  });

  it('must arrive within 15 s', () => {
    const { scheduler, connect } = createFakeHub();
    const socket = connect();
    scheduler.advance(14_999);
    expect(socket.state).toBe('open');
    scheduler.advance(1);
    expect(listMessages(socket)).toEqual([{ error: expect.stringContaining('15 s') }]);
    expect(socket.state).toBe('closing');
  });
});

describe('records', () => {
  it('may be joined in one payload and cut across several, even inside a character', async () => {
    const { connectWithHandshake } = createFakeHub();
    const socket = connectWithHandshake();
    const action = `{"type":1,"target":"SendAction","arguments":[{"Action":"log.console","Parameters":{"message":"é"},"RequestId":"r1"}]}${recordSeparator}`;
    const bytes = Buffer.from(subscribeRecord + action + subscribeRecord.replace('"1"', '"2"'));
    const splitAt = bytes.indexOf(0xc3) + 1;
    for (const chunk of [bytes.subarray(0, 10), bytes.subarray(10, splitAt), bytes.subarray(splitAt)])
      socket.send(chunk);
    await settleTurn();
    expect(listCallbackArguments(socket, 'ActionResponse')).toMatchObject([{ result: { message: 'é' } }]);
    expect(listMessages(socket).flatMap(({ invocationId }) => invocationId ?? [])).toEqual(['1', '2']);
  });

  test.each([
    ['garbage', /must be JSON/],
    ['[]', /integer type/],
    ['{}', /integer type/],
    ['7', /integer type/],
    ['{"type":1,"arguments":[]}', /target/],
    ['{"type":1,"target":"Subscribe"}', /arguments/],
    ['{"type":1,"target":"Subscribe","arguments":[],"invocationId":5}', /invocationId/],
    ['x'.repeat((1 << 20) + 1), /larger than 1048576/],
  ])('like %.40s end that connection with a reason, and no other', async (record, reason) => {
    const { connectWithHandshake, raise } = createFakeHub();
    const [socket, otherSocket] = [connectWithHandshake(), connectWithHandshake()];
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    await invokeHubMethod(otherSocket, 'Subscribe', ['*']);
    socket.send(record + recordSeparator + subscribeRecord);
    await settleTurn();
    expect(listMessages(socket).at(-1)).toEqual(createCloseRecord(expect.stringMatching(reason)));
    expect(socket.state).toBe('closing');
    raise([createGraphRunning('g1')]);
    expect(listCallbackArguments(socket, 'ReceiveEvent')).toHaveLength(0);
    expect(listCallbackArguments(otherSocket, 'ReceiveEvent')).toHaveLength(1);
  });

  it('of types that the hub does not use are ignored', async () => {
    const socket = createFakeHub().connectWithHandshake();
    for (const type of [2, 3, 5, 6, 99]) socket.send(`{"type":${type}}${recordSeparator}`);
    for (const type of [8, 9]) socket.send(`{"type":${type},"sequenceId":1}${recordSeparator}`);
    expect(await invokeHubMethod(socket, 'Subscribe', ['*'])).not.toHaveProperty('error');
  });
});

describe('an invocation', () => {
  it('of an unknown method completes with an error that lists the methods', async () => {
    const socket = createFakeHub().connectWithHandshake();
    for (const target of ['subscribe', 'toString', 'ReceiveEvent']) {
      expect((await invokeHubMethod(socket, target)).error).toMatch(
        new RegExp(`'${target}'.*SendActionBatch`),
      );
    }
  });

  it('without an id runs and is not answered', async () => {
    const { connectWithHandshake, raise } = createFakeHub();
    const socket = connectWithHandshake();
    socket.send(`{"type":1,"target":"Subscribe","arguments":[["*"]]}${recordSeparator}`);
    socket.send(`{"type":1,"target":"Nonsense","arguments":[]}${recordSeparator}`);
    await settleTurn();
    expect(listMessages(socket)).toEqual([{}]);
    raise([createGraphRunning('g1')]);
    expect(listCallbackArguments(socket, 'ReceiveEvent')).toHaveLength(1);
  });

  it('as a stream is rejected', async () => {
    const socket = createFakeHub().connectWithHandshake();
    socket.send(`{"type":4,"invocationId":"9","target":"Subscribe","arguments":[["*"]]}${recordSeparator}`);
    await settleTurn();
    expect(listMessages(socket).at(-1)).toMatchObject({
      type: 3,
      invocationId: '9',
      error: expect.stringContaining('stream'),
    });
  });

  it('with a wrong argument gets its name and what was expected', async () => {
    const socket = createFakeHub().connectWithHandshake();
    expect((await invokeHubMethod(socket, 'Subscribe', ['a', 3])).error).toMatch(/patterns\.1: .*string/);
    expect((await invokeHubMethod(socket, 'SendAction', { Parameters: {} })).error).toMatch(
      /command\.Action: .*string/,
    );
  });
});

describe('timeouts', () => {
  it('the hub pings after 15 s without a message', async () => {
    const { scheduler, connectWithHandshake } = createFakeHub();
    const socket = connectWithHandshake();
    for (let second = 0; second < 45; second += 15) {
      scheduler.advance(14_999);
      socket.send(`{"type":6}${recordSeparator}`);
      scheduler.advance(1);
      await settleTurn();
    }
    await settleTurn();
    expect(listMessages(socket).filter(({ type }) => type === 6)).toHaveLength(3);
  });

  it('any message restarts the ping timer', async () => {
    const { scheduler, connectWithHandshake, raise } = createFakeHub();
    const socket = connectWithHandshake();
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    scheduler.advance(10_000);
    raise([createGraphRunning('g1')]);
    scheduler.advance(14_999);
    await settleTurn();
    expect(listMessages(socket).filter(({ type }) => type === 6)).toHaveLength(0);
    scheduler.advance(1);
    await settleTurn();
    expect(listMessages(socket).filter(({ type }) => type === 6)).toHaveLength(1);
  });

  it('a client that sends nothing for 30 s is disconnected', () => {
    const { scheduler, connectWithHandshake } = createFakeHub();
    const [silentSocket, aliveSocket] = [connectWithHandshake(), connectWithHandshake()];
    scheduler.advance(20_000);
    aliveSocket.send(`{"type":6}${recordSeparator}`);
    scheduler.advance(9_999);
    expect(silentSocket.state).toBe('open');
    scheduler.advance(1);
    expect(listMessages(silentSocket).at(-1)).toEqual(
      createCloseRecord(expect.stringContaining('30 s'), true),
    );
    expect(silentSocket.state).toBe('closing');
    expect(aliveSocket.state).toBe('open');
  });

  it('a peer that does not answer a Close is cut off', () => {
    const { scheduler, connectWithHandshake } = createFakeHub();
    const socket = connectWithHandshake();
    socket.send(`{"type":7}${recordSeparator}`);
    expect(socket.state).toBe('closing');
    scheduler.advance(2_000);
    expect(socket.state).toBe('terminated');
    expect(scheduler.pendingTimers).toBe(0);
  });
});

describe('a hub with the maximum number of connections', () => {
  it('rejects the next one with the reason, and accepts it when there is room again', async () => {
    const { hub, connect, connectWithHandshake } = createFakeHub({ connections: 2 });
    const [first] = [connectWithHandshake(), connect()];
    const third = connectWithHandshake();
    expect(listMessages(third)).toEqual([{ error: 'The hub serves 2 connections at once' }]);
    expect(third.state).toBe('closing');
    third.disconnect();
    first.disconnect();
    await settleTurn();
    expect(hub.connections).toBe(1);
    expect(await invokeHubMethod(connectWithHandshake(), 'Subscribe', ['*'])).not.toHaveProperty('error');
  });

  it('waits for the handshake of twice as many, so that clients learn why, and cuts off the rest', () => {
    const { connect } = createFakeHub({ connections: 1 });
    const sockets = [connect(), connect(), connect()];
    expect(sockets.map(({ state, frames }) => [state, frames])).toEqual([
      ['open', []],
      ['open', []],
      ['terminated', []],
    ]);
  });
});

describe('closing the hub', () => {
  it('sends the reason to every client, and resolves when all are gone', async () => {
    const { hub, connectWithHandshake, connect, raise, scheduler } = createFakeHub();
    const [joined, newSocket] = [connectWithHandshake(), connect()];
    await invokeHubMethod(joined, 'Subscribe', ['*']);
    let isClosed = false;
    const closing = hub.close('Good night').then(() => {
      isClosed = true;
    });
    expect(listMessages(joined).at(-1)).toEqual(createCloseRecord('Good night', true));
    expect(listMessages(newSocket)).toEqual([{ error: 'Good night' }]);
    joined.disconnect();
    await settleTurn();
    expect(isClosed).toBe(false);
    newSocket.disconnect();
    await closing;
    expect(hub.connections).toBe(0);
    raise([createGraphRunning('g1')]);
    const lateSockets = [connect(), connectWithHandshake()];
    expect(lateSockets.map((socket) => [socket.state, listMessages(socket)])).toEqual([
      ['open', []],
      ['closing', [{ error: 'Good night' }]],
    ]);
    scheduler.advance(2_000);
    expect(listMessages(lateSockets[0]!)).toEqual([{ error: 'Good night' }]);
  });
});

describe('negotiation', () => {
  it('gives version 1 a token of its own, which serves one socket', () => {
    const { hub } = createFakeHub();
    const response = hub.negotiate(new URLSearchParams('negotiateVersion=1'));
    expect(response).toEqual({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(/^[\w-]{22}$/),
      connectionToken: expect.stringMatching(/^[\w-]{22}$/),
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text', 'Binary'] }],
    });
    expect(hub.canConnect(response.connectionToken!)).toBe(true);
    expect(hub.canConnect(response.connectionId)).toBe(false);
  });

  it('gives version 0 its connection id', () => {
    const { hub } = createFakeHub();
    const { connectionId, ...rest } = hub.negotiate(new URLSearchParams());
    expect(rest).toMatchObject({ negotiateVersion: 0 });
    expect(rest).not.toHaveProperty('connectionToken');
    expect(hub.canConnect(connectionId)).toBe(true);
  });

  it('expires after 30 s, and when too many wait', () => {
    const { hub, scheduler } = createFakeHub({ maxPendingNegotiations: 2 });
    const [first, second, third] = [1, 2, 3].map(() => hub.negotiate(new URLSearchParams()).connectionId);
    expect([first, second, third].map((id) => hub.canConnect(id!))).toEqual([false, true, true]);
    scheduler.advance(30_000);
    expect(hub.canConnect(third!)).toBe(false);
  });
});

describe('an unexpected failure', () => {
  it('is INTERNAL_ERROR to the client, and reported in full to the service', async () => {
    const { connectWithHandshake, failures } = createFakeHub({}, () =>
      Promise.reject(new Error('secret path')),
    );
    const socket = connectWithHandshake();
    await invokeHubMethod(socket, 'SendAction', { Action: 'a.b', RequestId: 'r1' });
    expect(listCallbackArguments(socket, 'ActionResponse')).toMatchObject([
      { success: false, status: 500, error: { code: 'INTERNAL_ERROR' } },
    ]);
    expect(JSON.stringify(socket.frames)).not.toContain('secret');
    expect(failures).toHaveLength(1);
    expect(failures[0]).not.toBeInstanceOf(ApiError);
  });
});
