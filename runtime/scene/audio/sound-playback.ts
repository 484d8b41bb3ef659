import { Stopwatch } from '../../kernels/stopwatch.ts';
import { hasPassed } from '../elapsed-time.ts';

interface SoundPlaybackOptions {
  /** The duration in seconds; 0 or more. */
  readonly duration: number;
  readonly loop: boolean;
  /** The speed in seconds of the asset per simulated second; more than 0. */
  readonly pitch: number;
}

/**
 * Creates the playback of a sound, from the beginning of the sound. The position is computed from the last position
 * that was set and the time since then.
 */
export const createSoundPlayback = ({ duration, loop, pitch: initial }: SoundPlaybackOptions) => {
  let pitch = initial;
  let from = 0;
  let since = new Stopwatch();

  const around = (travelled: number): number => {
    if (duration === 0) return 0;
    const rounds = Math.floor(travelled / duration);
    // If a rounding error leaves the position just short of the next round, that round counts as started.
    const startedRounds = hasPassed(travelled, (rounds + 1) * duration) ? rounds + 1 : rounds;
    return Math.max(0, travelled - startedRounds * duration);
  };
  const within = (travelled: number): number => {
    if (loop) return around(travelled);
    return hasPassed(travelled, duration) ? duration : travelled;
  };
  const position = (): number => within(from + pitch * since.seconds());

  const restartFrom = (time: number): void => {
    from = time;
    since = new Stopwatch();
  };

  return {
    /** Returns a position from 0 to the duration. In a loop, the position is less than the duration. */
    getPosition: position,
    /** Whether the sound has reached its end. A looping sound never ends. */
    hasEnded: (): boolean => !loop && position() === duration,
    getPitch: (): number => pitch,
    /**
     * Advances the position.
     * @param deltaTime the simulated time in seconds
     */
    advance: (deltaTime: number): void => since.advance(deltaTime),
    /**
     * Seeks to a time. A time beyond the end is clamped to the end, or wraps around in a loop.
     * @returns the new position
     */
    seek(time: number): number {
      restartFrom(within(time));
      return from;
    },
    /** Continues from the current position at another speed. */
    setPitch(next: number) {
      restartFrom(position());
      pitch = next;
    },
    /** Returns all state that determines the further positions. */
    state: (): unknown => ({ pitch, from, seconds: since.seconds() }),
  };
};

/** The position of a sound in its asset, in seconds at pitch 1. */
export type SoundPlayback = ReturnType<typeof createSoundPlayback>;
