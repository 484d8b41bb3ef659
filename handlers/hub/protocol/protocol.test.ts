import { describe, expect, it, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { graphRunning } from '../testing-events.ts';
import { calls, createFakeHub, handshake, invoke, messages, turn } from '../testing-hub.ts';

const RS = '\x1e';
const close = (error: unknown, allowReconnect = false) => ({ type: 7, error, allowReconnect });
const subscribeRecord = `{"type":1,"invocationId":"1","target":"Subscribe","arguments":[["graph.*"]]}${RS}`;

describe('a handshake', () => {
  test.each([1, 2])('of version %s is accepted', (version) => {
    const wire = createFakeHub().connect();
    wire.send(`{"protocol":"json","version":${version}}${RS}`);
    expect(wire.frames).toEqual([[{}]]);
  });

  test.each([
    ['{"protocol":"blazorpack","version":1}', /"blazorpack".*'json', 'messagepack'/],
    ['{"protocol":"json","version":3}', /3.*1 or 2/],
    ['{"protocol":"json"}', /ask for 1 or 2/],
    ['hello', /begins with/],
    ['null', /begins with/],
  ])('%s is refused with the reason, and the socket closed', (record, reason) => {
    const wire = createFakeHub().connect();
    wire.send(record + RS);
    expect(messages(wire)).toEqual([{ error: expect.stringMatching(reason) }]);
    expect(wire.ended).toBe('closing');
  });

  it('may come in pieces, and together with the first messages', async () => {
    const wire = createFakeHub().connect();
    wire.send(handshake.slice(0, 9));
    expect(wire.frames).toEqual([]);
    wire.send(handshake.slice(9) + subscribeRecord);
    await turn();
    expect(messages(wire)).toMatchObject([{}, { type: 3, invocationId: '1' }]);
  });

  it('is awaited for 15 s', () => {
    const { scheduler, connect } = createFakeHub();
    const wire = connect();
    scheduler.advance(14_999);
    expect(wire.ended).toBe('open');
    scheduler.advance(1);
    expect(messages(wire)).toEqual([{ error: expect.stringContaining('15 s') }]);
    expect(wire.ended).toBe('closing');
  });
});

describe('records', () => {
  it('may be joined in one payload and cut across several, even inside a character', async () => {
    const { join } = createFakeHub();
    const wire = join();
    const action = `{"type":1,"target":"SendAction","arguments":[{"Action":"log.console","Parameters":{"message":"é"},"RequestId":"r1"}]}${RS}`;
    const bytes = Buffer.from(subscribeRecord + action + subscribeRecord.replace('"1"', '"2"'));
    const cut = bytes.indexOf(0xc3) + 1;
    for (const part of [bytes.subarray(0, 10), bytes.subarray(10, cut), bytes.subarray(cut)]) wire.send(part);
    await turn();
    expect(calls(wire, 'ActionResponse')).toMatchObject([{ result: { message: 'é' } }]);
    expect(messages(wire).flatMap(({ invocationId }) => invocationId ?? [])).toEqual(['1', '2']);
  });

  test.each([
    ['garbage', /not JSON/],
    ['[]', /integer type/],
    ['{}', /integer type/],
    ['7', /integer type/],
    ['{"type":1,"arguments":[]}', /target/],
    ['{"type":1,"target":"Subscribe"}', /arguments/],
    ['{"type":1,"target":"Subscribe","arguments":[],"invocationId":5}', /invocationId/],
    ['x'.repeat((1 << 20) + 1), /larger than 1048576/],
  ])('like %.40s end that connection with a reason, and no other', async (record, reason) => {
    const { join, raise } = createFakeHub();
    const [wire, other] = [join(), join()];
    await invoke(wire, 'Subscribe', ['*']);
    await invoke(other, 'Subscribe', ['*']);
    wire.send(record + RS + subscribeRecord);
    await turn();
    expect(messages(wire).at(-1)).toEqual(close(expect.stringMatching(reason)));
    expect(wire.ended).toBe('closing');
    raise([graphRunning('g1')]);
    expect(calls(wire, 'ReceiveEvent')).toHaveLength(0);
    expect(calls(other, 'ReceiveEvent')).toHaveLength(1);
  });

  it('of types the hub has no use for are ignored', async () => {
    const wire = createFakeHub().join();
    for (const type of [2, 3, 5, 6, 99]) wire.send(`{"type":${type}}${RS}`);
    for (const type of [8, 9]) wire.send(`{"type":${type},"sequenceId":1}${RS}`);
    expect(await invoke(wire, 'Subscribe', ['*'])).not.toHaveProperty('error');
  });
});

describe('an invocation', () => {
  it('of an unknown method is completed with an error that lists the methods', async () => {
    const wire = createFakeHub().join();
    for (const target of ['subscribe', 'toString', 'ReceiveEvent']) {
      expect((await invoke(wire, target)).error).toMatch(new RegExp(`'${target}'.*SendActionBatch`));
    }
  });

  it('without an id is carried out and not answered', async () => {
    const { join, raise } = createFakeHub();
    const wire = join();
    wire.send(`{"type":1,"target":"Subscribe","arguments":[["*"]]}${RS}`);
    wire.send(`{"type":1,"target":"Nonsense","arguments":[]}${RS}`);
    await turn();
    expect(messages(wire)).toEqual([{}]);
    raise([graphRunning('g1')]);
    expect(calls(wire, 'ReceiveEvent')).toHaveLength(1);
  });

  it('as a stream is refused', async () => {
    const wire = createFakeHub().join();
    wire.send(`{"type":4,"invocationId":"9","target":"Subscribe","arguments":[["*"]]}${RS}`);
    await turn();
    expect(messages(wire).at(-1)).toMatchObject({
      type: 3,
      invocationId: '9',
      error: expect.stringContaining('stream'),
    });
  });

  it('with a wrong argument is told which one, and what was expected', async () => {
    const wire = createFakeHub().join();
    expect((await invoke(wire, 'Subscribe', ['a', 3])).error).toMatch(/patterns\.1: .*string/);
    expect((await invoke(wire, 'SendAction', { Parameters: {} })).error).toMatch(/command\.Action: .*string/);
  });
});

describe('time', () => {
  it('without a message makes the hub ping every 15 s', async () => {
    const { scheduler, join } = createFakeHub();
    const wire = join();
    for (let second = 0; second < 45; second += 15) {
      scheduler.advance(14_999);
      wire.send(`{"type":6}${RS}`);
      scheduler.advance(1);
      await turn();
    }
    await turn();
    expect(messages(wire).filter(({ type }) => type === 6)).toHaveLength(3);
  });

  it('since the last message counts, whatever it was', async () => {
    const { scheduler, join, raise } = createFakeHub();
    const wire = join();
    await invoke(wire, 'Subscribe', ['*']);
    scheduler.advance(10_000);
    raise([graphRunning('g1')]);
    scheduler.advance(14_999);
    await turn();
    expect(messages(wire).filter(({ type }) => type === 6)).toHaveLength(0);
    scheduler.advance(1);
    await turn();
    expect(messages(wire).filter(({ type }) => type === 6)).toHaveLength(1);
  });

  it('without a word from the client ends the connection after 30 s', () => {
    const { scheduler, join } = createFakeHub();
    const [silent, alive] = [join(), join()];
    scheduler.advance(20_000);
    alive.send(`{"type":6}${RS}`);
    scheduler.advance(9_999);
    expect(silent.ended).toBe('open');
    scheduler.advance(1);
    expect(messages(silent).at(-1)).toEqual(close(expect.stringContaining('30 s'), true));
    expect(silent.ended).toBe('closing');
    expect(alive.ended).toBe('open');
  });

  it('runs out for a peer that does not answer a Close', () => {
    const { scheduler, join } = createFakeHub();
    const wire = join();
    wire.send(`{"type":7}${RS}`);
    expect(wire.ended).toBe('closing');
    scheduler.advance(2_000);
    expect(wire.ended).toBe('terminated');
    expect(scheduler.waiting).toBe(0);
  });
});

describe('a hub that serves as many connections as it may', () => {
  it('tells the next one, and serves it when there is room again', async () => {
    const { hub, connect, join } = createFakeHub({ connections: 2 });
    const [first] = [join(), connect()];
    const third = join();
    expect(messages(third)).toEqual([{ error: 'The hub serves 2 connections at once' }]);
    expect(third.ended).toBe('closing');
    third.disconnect();
    first.disconnect();
    await turn();
    expect(hub.connections).toBe(1);
    expect(await invoke(join(), 'Subscribe', ['*'])).not.toHaveProperty('error');
  });

  it('waits for the handshake of twice as many, so that clients learn why, and cuts off the rest', () => {
    const { connect } = createFakeHub({ connections: 1 });
    const wires = [connect(), connect(), connect()];
    expect(wires.map(({ ended, frames }) => [ended, frames])).toEqual([
      ['open', []],
      ['open', []],
      ['terminated', []],
    ]);
  });
});

describe('closing the hub', () => {
  it('tells every client why, and is done when all are gone', async () => {
    const { hub, join, connect, raise, scheduler } = createFakeHub();
    const [joined, fresh] = [join(), connect()];
    await invoke(joined, 'Subscribe', ['*']);
    let done = false;
    const closing = hub.close('Good night').then(() => {
      done = true;
    });
    expect(messages(joined).at(-1)).toEqual(close('Good night', true));
    expect(messages(fresh)).toEqual([{ error: 'Good night' }]);
    joined.disconnect();
    await turn();
    expect(done).toBe(false);
    fresh.disconnect();
    await closing;
    expect(hub.connections).toBe(0);
    raise([graphRunning('g1')]);
    const late = [connect(), join()];
    expect(late.map((wire) => [wire.ended, messages(wire)])).toEqual([
      ['open', []],
      ['closing', [{ error: 'Good night' }]],
    ]);
    scheduler.advance(2_000);
    expect(messages(late[0]!)).toEqual([{ error: 'Good night' }]);
  });
});

describe('negotiation', () => {
  it('gives version 1 a token of its own, which serves one socket', () => {
    const { hub } = createFakeHub();
    const answer = hub.negotiate(new URLSearchParams('negotiateVersion=1'));
    expect(answer).toEqual({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(/^[\w-]{22}$/),
      connectionToken: expect.stringMatching(/^[\w-]{22}$/),
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text', 'Binary'] }],
    });
    expect(hub.knows(answer.connectionToken!)).toBe(true);
    expect(hub.knows(answer.connectionId)).toBe(false);
  });

  it('gives version 0 its connection id', () => {
    const { hub } = createFakeHub();
    const { connectionId, ...rest } = hub.negotiate(new URLSearchParams());
    expect(rest).toMatchObject({ negotiateVersion: 0 });
    expect(rest).not.toHaveProperty('connectionToken');
    expect(hub.knows(connectionId)).toBe(true);
  });

  it('is forgotten after 30 s, and when too many wait', () => {
    const { hub, scheduler } = createFakeHub({ pendingNegotiations: 2 });
    const [first, second, third] = [1, 2, 3].map(() => hub.negotiate(new URLSearchParams()).connectionId);
    expect([first, second, third].map((id) => hub.knows(id!))).toEqual([false, true, true]);
    scheduler.advance(30_000);
    expect(hub.knows(third!)).toBe(false);
  });
});

describe('a failure that no fault explains', () => {
  it('is INTERNAL_ERROR to the client, and reported in full to the service', async () => {
    const { join, failures } = createFakeHub({}, () => Promise.reject(new Error('secret path')));
    const wire = join();
    await invoke(wire, 'SendAction', { Action: 'a.b', RequestId: 'r1' });
    expect(calls(wire, 'ActionResponse')).toMatchObject([
      { success: false, status: 500, error: { code: 'INTERNAL_ERROR' } },
    ]);
    expect(JSON.stringify(wire.frames)).not.toContain('secret');
    expect(failures).toHaveLength(1);
    expect(failures[0]).not.toBeInstanceOf(ApiError);
  });
});
