import { expect, it } from 'vitest';
import { advancePlayhead } from './playhead.ts';

type PlaybackState = Parameters<typeof advancePlayhead>[0];

/** A playback of a clip that is two seconds long, half a second after the start. */
const playbackState: PlaybackState = {
  state: 'playing',
  time: 0.5,
  duration: 2,
  speed: 1,
  direction: 'forward',
  loopMode: 'once',
};
const backwardState: PlaybackState = { ...playbackState, speed: -1, direction: 'backward' };
const getTimes = (playback: PlaybackState, ...seconds: number[]): string[] =>
  seconds.map((after) => {
    const { time, direction } = advancePlayhead(playback, after);
    return `${time.toFixed(2)} ${direction}`;
  });

it.each(['once', 'clampForever'] as const)('%s stops at the end of the clip', (loopMode) => {
  expect(getTimes({ ...playbackState, loopMode }, 0, 1, 1.5, 9)).toEqual([
    '0.50 forward',
    '1.50 forward',
    '2.00 forward',
    '2.00 forward',
  ]);
  expect(getTimes({ ...backwardState, loopMode }, 0.25, 9)).toEqual(['0.25 backward', '0.00 backward']);
});

it('loop starts over, from the other end when backward', () => {
  expect(getTimes({ ...playbackState, loopMode: 'loop' }, 1.5, 2, 6.25)).toEqual([
    '0.00 forward',
    '0.50 forward',
    '0.75 forward',
  ]);
  expect(getTimes({ ...backwardState, loopMode: 'loop' }, 1, 2.5)).toEqual([
    '1.50 backward',
    '0.00 backward',
  ]);
  expect(getTimes({ ...backwardState, loopMode: 'loop', time: 2 }, 0, 0.5)).toEqual([
    '2.00 backward',
    '1.50 backward',
  ]);
});

it('pingPong reverses at both ends, from either direction', () => {
  expect(getTimes({ ...playbackState, loopMode: 'pingPong' }, 1, 2, 3.75, 4)).toEqual([
    '1.50 forward',
    '1.50 backward',
    '0.25 forward',
    '0.50 forward',
  ]);
  expect(getTimes({ ...backwardState, loopMode: 'pingPong' }, 0.25, 1, 2.75)).toEqual([
    '0.25 backward',
    '0.50 forward',
    '1.75 backward',
  ]);
});

it('advances at its speed', () => {
  expect(getTimes({ ...playbackState, speed: 2 }, 0.5)).toEqual(['1.50 forward']);
  expect(getTimes({ ...playbackState, speed: 0, loopMode: 'loop' }, 5)).toEqual(['0.50 forward']);
});

it.each(['paused', 'held'] as const)('does not move while it is %s', (state) => {
  expect(getTimes({ ...playbackState, state, loopMode: 'loop' }, 5)).toEqual(['0.50 forward']);
});

it('does not move in a clip without length', () => {
  expect(getTimes({ ...playbackState, time: 0, duration: 0, loopMode: 'loop' }, 5)).toEqual(['0.00 forward']);
});
