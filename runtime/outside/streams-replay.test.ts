import { expect, test } from 'vitest';
import { noStreaming } from '../devices/streaming/streaming.ts';
import { say, sketch } from '../engine/testing.ts';
import { createRecorded, replayText } from '../journal/testing.ts';
import type { StreamNews } from '../devices/streaming/streaming.ts';

test('what platforms have told comes out the same without them', async () => {
  let tell: (news: StreamNews) => void = () => {};
  const streams = {
    ...noStreaming,
    sendChat: async () => ({ messageId: 'm1' }),
    isConfigured: async () => true,
    listen(listener: typeof tell) {
      tell = listener;
    },
  };
  const { runtime, run, act, end } = createRecorded({ devices: { streams } });
  run(
    sketch(
      {
        ...{
          start: 'Start',
          join: ['StreamSubscribe', { Events: ['chat'], Token: 'secret' }],
          joined: say('joined'),
        },
        ...{ on: 'OnStreamEvent', answer: ['SendStreamChat', { Message: 'hello' }], sent: say('sent') },
        ask: ['RunAction', { Action: 'streaming.status' }],
        asked: say('asked'),
      },
      [
        ...['start.Out > join.In', 'join.Done > joined.In', 'on.Out > answer.In', 'answer.Done > sent.In'],
        ...['joined.Out > ask.In', 'ask.Done > asked.In'],
      ],
    ),
  );
  runtime.step();
  tell({ kind: 'state', subscriptionId: 'stream-1', state: 'connected' });
  runtime.step();
  tell({ kind: 'event', platform: 'twitch', event: { kind: 'chat', user: 'Ada', data: null } });
  act('streaming.simulate', { platform: 'twitch', kind: 'chat' });
  runtime.step();
  await new Promise(setImmediate);
  runtime.step();
  tell({ kind: 'state', subscriptionId: 'stream-1', state: 'failed', reason: 'It has ended.' });
  tell({ kind: 'leftOut', platform: 'twitch', count: 3 });
  runtime.step();
  const text = end();
  for (const message of ['joined', 'sent', 'asked']) expect(text).toContain(message);
  expect(replayText(text)).toMatchObject({ agrees: true, inputsIntact: true, firstDifference: null });
});
