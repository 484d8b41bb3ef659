import type { Rolloff } from '#spec/actions/audio.ts';

/** How far a sound carries. */
export interface DistanceModel {
  readonly rolloff: Rolloff;
  /** How fast it falls off beyond `minDistance`: 0 not at all; a linear rolloff counts no more than 1. */
  readonly rolloffFactor: number;
  /** Metres within which it is at its loudest; more than 0. */
  readonly minDistance: number;
  /** Metres from which a linear rolloff falls no further; more than `minDistance`. The others never end. */
  readonly maxDistance: number;
}

/**
 * What distance leaves of a sound, 0 to 1, by the distance models of a Web Audio PannerNode.
 * @param distance metres between the sound and who hears it, finite
 */
export const computeDistanceGain = (
  { rolloff, rolloffFactor, minDistance, maxDistance }: DistanceModel,
  distance: number,
): number => {
  const reached = Math.max(distance, minDistance);
  const beyond = reached - minDistance;
  switch (rolloff) {
    case 'linear':
      return 1 - Math.min(rolloffFactor, 1) * Math.min(beyond / (maxDistance - minDistance), 1);
    case 'inverse':
      return minDistance / (minDistance + rolloffFactor * beyond);
    case 'exponential':
      return (reached / minDistance) ** -rolloffFactor;
  }
};
