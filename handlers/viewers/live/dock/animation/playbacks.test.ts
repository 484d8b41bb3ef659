import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createObjectPlaybacks } from './playbacks.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { Playback, PlaybackEvent } from './animation-types.ts';

it('shows an end whose event arrives long after a read that no longer contains the playback', async () => {
  const wave = { playbackId: 'a', layer: 2, direction: 'forward', time: 1, duration: 2 } as Playback;
  const answers = [[wave], [], []];
  const client = {
    request: async () => answers.shift(),
    act: async () => ({ result: { paused: false, scale: 1 } }),
  } as unknown as SceneClient;
  const playbacks = createObjectPlaybacks({ session: { client, hub: signal(undefined) }, now: () => 0 });
  for (let reading = 0; reading < 3; reading += 1) await playbacks.refresh('dancer');
  expect(playbacks.rows.value).toEqual([]);
  playbacks.handleEvents([
    { type: 'animation.playback.completed', data: { playbackId: 'a', reason: 'natural' } } as PlaybackEvent,
  ]);
  expect(playbacks.rows.value).toEqual([{ playback: { ...wave, time: 2 }, reason: 'natural' }]);
});
