import type { Playback } from './playback-store.ts';

/** The part of a playback's state that determines how it advances. */
type PlaybackState = Pick<Playback, 'state' | 'time' | 'duration' | 'speed' | 'direction' | 'loopMode'>;

export type Playhead = Pick<Playback, 'time' | 'direction'>;

/** Returns the playhead after the given number of simulated seconds since the playback was read. */
export const advancePlayhead = (playback: PlaybackState, seconds: number): Playhead => {
  const { state, time, duration, speed, direction, loopMode } = playback;
  const distance = Math.abs(speed) * seconds;
  if (state !== 'playing' || distance === 0 || duration === 0) return { time, direction };
  const target = direction === 'forward' ? time + distance : time - distance;
  if (loopMode === 'loop') return { time: wrapPosition(target, duration), direction };
  if (loopMode === 'pingPong') {
    const unfolded = direction === 'forward' ? target : 2 * duration - target;
    return toPingPongPosition(wrapPosition(unfolded, 2 * duration), duration);
  }
  return { time: Math.min(duration, Math.max(0, target)), direction };
};

/** Maps a position on the round trip from the start to the end and back to a position in the clip. */
const toPingPongPosition = (position: number, duration: number): Playhead =>
  position < duration
    ? { time: position, direction: 'forward' }
    : { time: 2 * duration - position, direction: 'backward' };

const wrapPosition = (position: number, length: number): number => ((position % length) + length) % length;

export const formatSeconds = (seconds: number): string => `${seconds.toFixed(2)} s`;
