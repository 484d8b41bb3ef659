import { expect, it } from 'vitest';
import { findEndedPlayback, createLayerRows } from './layer-rows.ts';
import type { Playback, PlaybackEvent } from './animation-types.ts';

const createPlayback = (playbackId: string, layer: number, direction: Playback['direction'] = 'forward') =>
  ({ playbackId, layer, direction, time: 0.5, duration: 2 }) as Playback;
const createPlaybackEvent = (type: string, playbackId: string, reason?: string) =>
  ({ type: `animation.playback.${type}`, data: { playbackId, reason } }) as PlaybackEvent;

it('shows the current playback of a layer, or its last one', () => {
  const ended = [createPlayback('a', 1), createPlayback('b', 0), createPlayback('c', 1)].map((one) => ({
    ...{ playback: one, reason: 'natural' },
  }));
  const rows = createLayerRows([createPlayback('e', 2), createPlayback('d', 0)], ended);
  expect(rows.map(({ playback: { layer, playbackId }, reason }) => [layer, playbackId, reason])).toEqual([
    [0, 'd', undefined],
    [1, 'c', 'natural'],
    [2, 'e', undefined],
  ]);
});

it('shows a completed playback at its end, and a stopped one where it was', () => {
  const known = [createPlayback('a', 0), createPlayback('b', 1, 'backward')];
  const endOf = (...given: Parameters<typeof createPlaybackEvent>) => {
    const ended = findEndedPlayback(
      createPlaybackEvent(...given),
      new Map(known.map((one) => [one.playbackId, one])),
    );
    return ended && [ended.playback.time, ended.reason];
  };
  expect(endOf('completed', 'a', 'natural')).toEqual([2, 'natural']);
  expect(endOf('completed', 'b', 'natural')).toEqual([0, 'natural']);
  expect(endOf('stopped', 'a', 'replaced')).toEqual([0.5, 'replaced']);
  expect(endOf('stopped', 'unknown', 'explicit')).toBeUndefined();
  expect(endOf('paused', 'a')).toBeUndefined();
});
