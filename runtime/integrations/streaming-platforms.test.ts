import { getAction } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { describe, expect, test } from 'vitest';
import { noStreaming } from './streaming-platforms.ts';
import { createTestRuntime } from '../engine/testing-runtime.ts';
import type { StreamPlatform } from '#spec/actions/stream-platforms.ts';
import type { Json } from '#spec/values.ts';
import type { ChatRequest, StreamDeviceEvent, StreamRequest } from './streaming-platforms.ts';

/** Creates a runtime with fake streaming platforms. */
const createWatchedRuntime = () => {
  const requests: StreamRequest[] = [];
  const unsubscribed: string[] = [];
  const sentChats: ChatRequest[] = [];
  let emit: (event: StreamDeviceEvent) => void = () => {};
  const runtime = createTestRuntime({
    devices: {
      streams: {
        ...noStreaming,
        subscribe: (request) => requests.push(request),
        unsubscribe: (subscriptionId) => unsubscribed.push(subscriptionId),
        isConfigured: async (platform) => platform === 'twitch',
        async sendChat(request) {
          sentChats.push(request);
          return { messageId: 'm1' };
        },
        onEvent(listener) {
          emit = listener;
        },
      },
    },
  });
  const run = (action: string, parameters: Record<string, Json> = {}) =>
    runtime.execute('action.run', { action: `streaming.${action}`, parameters }).result as Record<
      string,
      never
    >;
  return {
    ...runtime,
    requests,
    unsubscribed,
    sentChats,
    emit: (event: StreamDeviceEvent): void => emit(event),
    run,
    runLater: async (action: string, parameters: Record<string, Json> = {}) =>
      (await runtime.target.execute('action.run', { action: `streaming.${action}`, parameters }))
        .result as Record<string, never>,
    emitEvent: (kind: 'chat' | 'follow', fields: object = {}, platform: StreamPlatform = 'twitch'): void =>
      emit({ kind: 'event', platform, event: { kind, data: null, ...fields } }),
  };
};

const secret = 'token-of-a-caller';

describe('a subscription', () => {
  test('is passed to the device, with all types of events unless some are given', () => {
    const { run, requests } = createWatchedRuntime();
    expect(
      run('subscribe', { platform: 'twitch', events: ['chat', 'chat'], channel: 'ada', token: secret }),
    ).toEqual({
      subscriptionId: 'stream-1',
    });
    run('subscribe', { platform: 'kick' });
    expect(requests[0]).toEqual({
      ...{ subscriptionId: 'stream-1', platform: 'twitch', kinds: ['chat'], channel: 'ada', token: secret },
    });
    expect(requests[1]?.kinds).toHaveLength(14);
  });

  test.each([
    [{ platform: 'myspace' }, 'platform'],
    [{ platform: 'twitch', events: ['shout'] }, 'events.0'],
    [{ platform: 'twitch', events: [] }, 'events'],
  ])('%j is rejected', (parameters, reason) => {
    expect(() => parseParameters(getAction('streaming.subscribe'), parameters)).toThrow(reason);
  });

  test('is rejected when there are a hundred already', () => {
    const { run, unsubscribed } = createWatchedRuntime();
    for (let at = 0; at < 100; at += 1) run('subscribe', { platform: 'twitch' });
    expect(() => run('subscribe', { platform: 'twitch' })).toThrow('end one first');
    expect(run('unsubscribe')).toEqual({ count: 100 });
    expect(unsubscribed).toHaveLength(100);
    expect(run('unsubscribe')).toEqual({ count: 0 });
  });

  test('is ended by its id, or with all others of its platform', () => {
    const { run, unsubscribed } = createWatchedRuntime();
    for (const platform of ['twitch', 'twitch', 'kick']) run('subscribe', { platform });
    expect(run('unsubscribe', { subscriptionId: 'stream-2' })).toEqual({ count: 1 });
    expect(run('unsubscribe', { subscriptionId: 'stream-2' })).toEqual({ count: 0 });
    expect(run('unsubscribe', { subscriptionId: 'stream-3', platform: 'twitch' })).toEqual({ count: 0 });
    expect(run('unsubscribe', { platform: 'twitch' })).toEqual({ count: 1 });
    expect(unsubscribed).toEqual(['stream-2', 'stream-1']);
  });
});

