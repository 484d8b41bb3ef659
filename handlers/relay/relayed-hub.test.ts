import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { writeAnswer } from '../carrier/answer-codec.ts';
import { toCarriedFault } from '../carrier/carried-fault.ts';
import type { RelayCarrier } from '../carrier/carrier.ts';
import type { AnswerHead, Batch, Question, ServiceState } from '../carrier/messages.ts';
import { graphRunning } from '../hub/testing-events.ts';
import { handshake, invoke, messages, received, turn } from '../hub/testing-hub.ts';
import { createSteppedScheduler } from '../hub/testing-scheduler.ts';
import { createFakeWire } from '../hub/testing-wire.ts';
import { openRelayedHub } from './relayed-hub.ts';

const state = (streamId: string, seq = 0): ServiceState => ({
  ...{ streamId, seq, apiEnabled: true, hubRequiresToken: false, strict: false, tokens: [] },
});

/** A carrier whose messages the test brings. */
const createFakeCarrier = () => {
  const held: Record<string, Batch[]> = {};
  const following = new Map<string, (batch: Batch) => void>();
  const asked: Question[] = [];
  const interests: string[] = [];
  let answer: AnswerHead = { kind: 'outcome', seq: 0, outcome: { action: 'a', result: {}, tick: 0, seq: 0 } };
  const carrier: Pick<RelayCarrier, 'follow' | 'count' | 'ask' | 'tell'> = {
    count: async (streamId) => held[streamId]?.length ?? 0,
    follow(streamId, on) {
      const batches = held[streamId] ?? [];
      for (const [index, batch] of batches.entries())
        on({ message: JSON.stringify(batch), pending: batches.length - index - 1 });
      const take = (batch: Batch): void => on({ message: JSON.stringify(batch), pending: 0 });
      following.set(streamId, take);
      return () => following.get(streamId) === take && following.delete(streamId);
    },
    async ask(_, question) {
      asked.push(JSON.parse(question));
      return writeAnswer(answer);
    },
    tell: (_, message) => interests.push(JSON.parse(message).types.join()),
  };
  return {
    ...{ carrier, held, asked, interests },
    willAnswer(head: AnswerHead) {
      answer = head;
    },
    bring(streamId: string, first: number, ...names: string[]) {
      const events = names.map(graphRunning);
      following.get(streamId)?.({ streamId, first, count: names.length, events });
    },
  };
};

