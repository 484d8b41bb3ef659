/** One animated property of one target, with all its inputs. */
import type { Track } from '../clips/clip.ts';

/** Times and weights of all playbacks, by their rows. */
export interface PlaybackColumns {
  /** In seconds from the start of their clips. */
  readonly times: readonly number[];
  /** From 0 to 1, including fades. */
  readonly weights: readonly number[];
}

/** A track that is bound to its target. */
export interface BoundTrack {
  /**
   * Appends the track to the inputs of its property.
   * @param row of the playback
   * @param additive added on top of all others, relative to the first value of the track; discrete values are ignored
   */
  addInput(row: number, additive: boolean): void;
}

/**
 * One property. Each pose sets it to the mean of its base inputs, filled up to a weight of 1 with its base value, plus
 * its additive inputs. Without inputs it returns to its base value, unless others have written it.
 */
export interface PropertyMixer {
  readonly name: string;
  /** Whether the last pose has moved it. */
  readonly isAnimated: boolean;
  /** Binds a track; undefined for a track of another kind. */
  bindTrack(track: Track): BoundTrack | undefined;
  /** Removes all inputs; the next pose restores the base value. */
  clearInputs(): void;
  /** Restores the base value at once; the next pose moves it again. */
  restoreBaseValue(): void;
  /** Releases the target with its current value, because it was removed. */
  release(): void;
  /** Returns its base value and the value that was written last. */
  state(): unknown;
}
