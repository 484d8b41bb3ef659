import type { Rolloff } from '#spec/actions/audio.ts';

/** How a sound fades with distance. */
export interface DistanceModel {
  readonly rolloff: Rolloff;
  /** How fast it fades beyond `minDistance`. 0 means not at all; a linear rolloff clamps it to 1. */
  readonly rolloffFactor: number;
  /** Metres within which it is at full gain; more than 0. */
  readonly minDistance: number;
  /** Metres beyond which a linear rolloff falls no further; more than `minDistance`. The other models ignore it. */
  readonly maxDistance: number;
}

/**
 * Computes the gain of a sound at a distance, 0 to 1, by the distance models of a Web Audio PannerNode.
 * @param distance metres between the sound and the listener, finite
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
