import { ApiError } from '#spec/errors.ts';
import type { Marker } from './clips/clip.ts';

/** Merges the markers of a clip with additional ones, ordered by position. */
export const mergeMarkers = (...groups: readonly (readonly Marker[])[]): readonly Marker[] =>
  groups.flat().sort((a, b) => a.position - b.position);

/**
 * Finds the markers between two times of a clip, in the order of playback. The end is included; the start only when it
 * has not been passed yet.
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

/** @throws ApiError ACTION_FAILED for a marker beyond the end of the clip */
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
