/** What tweens can change. A further property is a read, a write and the mix of its kind of value. */
import type { Space } from '#spec/actions/parameters.ts';
import type { Vector3 } from '#spec/values.ts';
import { positionOf, setPosition } from './transform.ts';
import type { SceneObject } from './scene-object.ts';

export interface TweenProperty<Value> {
  /** Tweens of one name on one object replace each other. */
  readonly name: string;
  read(object: SceneObject): Value;
  write(object: SceneObject, value: Value): void;
  /** The value at this share of the way; curves that overshoot go below 0 or beyond 1. */
  mix(from: Value, to: Value, share: number): Value;
}

const mixNumbers = (from: number, to: number, share: number): number => from + (to - from) * share;

const mixVectors = (from: Vector3, to: Vector3, share: number): Vector3 => ({
  x: mixNumbers(from.x, to.x, share),
  y: mixNumbers(from.y, to.y, share),
  z: mixNumbers(from.z, to.z, share),
});

/** Position in the world or relative to the parent: one property, so that they replace each other. */
export const positionIn = (space: Space): TweenProperty<Vector3> => ({
  name: 'position',
  read: (object) => positionOf(object, space),
  write: (object, value) => setPosition(object, value, space),
  mix: mixVectors,
});
