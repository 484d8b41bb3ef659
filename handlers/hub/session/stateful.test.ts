import { describe, expect, it } from 'vitest';
import { graphRunning } from '../testing-events.ts';
import { calls, createFakeHub, handshake, invoke, messages, received, turn } from '../testing-hub.ts';
import { createFakeWire } from '../testing-wire.ts';
import type { HubLimits } from '../limits.ts';
import type { FakeWire } from '../testing-wire.ts';

const RS = '\x1e';
const caller = { authenticated: true, apiEnabled: true };
const say = (wire: FakeWire, ...records: object[]) =>
  wire.send(records.map((record) => JSON.stringify(record) + RS).join(''));
const action = (id: string) => ({
  type: 1,
  invocationId: id,
  target: 'SendAction',
  arguments: [{ Action: 'log.console', RequestId: id }],
});

/** A client that negotiated stateful reconnect and subscribed to everything. */
const setUp = async (limits: Partial<HubLimits> = {}) => {
  const fake = createFakeHub(limits);
  const query = new URLSearchParams('negotiateVersion=1&useStatefulReconnect=true');
  const answer = fake.hub.negotiate(query);
  const token = answer.connectionToken!;
  /** Another socket for the same connection. */
  const connect = (as = caller) => {
    const wire = createFakeWire();
    fake.hub.accept(wire, as, token);
    return wire;
  };
  const wire = connect();
  wire.send(handshake);
  await invoke(wire, 'Subscribe', ['*']);
  return { ...fake, answer, token, connect, wire };
};

const sequence = (sequenceId: number) => ({ type: 9, sequenceId });
const ids = (wire: FakeWire) => received(wire).map(({ seq }) => seq);

