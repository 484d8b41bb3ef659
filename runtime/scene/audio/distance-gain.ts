import type { Rolloff } from '#spec/actions/audio.ts';

/** How a sound fades with distance. */
export interface DistanceModel {
  readonly rolloff: Rolloff;
  /**
   * How fast the sound fades beyond `minDistance`; 0 means that it doesn't fade. A linear rolloff clamps the factor to
   * 1.
   */
  readonly rolloffFactor: number;
  /** The distance in metres within which the sound has full gain; more than 0. */
  readonly minDistance: number;
  /**
   * The distance in metres beyond which a linear rolloff doesn't reduce the gain any further; more than `minDistance`.
   * The other models ignore this distance.
   */
  readonly maxDistance: number;
}

/**
 * Computes the gain of a sound at a distance, from 0 to 1, with the distance models of a Web Audio PannerNode.
 * @param distance the finite distance between the sound and the listener in metres
 */
export const computeDistanceGain = (
  { rolloff, rolloffFactor, minDistance, maxDistance }: DistanceModel,
  distance: number,
): number => {
  const reached = Math.max(distance, minDistance);
  const excess = reached - minDistance;
  switch (rolloff) {
    case 'linear':
      return 1 - Math.min(rolloffFactor, 1) * Math.min(excess / (maxDistance - minDistance), 1);
    case 'inverse':
      return minDistance / (minDistance + rolloffFactor * excess);
    case 'exponential':
      return (reached / minDistance) ** -rolloffFactor;
  }
};
