import { expect, test } from 'vitest';
import { noStreaming, type StreamDeviceEvent } from './streaming-platforms.ts';
import { logNode, createTestGraph } from '../engine/testing-runtime.ts';
import { createRecordedTestRuntime, replayJournalText } from '../journal/testing-recorded-runtime.ts';

test('a replay without the platforms gives the same result', async () => {
  let emit: (event: StreamDeviceEvent) => void = () => {};
  const streams = {
    ...noStreaming,
    sendChat: async () => ({ messageId: 'm1' }),
    isConfigured: async () => true,
    onEvent(listener: typeof emit) {
      emit = listener;
    },
  };
  const { runtime, run, act, end } = createRecordedTestRuntime({ devices: { streams } });
  run(
    createTestGraph(
      {
        ...{
          start: 'Start',
          join: ['StreamSubscribe', { Events: ['chat'], Token: 'secret' }],
          joined: logNode('joined'),
        },
        ...{ on: 'OnStreamEvent', answer: ['SendStreamChat', { Message: 'hello' }], sent: logNode('sent') },
        ask: ['RunAction', { Action: 'streaming.status' }],
        asked: logNode('asked'),
      },
      [
        ...['start.Out > join.In', 'join.Done > joined.In', 'on.Out > answer.In', 'answer.Done > sent.In'],
        ...['joined.Out > ask.In', 'ask.Done > asked.In'],
      ],
    ),
  );
  runtime.step();
  emit({ kind: 'state', subscriptionId: 'stream-1', state: 'connected' });
  runtime.step();
  emit({ kind: 'event', platform: 'twitch', event: { kind: 'chat', user: 'Ada', data: null } });
  act('streaming.simulate', { platform: 'twitch', kind: 'chat' });
  runtime.step();
  await new Promise(setImmediate);
  runtime.step();
  emit({ kind: 'state', subscriptionId: 'stream-1', state: 'failed', reason: 'It has ended.' });
  emit({ kind: 'leftOut', platform: 'twitch', count: 3 });
  runtime.step();
  const text = end();
  for (const message of ['joined', 'sent', 'asked']) expect(text).toContain(message);
  expect(replayJournalText(text)).toMatchObject({ agrees: true, inputsIntact: true, firstDifference: null });
});
