/** What clips are: keys in time for properties of an object and of what hangs under it. Static data, shared by all that plays it. */
import type { interpolations, trackTypes } from '#spec/actions/animation.ts';
import type { Json } from '#spec/values.ts';

/** A moment of a clip that is told when it is passed. */
export interface Marker {
  readonly name: string;
  /** Seconds into the clip. */
  readonly position: number;
}

export interface Clip {
  readonly name: string;
  /** Seconds, 0 or more. */
  readonly duration: number;
  readonly tracks: readonly Track[];
  readonly markers: readonly Marker[];
}

export type Interpolation = (typeof interpolations)[number];

/** What keys hold: a value of a property of that type, a quaternion, or a weight for each morph target of a mesh. */
export type TrackType = (typeof trackTypes)[number];

/** One property of one thing over time. */
export interface Track {
  /** Names from the object down, separated by '/'; empty for the object itself. */
  readonly target: string;
  readonly component: string;
  readonly property: string;
  readonly type: TrackType;
  readonly keys: Curve | StepKeys;
  /**
   * In a track of a model, where its node is: child indexes from the root of each instance; undefined for a node that
   * the model does not show. Names could be those of child objects too.
   */
  readonly node?: readonly number[] | undefined;
  readonly isOfModel?: true;
}

type Numbers = Float32Array | Float64Array;

/** Keys that there is something between. */
export interface Curve {
  readonly interpolation: Interpolation;
  /** Seconds into the clip, increasing. */
  readonly times: Numbers;
  /** Of a value. */
  readonly size: number;
  /** The values of the keys one after the other; of cubic splines in-tangent, value and out-tangent of each. */
  readonly numbers: Numbers;
}

/** Keys that each hold until the next. */
export interface StepKeys {
  readonly interpolation: 'STEP';
  readonly times: Numbers;
  readonly states: readonly Json[];
}
