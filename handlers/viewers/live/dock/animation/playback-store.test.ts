import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createObjectPlaybacks } from './playback-store.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { Playback, PlaybackEvent } from './animation-types.ts';

it('shows an end whose event arrives long after a read that no longer contains the playback', async () => {
  const playback = { playbackId: 'a', layer: 2, direction: 'forward', time: 1, duration: 2 } as Playback;
  const responses = [[playback], [], []];
  const client = {
    request: async () => responses.shift(),
    act: async () => ({ result: { paused: false, scale: 1 } }),
  } as unknown as SceneClient;
  const playbacks = createObjectPlaybacks({ session: { client, hub: signal(undefined) }, now: () => 0 });
  for (let pass = 0; pass < 3; pass += 1) await playbacks.refresh('dancer');
  expect(playbacks.rows.value).toEqual([]);
  playbacks.handleEvents([
    { type: 'animation.playback.completed', data: { playbackId: 'a', reason: 'natural' } } as PlaybackEvent,
  ]);
  expect(playbacks.rows.value).toEqual([{ playback: { ...playback, time: 2 }, reason: 'natural' }]);
});
