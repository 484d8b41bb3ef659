/**
 * Clips, which consist of keys over time for the properties of an object and its descendants. Clips are immutable, so
 * that all playbacks can share them.
 */
import type { interpolations, trackTypes } from '#spec/actions/animation.ts';
import type { Json } from '#spec/values.ts';

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

export type Interpolation = (typeof interpolations)[number];

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

type Numbers = Float32Array | Float64Array;

/** Keys whose values can be interpolated. */
export interface Curve {
  readonly interpolation: Interpolation;
  /** Key times in seconds from the start of the clip, in increasing order. */
  readonly times: Numbers;
  /** Count of numbers per value. */
  readonly size: number;
  /** The values of the keys, in order. Each key of a cubic spline has an in-tangent, a value and an out-tangent. */
  readonly numbers: Numbers;
}

/** Keys that are not interpolated. Each value holds until the next key. */
export interface StepKeys {
  readonly interpolation: 'STEP';
  readonly times: Numbers;
  readonly states: readonly Json[];
}
