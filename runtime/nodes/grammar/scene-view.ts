import type { Space } from '#spec/actions/parameters.ts';
import type { Vector3 } from '#spec/values.ts';

/**
 * A scene object as nodes see it. Lengths are metres, rotations Euler angles in degrees in the order XYZ
 * (register: C-41). `world` is the space of the scene, `local` that of the object's parent.
 */
export interface ObjectView {
  position(space: Space): Vector3;
  setPosition(position: Vector3, space: Space): void;
  rotation(space: Space): Vector3;
  setRotation(angles: Vector3, space: Space): void;
  /** Relative to the parent. */
  scale(): Vector3;
  setScale(scale: Vector3): void;
  /** Moves by an offset along the axes of the world, or along the object's own. */
  translate(offset: Vector3, axes: Space): void;
  /** Turns by angles about the axes of the world, or about the object's own. */
  rotate(angles: Vector3, axes: Space): void;
  /**
   * Turns the front of the object to a point of the world, its top as near to `up` as that allows. Cameras and
   * lights face along their -Z, everything else along its +Z. A point where the object is changes nothing.
   */
  lookAt(point: Vector3, up: Vector3): void;
}

/** The scene as nodes see it: what they do to it takes effect at once. */
export interface SceneView {
  /** The object with this tag as it is now; undefined when there is none. */
  object(tag: string): ObjectView | undefined;
}
