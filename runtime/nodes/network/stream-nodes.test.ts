import { ApiError } from '#spec/errors.ts';
import { describe, expect, test } from 'vitest';
import { noStreaming } from '../../integrations/streaming-platforms.ts';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';
import type { Json } from '#spec/values.ts';
import type { StreamDeviceEvent, StreamRequest } from '../../integrations/streaming-platforms.ts';

const secret = 'token-of-a-graph';

const runStreamGraph = (
  nodes: Record<string, Json | readonly [string, Record<string, Json>]>,
  connections: string[],
  refusal?: string,
) => {
  const requests: StreamRequest[] = [];
  const unsubscribed: string[] = [];
  let notify: (event: StreamDeviceEvent) => void = () => {};
  const runtime = createTestRuntime({
    devices: {
      streams: {
        ...noStreaming,
        subscribe: (request) => requests.push(request),
        unsubscribe: (subscriptionId) => unsubscribed.push(subscriptionId),
        async sendChat() {
          if (refusal !== undefined) throw new ApiError('ACTION_FAILED', refusal);
          return { messageId: 'm1' };
        },
        onEvent(listener) {
          notify = listener;
        },
      },
    },
  });
  runtime.listenTo('ports.updated');
  runtime.run(createTestGraph(nodes as Parameters<typeof createTestGraph>[0], connections));
  runtime.step();
  return {
    ...runtime,
    requests,
    unsubscribed,
    become: (state: 'connected' | 'failed', subscriptionId = 'stream-1'): void =>
      notify({
        kind: 'state',
        subscriptionId,
        state,
        ...(state === 'failed' && { reason: 'There is no token.' }),
      }),
  };
};

const outcomes = { out: logNode('Out'), done: logNode('Done'), failed: logNode('Failed') };
const outcomeConnections = ['node.Out > out.In', 'node.Done > done.In', 'node.Failed > failed.In'];

describe('StreamSubscribe', () => {
  const runSubscribe = (values: Record<string, Json> = {}) =>
    runStreamGraph(
      { start: 'Start', again: 'ManualButton', node: ['StreamSubscribe', values], ...outcomes },
      [...['start.Out > node.In', 'again.Pressed > node.In'], ...outcomeConnections],
    );

  test('subscribes, and fires Done in the frame after it is connected', () => {
    const runtime = runSubscribe({ Platform: 'YouTube', Events: ['Chat', 'follow'], Token: secret });
    expect(runtime.requests).toEqual([
      {
        ...{ subscriptionId: 'stream-1', platform: 'youtube', kinds: ['chat', 'follow'] },
        ...{ channel: undefined, token: secret },
      },
    ]);
    runtime.step(3);
    expect(runtime.messages()).toEqual(['Out']);
    runtime.become('connected');
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
    expect(
      JSON.stringify([runtime.batches, runtime.execute('graph.flush', { graphId: 'graph' })]),
    ).not.toContain(secret);
  });

  test('fires Failed when it cannot connect, and logs the reason', () => {
    const runtime = runSubscribe();
    runtime.become('failed');
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Twitch cannot be reached: There is no token.', 'Failed']);
  });

  test.each([[['shout']], [[5]]])('fires Failed for the events %j, with a warning', (Events) => {
    const runtime = runSubscribe({ Events });
    runtime.step();
    expect(runtime.messages()).toEqual([expect.stringContaining('events'), 'Out', 'Failed']);
    expect(runtime.requests).toEqual([]);
  });

  test('ends its subscription when it is triggered again, and when the graph stops', () => {
    const runtime = runSubscribe();
    runtime.press('again');
    runtime.step(2);
    expect([runtime.unsubscribed, runtime.messages()]).toEqual([['stream-1'], ['Out', 'Out']]);
    runtime.become('connected', 'stream-2');
    runtime.step();
    runtime.execute('graph.stop', { graphId: 'graph' });
    expect(runtime.unsubscribed).toEqual(['stream-1', 'stream-2']);
    expect(runtime.messages()).toEqual(['Out', 'Out', 'Done']);
  });
});

describe('OnStreamEvent', () => {
  const listening = (values: Record<string, Json>) => {
    const runtime = runStreamGraph({ on: ['OnStreamEvent', values], log: logNode('heard') }, [
      'on.Out > log.In',
    ]);
    const run = (action: string, parameters: Record<string, Json>): void =>
      void runtime.execute('action.run', { action: `streaming.${action}`, parameters });
    for (const platform of ['twitch', 'kick']) run('subscribe', { platform });
    const data = { user: 'Ada', message: 'Go', amount: 2.5 };
    run('simulate', { platform: 'twitch', kind: 'cheer', data });
    run('simulate', { platform: 'kick', kind: 'chat', data: null });
    runtime.step();
    return runtime;
  };

  test.each([
    [{}, 2],
    [{ Platform: 'Kick' }, 1],
    [{ Platform: 'TikTok' }, 0],
    [{ Kind: 'Cheer' }, 1],
    [{ Platform: 'Kick', Kind: 'Cheer' }, 0],
  ])('with %j fires %d times', (values, times) => {
    expect(listening(values).messages()).toEqual(Array(times).fill('heard'));
  });

  test('outputs the data of its event, and none of the previous one', () => {
    const readOutputs = (runtime: ReturnType<typeof listening>) =>
      ['User', 'Message', 'Amount', 'Data'].map((name) => runtime.port(`on.out.${name}`));
    const cheer = { user: 'Ada', message: 'Go', amount: 2.5 };
    expect(readOutputs(listening({ Kind: 'Cheer' }))).toEqual([
      ...['Ada', 'Go', 2.5],
      expect.objectContaining({ platform: 'twitch', kind: 'cheer', ...cheer, data: cheer, simulated: true }),
    ]);
    const runtime = listening({});
    const parameters = { platform: 'kick', kind: 'chat', data: { user: 'Bob' } };
    runtime.execute('action.run', { action: 'streaming.simulate', parameters });
    runtime.step();
    expect(readOutputs(runtime).slice(0, 3)).toEqual(['Bob', undefined, undefined]);
  });
});

describe('SendStreamChat', () => {
  const sending = (refusal?: string) =>
    runStreamGraph(
      { start: 'Start', node: ['SendStreamChat', { Message: 'hello' }], ...outcomes },
      ['start.Out > node.In', ...outcomeConnections],
      refusal,
    );

  test('fires Done once the platform has accepted the message', async () => {
    const runtime = sending();
    expect(runtime.messages()).toEqual(['Out']);
    await new Promise(setImmediate);
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
  });

  test('fires Failed when the platform has not, and logs the reason', async () => {
    const runtime = sending('The chat is closed.');
    await new Promise(setImmediate);
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'The chat is closed.', 'Failed']);
  });
});

test('the token port is sensitive, also in RunAction', async () => {
  const { definitionsByEnumValue } = await import('../index.ts');
  const isSensitive = (
    ports: readonly { name: string; isSensitive?: true | undefined }[] | undefined,
    name: string,
  ) => ports?.find((readOutputs) => readOutputs.name === name)?.isSensitive;
  expect(isSensitive(definitionsByEnumValue.get('streamsubscribe')?.type.ports, 'Token')).toBe(true);
  const ports = definitionsByEnumValue.get('runaction')?.type.portsFor?.({ Action: 'streaming.subscribe' });
  expect([isSensitive(ports, 'token'), isSensitive(ports, 'channel')]).toEqual([true, undefined]);
});
