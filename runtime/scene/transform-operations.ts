/** Relative movements and rotations of scene objects (C-30). */
import { MathUtils, Matrix4, Quaternion, Vector3 as ThreeVector3 } from 'three';
import type { Space, Quaternion as Turn } from '#spec/actions/parameter-schemas.ts';
import type { Vector3 } from '#spec/values.ts';
import { clampToFinite } from '../values/clamp-finite.ts';
import { degreesToEuler, getWorldQuaternion, getPosition, setPosition } from './object-transform.ts';
import type { SceneNode } from './scene-node.ts';
import type { SceneObject } from './scene-object.ts';

/** Moves an object along the world axes or along its own axes. In both cases, the offsets are in world metres. */
export const translate = (object: SceneObject, { x, y, z }: Vector3, axes: Space): void => {
  const offset = new ThreeVector3(x, y, z);
  if (axes === 'local') offset.applyQuaternion(getWorldQuaternion(object.node));
  const from = getPosition(object, 'world');
  const to = {
    x: clampToFinite(from.x + offset.x),
    y: clampToFinite(from.y + offset.y),
    z: clampToFinite(from.z + offset.z),
  };
  setPosition(object, to, 'world');
};

/**
 * The tolerance in metres for rounding errors of summed steps, which would otherwise cause an extra step at the end.
 */
const tolerance = 1e-9;

/**
 * Moves an object towards a point, and exactly onto the point if it is near enough.
 * @param maxDistance the maximum distance to move, in metres
 * @returns the remaining distance in metres
 */
export const moveTowards = (object: SceneObject, to: Vector3, maxDistance: number): number => {
  const from = getPosition(object, 'world');
  const distance = clampToFinite(Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z));
  if (distance <= maxDistance + tolerance) {
    setPosition(object, to, 'world');
    return 0;
  }
  const fraction = maxDistance / distance;
  const interpolate = (a: number, b: number): number => clampToFinite(a + (b - a) * fraction);
  setPosition(
    object,
    { x: interpolate(from.x, to.x), y: interpolate(from.y, to.y), z: interpolate(from.z, to.z) },
    'world',
  );
  return distance - maxDistance;
};

/** Rotates an object about the world axes or about its own axes. */
export const rotate = ({ node }: SceneObject, angles: Vector3, axes: Space): void => {
  const rotation = new Quaternion().setFromEuler(degreesToEuler(angles));
  if (axes === 'local') {
    node.quaternion.multiply(rotation);
    node.transformChanged();
  } else rotateInWorldSpace(node, (orientation) => orientation.premultiply(rotation));
};

/** Converts a rotation of any length to a three.js unit quaternion. Even very large numbers do not overflow. */
export const toUnitQuaternion = ({ x, y, z, w }: Turn): Quaternion => {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  return new Quaternion(x / largest, y / largest, z / largest, w / largest).normalize();
};

/**
 * Rotates an object about an axis through a point in the world.
 * @param degrees the angle in degrees
 */
export const rotateAround = (object: SceneObject, point: Vector3, axis: Vector3, degrees: number): void => {
  const { x, y, z } = toUnitQuaternion({ ...axis, w: 0 });
  const rotation = new Quaternion().setFromAxisAngle(new ThreeVector3(x, y, z), MathUtils.degToRad(degrees));
  const from = getPosition(object, 'world');
  const offset = new ThreeVector3(from.x - point.x, from.y - point.y, from.z - point.z).applyQuaternion(
    rotation,
  );
  const to = {
    x: clampToFinite(point.x + offset.x),
    y: clampToFinite(point.y + offset.y),
    z: clampToFinite(point.z + offset.z),
  };
  setPosition(object, to, 'world');
  rotateInWorldSpace(object.node, (orientation) => orientation.premultiply(rotation));
};

/**
 * Turns an object's front towards a point in the world. If the point is the object's own position, nothing changes,
 * because the direction is not defined.
 */
export const lookAt = (object: SceneObject, { x, y, z }: Vector3, up: Vector3): void => {
  const { node } = object;
  const eye = node.getWorldPosition(new ThreeVector3());
  const point = new ThreeVector3(x, y, z);
  if (eye.distanceToSquared(point) === 0) return;
  const top = new ThreeVector3(up.x, up.y, up.z);
  if (top.lengthSq() === 0) top.set(0, 1, 0);
  const frame = object.facesNegativeZ
    ? new Matrix4().lookAt(eye, point, top)
    : new Matrix4().lookAt(point, eye, top);
  rotateInWorldSpace(node, (orientation) => orientation.setFromRotationMatrix(frame));
};

/** Changes a node's orientation in world space. */
const rotateInWorldSpace = (node: SceneNode, change: (orientation: Quaternion) => Quaternion): void => {
  const parent = node.parent ? getWorldQuaternion(node.parent) : new Quaternion();
  node.quaternion.copy(parent.invert().multiply(change(getWorldQuaternion(node))));
  node.transformChanged();
};
