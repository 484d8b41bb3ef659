import { ApiError } from '#spec/errors.ts';
import type { Marker } from './clips/clip.ts';

/** Merges a clip's markers with additional markers, ordered by position. */
export const mergeMarkers = (...groups: readonly (readonly Marker[])[]): readonly Marker[] =>
  groups.flat().sort((a, b) => a.position - b.position);

/**
 * Returns the markers between two times of a clip, in the order of playback. Markers at the end are included; markers
 * at the start are included only if they have not been passed yet.
 */
export const findPassedMarkers = (
  markers: readonly Marker[],
  from: number,
  to: number,
  includesStart: boolean,
  tolerance: number,
): readonly Marker[] => {
  const startTolerance = includesStart ? -tolerance : tolerance;
  if (to >= from) {
    return markers.filter(({ position }) => position > from + startTolerance && position <= to + tolerance);
  }
  return markers
    .filter(({ position }) => position < from - startTolerance && position >= to - tolerance)
    .reverse();
};

/**
 * Validates the markers of a clip.
 * @throws ApiError ACTION_FAILED when a marker is beyond the end of the clip
 */
export const validateMarkers = (markers: readonly Marker[], clip: string, duration: number): void => {
  const invalid = markers.find(({ position }) => position > duration);
  if (!invalid) return;
  const { name, position } = invalid;
  throw new ApiError(
    'ACTION_FAILED',
    `The marker '${name}' is at ${position} s, beyond the end of '${clip}' at ${duration} s. animation.clips lists the durations.`,
    { marker: name, position, clip, duration },
  );
};
