/**
 * Clips: keys over time for properties of an object and of its descendants. They are immutable, and all playbacks share
 * them.
 */
import type { interpolations, trackTypes } from '#spec/actions/animation.ts';
import type { Json } from '#spec/values.ts';

/** A time in a clip at which an event is emitted. */
export interface Marker {
  readonly name: string;
  /** In seconds from the start of the clip. */
  readonly position: number;
}

export interface Clip {
  readonly name: string;
  /** In seconds, 0 or more. */
  readonly duration: number;
  readonly tracks: readonly Track[];
  readonly markers: readonly Marker[];
}

export type Interpolation = (typeof interpolations)[number];

/** The type of the values of keys: a property type, a quaternion, or a weight for each morph target of a mesh. */
export type TrackType = (typeof trackTypes)[number];

/** One property of one target over time. */
export interface Track {
  /** Names from the object down, separated by '/'; empty for the object itself. */
  readonly target: string;
  readonly component: string;
  readonly property: string;
  readonly type: TrackType;
  readonly keys: Curve | StepKeys;
  /**
   * In a track of a model, the path of its node: child indexes from the root of each instance. It is undefined for a
   * node that the model does not show. Names are ambiguous, because child objects can have them too.
   */
  readonly node?: readonly number[] | undefined;
  readonly isOfModel?: true;
}

type Numbers = Float32Array | Float64Array;

/** Keys that can be interpolated. */
export interface Curve {
  readonly interpolation: Interpolation;
  /** In seconds from the start of the clip, increasing. */
  readonly times: Numbers;
  /** Numbers per value. */
  readonly size: number;
  /** The values of the keys in order; for cubic splines in-tangent, value and out-tangent of each key. */
  readonly numbers: Numbers;
}

/** Keys whose values hold until the next key. */
export interface StepKeys {
  readonly interpolation: 'STEP';
  readonly times: Numbers;
  readonly states: readonly Json[];
}
