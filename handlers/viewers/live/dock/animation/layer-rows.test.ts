import { expect, it } from 'vitest';
import { endedBy, layerRows } from './layer-rows.ts';
import type { Playback, PlaybackEvent } from './facts.ts';

const playback = (playbackId: string, layer: number, direction: Playback['direction'] = 'forward') =>
  ({ playbackId, layer, direction, time: 0.5, duration: 2 }) as Playback;
const event = (type: string, playbackId: string, reason?: string) =>
  ({ type: `animation.playback.${type}`, data: { playbackId, reason } }) as PlaybackEvent;

it('a layer shows what holds it, or what held it last', () => {
  const ended = [playback('a', 1), playback('b', 0), playback('c', 1)].map((one) => ({
    ...{ playback: one, reason: 'natural' },
  }));
  const rows = layerRows([playback('e', 2), playback('d', 0)], ended);
  expect(rows.map(({ playback: { layer, playbackId }, reason }) => [layer, playbackId, reason])).toEqual([
    [0, 'd', undefined],
    [1, 'c', 'natural'],
    [2, 'e', undefined],
  ]);
});

it('what completes stands at the end of its way, what is stopped where it was', () => {
  const known = [playback('a', 0), playback('b', 1, 'backward')];
  const endOf = (...given: Parameters<typeof event>) => {
    const ended = endedBy(event(...given), new Map(known.map((one) => [one.playbackId, one])));
    return ended && [ended.playback.time, ended.reason];
  };
  expect(endOf('completed', 'a', 'natural')).toEqual([2, 'natural']);
  expect(endOf('completed', 'b', 'natural')).toEqual([0, 'natural']);
  expect(endOf('stopped', 'a', 'replaced')).toEqual([0.5, 'replaced']);
  expect(endOf('stopped', 'unknown', 'explicit')).toBeUndefined();
  expect(endOf('paused', 'a')).toBeUndefined();
});