describe('an event', () => {
  test('is raised once if any subscription matches its type and channel', () => {
    const runtime = createWatchedRuntime();
    runtime.emitEvent('chat');
    runtime.run('subscribe', { platform: 'twitch', events: ['chat'], channel: 'Ada' });
    runtime.run('subscribe', { platform: 'twitch', events: ['chat'] });
    runtime.emitEvent('follow');
    runtime.emitEvent('chat', {}, 'kick');
    runtime.emitEvent('chat', { channel: 'ada', user: 'Bob', message: 'hello', data: { a: 1 } });
    expect(runtime.data('streaming.event')).toEqual([
      {
        ...{ eventId: 'stream-event-4', platform: 'twitch', kind: 'chat', channel: 'ada' },
        ...{ user: 'Bob', message: 'hello', data: { a: 1 } },
      },
    ]);
    runtime.run('unsubscribe', { subscriptionId: 'stream-2' });
    runtime.emitEvent('chat', { channel: 'eve' });
    expect(runtime.data('streaming.event')).toHaveLength(1);
  });

  test('is raised in the same way when it is simulated, and marked as such', () => {
    const runtime = createWatchedRuntime();
    const simulate = (kind: string, data?: Json) =>
      runtime.run('simulate', { platform: 'tiktok', kind, ...(data !== undefined && { data }) });
    expect(simulate('gift')).toEqual({ eventId: 'stream-event-1', raised: false });
    runtime.run('subscribe', { platform: 'tiktok', events: ['gift'] });
    expect(simulate('chat')).toMatchObject({ raised: false });
    expect(simulate('gift', { user: 'Ada', message: 5, amount: 3, rose: true })).toMatchObject({
      raised: true,
    });
    expect(simulate('gift', 'text')).toMatchObject({ raised: true });
    expect(simulate('gift')).toEqual({ eventId: 'stream-event-5', raised: true });
    expect(runtime.data('streaming.event')).toEqual([
      {
        ...{ eventId: 'stream-event-3', platform: 'tiktok', kind: 'gift', user: 'Ada', amount: 3 },
        ...{ data: { user: 'Ada', message: 5, amount: 3, rose: true }, simulated: true },
      },
      { eventId: 'stream-event-4', platform: 'tiktok', kind: 'gift', data: 'text', simulated: true },
      { eventId: 'stream-event-5', platform: 'tiktok', kind: 'gift', data: null, simulated: true },
    ]);
  });

  test('is reported on the console when it was dropped; so are warnings of a platform', () => {
    const runtime = createWatchedRuntime();
    runtime.emit({ kind: 'leftOut', platform: 'youtube', count: 7 });
    runtime.emit({ kind: 'warning', platform: 'kick', message: 'Careful.' });
    expect(runtime.messages()).toEqual([
      'YouTube sends too many events: 7 events were left out.',
      'Kick: Careful.',
    ]);
  });
});

