import { describe, expect, it, test } from 'vitest';
import { createGraphRunning } from '../testing-events.ts';
import {
  listCallbackArguments,
  createFakeHub,
  invokeHubMethod,
  listMessages,
  listReceivedEvents,
  settleTurn,
} from '../testing-hub.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { RunAction } from '../methods/define-method.ts';

const recordSeparator = '\x1e';

/** Creates a hub whose action raises an event, a client that subscribes, and a client that runs the action. */
const setUp = async (limits: Partial<HubLimits> = {}) => {
  const raiseEvents: RunAction = async (action, parameters) => {
    fake.bus.publish([createGraphRunning(String(parameters.name))]);
    return { action, result: parameters, tick: 1, seq: fake.bus.seq };
  };
  const fake = createFakeHub(limits, raiseEvents);
  const [actor, subscriber] = [fake.connectWithHandshake(), fake.connectWithHandshake()];
  await invokeHubMethod(actor, 'Subscribe', ['*']);
  await invokeHubMethod(subscriber, 'Subscribe', ['*']);
  return { ...fake, actor, subscriber };
};

const command = (name: string) => ({ Action: 'a.b', Parameters: { name }, RequestId: name });
const names = Array.from({ length: 16 }, (_, index) => `c${index}`);

describe('the events of one turn', () => {
  test.each([false, true])('caused by a batch leave in one message (parallel: %s)', async (parallel) => {
    const { actor, subscriber } = await setUp();
    const before = [actor.frames.length, subscriber.frames.length] as const;
    await invokeHubMethod(actor, 'SendActionBatch', names.map(command), parallel);
    const [events, ...otherFrames] = subscriber.frames.slice(before[1]);
    expect(events?.map((message) => message.arguments?.[0].graphId)).toEqual(names);
    expect(otherFrames).toEqual([]);
    expect(actor.bytes[before[0]]).toBe(subscriber.bytes[before[1]]);
    expect(
      actor.frames.slice(before[0] + 1).map((frame) => frame.map(({ target, type }) => target ?? type)),
    ).toEqual([[...names.map(() => 'ActionResponse'), 'BatchActionResponse', 3]]);
  });

  it('leave before its end when the service flushes, and only once', async () => {
    const { hub, bus, subscriber } = await setUp();
    const before = subscriber.frames.length;
    bus.publish([createGraphRunning('now')]);
    hub.flush();
    const sent = () => subscriber.frames.slice(before).flat();
    expect(sent()).toMatchObject([{ target: 'ReceiveEvent', arguments: [{ graphId: 'now' }] }]);
    await settleTurn();
    expect(sent()).toHaveLength(1);
  });

  it('caused by several calls leave in one message, before the responses', async () => {
    const { actor, subscriber } = await setUp();
    const before = [actor.frames.length, subscriber.frames.length] as const;
    const call = (name: string) =>
      JSON.stringify({ type: 1, invocationId: name, target: 'SendAction', arguments: [command(name)] }) +
      recordSeparator;
    for (const name of names) actor.send(call(name));
    await settleTurn();
    expect(subscriber.frames.slice(before[1]).map((frame) => frame.length)).toEqual([16]);
    const responses = actor.frames.slice(before[0]);
    expect(responses.map((frame) => frame.length)).toEqual([16, 32]);
    expect(listCallbackArguments(actor, 'ActionResponse').map(({ requestId }) => requestId)).toEqual(names);
  });

  it('are split when they exceed the limit of a message', async () => {
    const { bus, subscriber } = await setUp({ eventsAMessage: 10 });
    const before = subscriber.frames.length;
    bus.publish(names.map(createGraphRunning));
    expect(subscriber.frames.slice(before).map((frame) => frame.length)).toEqual([10]);
    await settleTurn();
    expect(subscriber.frames.slice(before).map((frame) => frame.length)).toEqual([10, 6]);
  });

  it('reach clients that were subscribed when each was raised', async () => {
    const { bus, subscriber, scheduler } = await setUp();
    bus.publish([createGraphRunning('g1')]);
    subscriber.send(
      `${JSON.stringify({ type: 1, target: 'Unsubscribe', arguments: [['*']] })}${recordSeparator}`,
    );
    bus.publish([createGraphRunning('g2')]);
    scheduler.endTurn();
    expect(listReceivedEvents(subscriber).map(({ graphId }) => graphId)).toEqual(['g1']);
  });

  it('are sent before a Close', async () => {
    const { bus, hub, subscriber } = await setUp();
    bus.publish([createGraphRunning('g1')]);
    void hub.close('Good night');
    expect(listMessages(subscriber).slice(-2)).toMatchObject([{ target: 'ReceiveEvent' }, { type: 7 }]);
  });
});
