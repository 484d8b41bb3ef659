import { ApiError } from '#spec/errors.ts';
import type { Marker } from './clips/clip.ts';

/** Markers of a clip and those that were given, by their positions. */
export const mergeMarkers = (...groups: readonly (readonly Marker[])[]): readonly Marker[] =>
  groups.flat().sort((a, b) => a.position - b.position);

/**
 * The markers on the way from one moment of a clip to another, in the order of the way: its end counts, its start when it has
 * not been passed yet.
 */
export const findPassedMarkers = (
  markers: readonly Marker[],
  from: number,
  to: number,
  includesStart: boolean,
  tolerance: number,
): readonly Marker[] => {
  const slack = includesStart ? -tolerance : tolerance;
  if (to >= from) {
    return markers.filter(({ position }) => position > from + slack && position <= to + tolerance);
  }
  return markers.filter(({ position }) => position < from - slack && position >= to - tolerance).reverse();
};

/** @throws Fault ACTION_FAILED for a marker beyond the end of the clip */
export const validateMarkers = (markers: readonly Marker[], clip: string, duration: number): void => {
  const beyond = markers.find(({ position }) => position > duration);
  if (!beyond) return;
  const { name, position } = beyond;
  throw new ApiError(
    'ACTION_FAILED',
    `The marker '${name}' is at ${position} s, beyond the end of '${clip}' at ${duration} s; animation.clips tells how long clips are.`,
    { marker: name, position, clip, duration },
  );
};