describe('the status', () => {
  test('is that of the worst subscription, with the capabilities of each platform', async () => {
    const runtime = createWatchedRuntime();
    runtime.run('subscribe', { platform: 'twitch', events: ['chat'], token: secret });
    runtime.run('subscribe', { platform: 'twitch', events: ['follow'], channel: 'ada' });
    runtime.emit({ kind: 'state', subscriptionId: 'stream-1', state: 'connected' });
    runtime.emit({ kind: 'state', subscriptionId: 'stream-2', state: 'waiting', reason: 'It was cut.' });
    runtime.emit({ kind: 'state', subscriptionId: 'stream-9', state: 'failed', reason: 'Nobody asked.' });
    const { platforms } = await runtime.runLater('status', { platform: 'twitch' });
    expect(platforms).toEqual([
      expect.objectContaining({
        ...{ platform: 'twitch', name: 'Twitch', configured: true, sendChat: true },
        ...{ state: 'waiting', reason: 'It was cut.' },
        subscriptions: [
          { subscriptionId: 'stream-1', events: ['chat'], state: 'connected' },
          {
            ...{ subscriptionId: 'stream-2', events: ['follow'], channel: 'ada' },
            ...{ state: 'waiting', reason: 'It was cut.' },
          },
        ],
      }),
    ]);
    runtime.emit({ kind: 'state', subscriptionId: 'stream-2', state: 'connected' });
    const all = await runtime.runLater('status');
    expect(
      (all.platforms as unknown as { platform: string; state: string; reason?: string }[]).map((status) => [
        status.platform,
        status.state,
        status.reason,
      ]),
    ).toEqual([
      ['twitch', 'connected', undefined],
      ['youtube', 'idle', undefined],
      ['kick', 'idle', undefined],
      ['tiktok', 'idle', undefined],
    ]);
    expect(runtime.messages()).toEqual(['Twitch is reconnecting: It was cut.']);
    expect(JSON.stringify([all, runtime.state(), runtime.batches])).not.toContain(secret);
  });

  test('is reported on the console once when it gets bad, until it is good again', () => {
    const runtime = createWatchedRuntime();
    for (const platform of ['twitch', 'twitch', 'kick']) runtime.run('subscribe', { platform });
    const emitState = (id: number, state: 'connecting' | 'connected' | 'waiting', reason?: string): void =>
      runtime.emit({
        kind: 'state',
        subscriptionId: `stream-${id}`,
        state,
        ...(reason !== undefined && { reason }),
      });
    for (let round = 0; round < 3; round += 1) {
      for (const id of [1, 2]) emitState(id, 'connecting');
      for (const id of [1, 2]) emitState(id, 'waiting', round === 1 ? 'It is silent.' : 'It was cut.');
    }
    emitState(3, 'waiting', 'It was cut.');
    expect(runtime.messages()).toEqual([
      'Twitch is reconnecting: It was cut.',
      'Kick is reconnecting: It was cut.',
    ]);
    for (const id of [1, 2]) emitState(id, 'connected');
    emitState(1, 'waiting', 'It was cut.');
    expect(runtime.messages()).toHaveLength(3);
  });

  test('is reported on the console when it is failed', () => {
    const runtime = createWatchedRuntime();
    runtime.run('subscribe', { platform: 'twitch' });
    runtime.emit({
      kind: 'state',
      subscriptionId: 'stream-1',
      state: 'failed',
      reason: 'There is no token.',
    });
    expect(runtime.messages()).toEqual(['Twitch cannot be reached: There is no token.']);
  });
});

describe('a message', () => {
  test('is sent as one line', async () => {
    const runtime = createWatchedRuntime();
    const message = ' a\r\nPRIVMSG #other :b\u0000 ';
    expect(await runtime.runLater('sendChat', { platform: 'twitch', message })).toEqual({ messageId: 'm1' });
    expect(runtime.sentChats).toEqual([
      { platform: 'twitch', message: 'a PRIVMSG #other :b', channel: undefined },
    ]);
  });

  test.each([
    ['tiktok', 'x', 'TikTok'],
    ['youtube', 'x'.repeat(201), '200 characters'],
    ['twitch', '\r\n', 'nothing to send'],
  ])('to %s is rejected when it is %j', async (platform, message, reason) => {
    const runtime = createWatchedRuntime();
    await expect(runtime.runLater('sendChat', { platform, message })).rejects.toThrow(reason);
    expect(runtime.sentChats).toEqual([]);
  });

  test('is rejected by a runtime without streaming', async () => {
    const { target } = createTestRuntime();
    const parameters = { platform: 'twitch', message: 'x' };
    await expect(
      target.execute('action.run', { action: 'streaming.sendChat', parameters }),
    ).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });
});
