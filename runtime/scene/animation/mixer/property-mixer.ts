/** What a rig moves: one property of one thing, and all that sounds on it. */
import type { Track } from '../clips/clip.ts';

/** Where all playbacks are, by their rows. */
export interface PlaybackColumns {
  /** Seconds into their clips. */
  readonly times: readonly number[];
  /** 0 to 1, with their fades. */
  readonly weights: readonly number[];
}

/** A track that has found what it moves. */
export interface BoundTrack {
  /**
   * Has the channel hear the track from now on, after all that it hears already.
   * @param row of the playback
   * @param additive on top of all others, as the way from the first value of the track; what has nothing in between is not heard
   */
  addInput(row: number, additive: boolean): void;
}

/**
 * One property. In each pose it becomes the mean of what it hears, filled up to a weight of 1 with what it is where nobody moves it,
 * and additive voices come on top. When it hears nothing any more it goes back to what it was, unless somebody else has
 * written it.
 */
export interface PropertyMixer {
  readonly name: string;
  /** Whether the last pose has moved it. */
  readonly isAnimated: boolean;
  /** What a track has it hear; undefined for a track that is not of its kind. */
  bindTrack(track: Track): BoundTrack | undefined;
  /** Hears nothing any more; the next pose lets go of it. */
  clearInputs(): void;
  /** Puts the property back at once; the next pose moves it again. */
  restoreBaseValue(): void;
  /** Gives it up as it is: what it moved is gone. */
  release(): void;
  /** What it is without its voices, and what was written last. */
  state(): unknown;
}
