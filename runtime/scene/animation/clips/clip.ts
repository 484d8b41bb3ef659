/**
 * Clips, which consist of keys over time for the properties of an object and its descendants. Clips are immutable, so
 * that all playbacks can share them.
 */
import { ApiError } from '#spec/errors.ts';
import type { trackTypes } from '#spec/actions/animation.ts';
import type { Json } from '#spec/values.ts';
import type { Curve } from '../../../kernels/animation/sample-curve.ts';
import type { ClipInfo } from '../../../link/runtime-link.ts';

/** A time in a clip at which an event is emitted during playback. */
export interface Marker {
  readonly name: string;
  /** Position in seconds from the start of the clip. */
  readonly position: number;
}

export interface Clip {
  readonly name: string;
  /** Duration in seconds, 0 or more. */
  readonly duration: number;
  readonly tracks: readonly Track[];
  readonly markers: readonly Marker[];
}

/** The type of key values: a property type, a quaternion, or one weight per morph target of a mesh. */
export type TrackType = (typeof trackTypes)[number];

/** The values of one property of one target over time. */
export interface Track {
  /** The path from the object to the target as names separated by '/'; empty for the object itself. */
  readonly target: string;
  readonly component: string;
  readonly property: string;
  readonly type: TrackType;
  readonly keys: Curve | StepKeys;
  /**
   * In a model's track, the path of the track's node as child indexes from the root of each instance. `undefined` for a
   * node that the model does not show. Names are not used, because they would be ambiguous: child objects can have the
   * same names.
   */
  readonly node?: readonly number[] | undefined;
  readonly isOfModel?: true;
}

/** Keys that are not interpolated. Each value holds until the next key. */
export interface StepKeys {
  readonly interpolation: 'STEP';
  readonly times: Curve['times'];
  readonly states: readonly Json[];
}

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

export const toClipRecord = ({ name, duration, markers, tracks }: Clip): ClipInfo => ({
  name,
  duration,
  markers: markers.map((marker) => ({ name: marker.name, position: marker.position })),
  tracks: tracks.map(({ target, component, property, type, keys }) => ({
    ...{ target, component, property, type },
    interpolation: keys.interpolation,
    keys: keys.times.length,
  })),
});
