/** The animation of one property of one target by all its inputs. */
import type { Track } from '../clips/clip.ts';

/** Times and weights of all playbacks, indexed by row. */
export interface PlaybackColumns {
  /** Times in seconds from the start of the playbacks' clips. */
  readonly times: readonly number[];
  /** Weights from 0 to 1, with fades applied. */
  readonly weights: readonly number[];
}

/** A track that is bound to its target. */
export interface BoundTrack {
  /**
   * Appends the track to the inputs of its property.
   * @param row the row of the playback
   * @param additive whether the track is added on top of all others, relative to its first value; additive discrete
   * tracks are ignored
   */
  addInput(row: number, additive: boolean): void;
}

/**
 * An animated property. Each pose sets the property to the mean of its base inputs, filled up to a weight of 1 with the
 * base value, plus its additive inputs. Without inputs, the property returns to its base value, unless others have
 * written to it.
 */
export interface PropertyMixer {
  readonly name: string;
  /** Whether the last pose has animated this property. */
  readonly isAnimated: boolean;
  /** Binds a track. Returns `undefined` if the track is of an unsuitable kind. */
  bindTrack(track: Track): BoundTrack | undefined;
  /** Removes all inputs. The next pose then restores the base value. */
  clearInputs(): void;
  /** Restores the base value at once. The next pose animates the property again. */
  restoreBaseValue(): void;
  /** Releases the target because it was removed. The target keeps its current value. */
  release(): void;
  /** Returns the property's base value and the value that was last written. */
  state(): unknown;
}
