import type { Playback } from './animation-types.ts';

/** What decides how a playback goes on. */
type PlaybackState = Pick<Playback, 'state' | 'time' | 'duration' | 'speed' | 'direction' | 'loopMode'>;

/** Where a playback is in its clip, and which way it goes. */
export type Playhead = Pick<Playback, 'time' | 'direction'>;

/** Where a playback is so many simulated seconds after it was read. */
export const advancePlayhead = (course: PlaybackState, seconds: number): Playhead => {
  const { state, time, duration, speed, direction, loopMode } = course;
  const way = Math.abs(speed) * seconds;
  if (state !== 'playing' || way === 0 || duration === 0) return { time, direction };
  const target = direction === 'forward' ? time + way : time - way;
  if (loopMode === 'loop') return { time: wrapPosition(target, duration), direction };
  if (loopMode === 'pingPong') {
    const there = direction === 'forward' ? target : 2 * duration - target;
    return toPingPongPosition(wrapPosition(there, 2 * duration), duration);
  }
  return { time: Math.min(duration, Math.max(0, target)), direction };
};

/** A place on the way to the end of the clip and back. */
const toPingPongPosition = (place: number, duration: number): Playhead =>
  place < duration
    ? { time: place, direction: 'forward' }
    : { time: 2 * duration - place, direction: 'backward' };

/** A place on an endless line as one of its first stretch. */
const wrapPosition = (place: number, length: number): number => ((place % length) + length) % length;
