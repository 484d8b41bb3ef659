import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import {
  createLayerRows,
  createObjectPlaybacks,
  findEndedPlayback,
  type Playback,
  type PlaybackEvent,
} from './playback-store.ts';
import type { SceneClient } from '#spec/client/index.ts';

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

const createPlayback = (playbackId: string, layer: number, direction: Playback['direction'] = 'forward') =>
  ({ playbackId, layer, direction, time: 0.5, duration: 2 }) as Playback;
const createPlaybackEvent = (type: string, playbackId: string, reason?: string) =>
  ({ type: `animation.playback.${type}`, data: { playbackId, reason } }) as PlaybackEvent;

it('shows the current playback of a layer, or its last one', () => {
  const ended = [createPlayback('a', 1), createPlayback('b', 0), createPlayback('c', 1)].map((playback) => ({
    ...{ playback, reason: 'natural' },
  }));
  const rows = createLayerRows([createPlayback('e', 2), createPlayback('d', 0)], ended);
  expect(rows.map(({ playback: { layer, playbackId }, reason }) => [layer, playbackId, reason])).toEqual([
    [0, 'd', undefined],
    [1, 'c', 'natural'],
    [2, 'e', undefined],
  ]);
});

it('shows a completed playback at its end, and a stopped one where it was', () => {
  const playbacks = [createPlayback('a', 0), createPlayback('b', 1, 'backward')];
  const getEnd = (...args: Parameters<typeof createPlaybackEvent>) => {
    const ended = findEndedPlayback(
      createPlaybackEvent(...args),
      new Map(playbacks.map((playback) => [playback.playbackId, playback])),
    );
    return ended && [ended.playback.time, ended.reason];
  };
  expect(getEnd('completed', 'a', 'natural')).toEqual([2, 'natural']);
  expect(getEnd('completed', 'b', 'natural')).toEqual([0, 'natural']);
  expect(getEnd('stopped', 'a', 'replaced')).toEqual([0.5, 'replaced']);
  expect(getEnd('stopped', 'unknown', 'explicit')).toBeUndefined();
  expect(getEnd('paused', 'a')).toBeUndefined();
});