describe('the hub of a relay', () => {
  let fake: ReturnType<typeof createFakeCarrier>;
  let scheduler: ReturnType<typeof createSteppedScheduler>;
  beforeEach(() => {
    fake = createFakeCarrier();
    scheduler = createSteppedScheduler();
  });
  const open = async (told: ServiceState) => {
    const opening = openRelayedHub({ carrier: fake.carrier, relay: 'r1', scheduler }, {}, told);
    for (let turns = 0; turns < 5; turns += 1) {
      await turn();
      scheduler.advance(500);
    }
    const hub = await opening;
    const join = (token?: string) => {
      const wire = createFakeWire();
      hub.accept(wire, { token, authenticated: token !== undefined, apiEnabled: true });
      wire.send(handshake);
      return wire;
    };
    const bring: typeof fake.bring = (...batch) => {
      fake.bring(...batch);
      scheduler.endTurn();
    };
    return { hub, join, bring };
  };
  const names = (wire: ReturnType<typeof createFakeWire>) => received(wire).map(({ graphId }) => graphId);

  it('brings each event once with the numbers of the service, and begins behind what the stream holds', async () => {
    fake.held.s1 = [{ streamId: 's1', first: 3, count: 1, events: [graphRunning('old')] }];
    const { join, bring } = await open(state('s1', 3));
    const wire = join();
    expect((await invoke(wire, 'Subscribe', ['*'])).result).toEqual({ streamId: 's1', seq: 3 });
    bring('s1', 4, 'a', 'b');
    bring('s1', 4, 'a', 'b', 'c');
    expect(received(wire).map(({ seq }) => seq)).toEqual([4, 5, 6]);
  });

  it('has a client go on that was at another hub of the stream, with every event once', async () => {
    fake.held.s1 = [{ streamId: 's1', first: 1, count: 2, events: ['a', 'b'].map(graphRunning) }];
    const { join } = await open(state('s1', 2));
    const wire = join();
    await invoke(wire, 'Subscribe', ['*']);
    expect((await invoke(wire, 'Resume', 's1', 1)).result).toEqual({ streamId: 's1', seq: 2, replayed: 1 });
    expect(names(wire)).toEqual(['b']);
  });

  it('waits with a client that is ahead of it until it is there too', async () => {
    const { join, bring } = await open(state('s1'));
    const wire = join();
    await invoke(wire, 'Subscribe', ['*']);
    wire.send(
      `${JSON.stringify({ type: 1, invocationId: 'r', target: 'Resume', arguments: ['s1', 2] })}\x1e`,
    );
    await turn();
    expect(messages(wire, 0).some(({ invocationId }) => invocationId === 'r')).toBe(false);
    bring('s1', 1, 'a', 'b');
    await turn();
    expect(messages(wire, 0).find(({ invocationId }) => invocationId === 'r')?.result).toMatchObject({
      seq: 2,
    });
  });

  it('tells with the next event what the carrier has lost, and whoever resumes', async () => {
    const { hub, join, bring } = await open(state('s1'));
    const wire = join();
    await invoke(wire, 'Subscribe', ['*']);
    bring('s1', 1, 'a');
    bring('s1', 4, 'd');
    hub.hear(state('s1', 4));
    scheduler.endTurn();
    bring('s1', 5, 'e');
    expect(received(wire).map(({ seq, gap }) => [seq, gap])).toEqual([
      [1, undefined],
      [4, { from: 2, to: 3 }],
      [5, undefined],
    ]);
    const late = join();
    await invoke(late, 'Subscribe', ['*']);
    expect((await invoke(late, 'Resume', 's1', 1)).result).toMatchObject({ gap: { from: 2, to: 3 } });
  });

  it('tells nobody of a loss who came later', async () => {
    const { hub, join, bring } = await open(state('s1'));
    bring('s1', 4, 'd');
    hub.hear(state('s1', 4));
    scheduler.endTurn();
    const wire = join();
    await invoke(wire, 'Subscribe', ['*']);
    bring('s1', 5, 'e');
    expect(received(wire).map(({ seq, gap }) => [seq, gap])).toEqual([[5, undefined]]);
  });

  it('asks the service for actions with the token of the client, and brings its events first', async () => {
    const { join, bring } = await open(state('s1'));
    const outcome = { action: 'log.console', result: { id: 'x' }, tick: 3, seq: 1 };
    fake.willAnswer({ kind: 'outcome', seq: 1, outcome });
    const wire = join('secret');
    await invoke(wire, 'Subscribe', ['*']);
    const command = { RequestId: 'q', Action: 'log.console', Parameters: { message: 'm' } };
    const invoked = invoke(wire, 'SendAction', command).catch(() => {});
    await turn();
    expect(messages(wire, 0).some(({ target }) => target === 'ActionResponse')).toBe(false);
    bring('s1', 1, 'a');
    await invoked;
    await turn();
    expect(messages(wire, 0).flatMap(({ target }) => target ?? [])).toEqual([
      'ReceiveEvent',
      'ActionResponse',
    ]);
    expect(fake.asked).toEqual([
      { kind: 'action', token: 'secret', action: 'log.console', parameters: { message: 'm' } },
    ]);
  });

  it('answers a command as the service has refused it', async () => {
    const { join } = await open(state('s1'));
    const fault = toCarriedFault(
      new ApiError('OBJECT_NOT_FOUND', 'No object has the tag x.', { nearest: ['y'] }),
    );
    fake.willAnswer({ kind: 'fault', seq: 0, fault });
    const wire = join('secret');
    await invoke(wire, 'SendAction', { RequestId: 'q', Action: 'transform.set', Parameters: {} });
    const told = messages(wire, 0).find(({ target }) => target === 'ActionResponse')?.arguments?.[0];
    expect(told).toMatchObject({
      success: false,
      error: { code: 'OBJECT_NOT_FOUND', details: { nearest: ['y'] } },
    });
  });

  it('tells the service what its clients listen to, again and again', async () => {
    const { join } = await open(state('s1'));
    await invoke(join(), 'Subscribe', ['graph.running']);
    scheduler.advance(1_000);
    expect(fake.interests.slice(-2)).toEqual(['graph.running', 'graph.running']);
  });

  it('goes on with the next run of the service, and has clients connect again', async () => {
    const { hub, join } = await open(state('s1'));
    const wire = join();
    await invoke(wire, 'Subscribe', ['*']);
    scheduler.advance(3_000);
    expect(hub.hear(state('s2'))).toBe(false);
    await turn();
    scheduler.advance(0);
    await turn();
    expect(messages(wire, 0).at(-1)).toMatchObject({ type: 7, allowReconnect: true });
    const again = join();
    expect((await invoke(again, 'Subscribe', ['*'])).result).toEqual({ streamId: 's2', seq: 0 });
    expect(hub.hear(state('s2'))).toBe(true);
  });

  it('reads the events again when it was told of more than the service counts', async () => {
    fake.held.s1 = [
      { streamId: 's1', first: 1, count: 1, events: [graphRunning('a')] },
      { streamId: 's1', first: 9e15, count: 1, events: [graphRunning('forged')] },
    ];
    const { hub, join, bring } = await open(state('s1', 9e15));
    const wire = join();
    for (let second = 0; second < 4; second += 1) {
      hub.hear(state('s1', 1));
      scheduler.advance(1_000);
      await turn();
    }
    scheduler.advance(0);
    await turn();
    expect(messages(wire, 0).at(-1)).toMatchObject({ type: 7, allowReconnect: true });
    const again = join();
    expect((await invoke(again, 'Subscribe', ['*'])).result).toEqual({ streamId: 's1', seq: 1 });
    bring('s1', 2, 'b');
    expect(names(again)).toEqual(['b']);
  });

  it('stays with the service that it knows while that one is heard, and leaves it at its last word', async () => {
    const { hub, join } = await open(state('s1'));
    const wire = join();
    expect([hub.hear(state('s2')), hub.hear(state('s1')), hub.hear(state('s2'))]).toEqual([
      false,
      true,
      false,
    ]);
    await turn();
    expect(wire.ended).toBe('open');
    hub.hear({ ...state('s1'), ended: true });
    hub.hear(state('s2'));
    await turn();
    scheduler.advance(0);
    await turn();
    expect(hub.hear(state('s2'))).toBe(true);
    expect(messages(wire, 0).at(-1)).toMatchObject({ type: 7, allowReconnect: true });
  });
});