describe('stateful reconnect', () => {
  it('is agreed upon with a client that asks, and with no other', async () => {
    const { answer, hub } = await setUp();
    expect(answer.useStatefulReconnect).toBe(true);
    for (const query of [
      'negotiateVersion=1',
      'negotiateVersion=1&useStatefulReconnect=false',
      'useStatefulReconnect=true',
    ]) {
      expect(hub.negotiate(new URLSearchParams(query))).not.toHaveProperty('useStatefulReconnect');
    }
  });

  it('goes on over another socket, beginning with what was not acknowledged', async () => {
    const { wire, connect, raise, hub } = await setUp();
    raise([graphRunning('g1')]);
    raise([graphRunning('g2')]);
    say(wire, { type: 8, sequenceId: 2 });
    wire.disconnect();
    raise([graphRunning('g3')]);
    const again = connect();
    raise([graphRunning('g4')]);
    expect(messages(again)[0]).toEqual(sequence(3));
    expect(ids(again)).toEqual([2, 3, 4]);
    expect(ids(wire)).toEqual([1, 2]);
    expect(hub.connections).toBe(1);
  });

  it('begins with the next number when everything was acknowledged', async () => {
    const { wire, connect, raise } = await setUp();
    raise([graphRunning('g1')]);
    say(wire, { type: 8, sequenceId: 2 });
    wire.disconnect();
    expect(messages(connect())).toEqual([sequence(3)]);
  });

  it('takes over from a socket that is not known to be lost', async () => {
    const { wire, connect, raise } = await setUp();
    const again = connect();
    expect(wire.ended).toBe('terminated');
    raise([graphRunning('g1')]);
    expect(ids(again)).toEqual([1]);
    expect(again.ended).toBe('open');
  });

  it('acknowledges what comes in, once a second', async () => {
    const { wire, scheduler } = await setUp();
    say(wire, action('r1'), action('r2'), { type: 3, invocationId: 'x' }, { type: 6 });
    await turn();
    const acks = () => messages(wire).filter(({ type }) => type === 8);
    expect(acks()).toEqual([]);
    scheduler.advance(1_000);
    expect(acks()).toEqual([{ type: 8, sequenceId: 4 }]);
    scheduler.advance(9_000);
    expect(acks()).toHaveLength(1);
  });

  it('acknowledges at once when much has come in, as a client may wait for it', async () => {
    const { wire } = await setUp();
    const large = { ...action('r1'), arguments: [{ Action: 'a', Parameters: { text: 'x'.repeat(30_000) } }] };
    say(wire, large);
    await turn();
    expect(messages(wire).filter(({ type }) => type === 8)).toEqual([{ type: 8, sequenceId: 2 }]);
  });

  it('runs once what a client sends again, and still answers it', async () => {
    const { wire, connect } = await setUp();
    say(wire, action('r1'));
    wire.disconnect();
    await turn();
    const again = connect();
    say(again, action('early'), sequence(2), action('r1'), action('r2'));
    await turn();
    expect(calls(again, 'ActionResponse').map(({ requestId }) => requestId)).toEqual(['r1', 'r2']);
    expect(messages(again).flatMap(({ invocationId }) => invocationId ?? [])).toEqual(
      expect.arrayContaining(['r1', 'r2']),
    );
  });

  it('ends with a reason when a client begins beyond what has arrived', async () => {
    const { wire, connect } = await setUp();
    wire.disconnect();
    const again = connect();
    say(again, sequence(9));
    expect(messages(again).at(-1)).toMatchObject({
      type: 7,
      error: expect.stringContaining('never arrived'),
    });
    expect(again.ended).toBe('closing');
  });

  it('asks again who is there', async () => {
    const { wire, connect } = await setUp();
    wire.disconnect();
    const again = connect({ ...caller, authenticated: false });
    say(again, sequence(2), action('r1'));
    await turn();
    expect(calls(again, 'ActionResponse')).toMatchObject([{ status: 401 }]);
  });

  it('forgets the beginning of a message that the lost socket brought half', async () => {
    const { wire, connect } = await setUp();
    wire.send('{"type":1,"target":"Subsc');
    wire.disconnect();
    const again = connect();
    say(again, sequence(2), action('r1'));
    await turn();
    expect(calls(again, 'ActionResponse')).toHaveLength(1);
  });

  it('is for as much as is kept, and not for a client that would miss something', async () => {
    const event = (index: number) => graphRunning(`${index}`.repeat(1_000));
    const { wire, connect, raise, hub, token } = await setUp({ unacknowledgedBytes: 8_000 });
    wire.disconnect();
    for (const index of [1, 2, 3]) raise([event(index)]);
    const again = connect();
    expect(ids(again)).toEqual([1, 2, 3]);
    again.disconnect();
    for (const index of [4, 5, 6]) raise([event(index)]);
    expect(hub.knows(token)).toBe(false);
  });

  it('is there again when the client has acknowledged what is no longer kept', async () => {
    const { wire, connect, raise, hub, token } = await setUp({ unacknowledgedBytes: 300 });
    raise([graphRunning('g1')]);
    raise([graphRunning('g2')]);
    expect(hub.knows(token)).toBe(false);
    say(wire, { type: 8, sequenceId: 2 });
    expect(hub.knows(token)).toBe(true);
    expect(messages(connect())[0]).toEqual(sequence(3));
  });

  it('leaves nothing behind of a client that could not go on', async () => {
    const { wire, raise, hub, scheduler } = await setUp({ unacknowledgedBytes: 300 });
    raise([graphRunning('g1')]);
    raise([graphRunning('g2')]);
    wire.disconnect();
    await turn();
    expect([hub.connections, scheduler.waiting]).toEqual([0, 0]);
  });

  it('is over when the client says goodbye, is silent for 30 s, or the hub closes', async () => {
    const goodbye = await setUp();
    say(goodbye.wire, { type: 7 });
    expect(goodbye.hub.knows(goodbye.token)).toBe(false);

    const silent = await setUp();
    silent.wire.disconnect();
    silent.scheduler.advance(29_999);
    expect(silent.hub.knows(silent.token)).toBe(true);
    silent.scheduler.advance(1);
    expect(silent.hub.knows(silent.token)).toBe(false);
    await turn();
    expect([silent.hub.connections, silent.scheduler.waiting]).toEqual([0, 0]);

    const closing = await setUp();
    closing.wire.disconnect();
    await closing.hub.close('Good night');
    expect([closing.hub.connections, closing.scheduler.waiting]).toEqual([0, 0]);
  });

  it('is not for a connection that did not ask', async () => {
    const { hub } = createFakeHub();
    const { connectionToken } = hub.negotiate(new URLSearchParams('negotiateVersion=1'));
    const wire = createFakeWire();
    hub.accept(wire, caller, connectionToken);
    wire.send(handshake);
    expect(hub.knows(connectionToken!)).toBe(false);
    wire.disconnect();
    await turn();
    expect(hub.connections).toBe(0);
  });
});
