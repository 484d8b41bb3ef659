/** The transforms of scene objects: positions, Euler angles in degrees (order XYZ), and scales (C-41). */
import { Euler, MathUtils, type Object3D, type Quaternion, Vector3 as ThreeVector3 } from 'three';
import type { Space } from '#spec/actions/parameter-schemas.ts';
import type { Vector3 } from '#spec/values.ts';
import { clampToFinite, clampVectorToFinite } from '../values/clamp-finite.ts';
import type { SceneNode } from './scene-node.ts';
import type { SceneObject } from './scene-object.ts';

const toPlainVector = ({ x, y, z }: Vector3): Vector3 => ({ x, y, z });

/** Converts radians to degrees without showing the rounding error of radians: 30 degrees read as exactly 30. */
const radiansToDegrees = (radians: number): number => {
  const degrees = clampToFinite(MathUtils.radToDeg(radians));
  return Math.abs(degrees) < 1e9 ? Math.round(degrees * 1e9) / 1e9 + 0 : degrees;
};

const eulerToDegrees = ({ x, y, z }: Euler): Vector3 => ({
  x: radiansToDegrees(x),
  y: radiansToDegrees(y),
  z: radiansToDegrees(z),
});

/** Converts an orientation to Euler angles in degrees. */
export const quaternionToDegrees = (orientation: Quaternion): Vector3 =>
  eulerToDegrees(new Euler().setFromQuaternion(orientation));

/** Converts angles in degrees to three.js Euler angles. */
export const degreesToEuler = ({ x, y, z }: Vector3): Euler =>
  new Euler(MathUtils.degToRad(x), MathUtils.degToRad(y), MathUtils.degToRad(z));

/**
 * Returns a node's rotation in the world. The rotations of the node and its ancestors are multiplied, because the world
 * matrix of a node with a scale of zero can't be decomposed.
 */
export const getWorldQuaternion = (node: Object3D): Quaternion => {
  const orientation = node.quaternion.clone();
  for (let above = node.parent; above; above = above.parent) orientation.premultiply(above.quaternion);
  return orientation;
};

/** Returns the parent when its coordinate system differs from the world's; `undefined` for objects at the root. */
const findParentFrame = ({ node }: SceneObject): Object3D | undefined =>
  node.parent?.parent ? node.parent : undefined;

export const getPosition = (object: SceneObject, space: Space): Vector3 =>
  space === 'local'
    ? toPlainVector(object.node.position)
    : clampVectorToFinite(object.node.getWorldPosition(new ThreeVector3()));

/**
 * Moves an object. At the root, world and local space are the same, so positions are stored there without conversion.
 */
export const setPosition = (object: SceneObject, { x, y, z }: Vector3, space: Space): void => {
  const frame = space === 'world' ? findParentFrame(object) : undefined;
  const { position } = object.node;
  position.set(x, y, z);
  if (frame) position.copy(clampVectorToFinite(frame.worldToLocal(position)));
  object.node.transformChanged();
};

export const getRotation = (object: SceneObject, space: Space): Vector3 => {
  const frame = space === 'world' ? findParentFrame(object) : undefined;
  if (!frame) return eulerToDegrees(object.node.rotation);
  return quaternionToDegrees(getWorldQuaternion(object.node));
};

/**
 * Sets the orientation of an object.
 * @param orientation a unit quaternion
 */
export const setQuaternion = (object: SceneObject, orientation: Quaternion, space: Space): void => {
  const frame = space === 'world' ? findParentFrame(object) : undefined;
  object.node.quaternion.copy(orientation);
  if (frame) object.node.quaternion.premultiply(getWorldQuaternion(frame).invert());
  object.node.transformChanged();
};

export const setRotation = (object: SceneObject, degrees: Vector3, space: Space): void => {
  const frame = space === 'world' ? findParentFrame(object) : undefined;
  object.node.rotation.copy(degreesToEuler(degrees));
  if (frame) object.node.quaternion.premultiply(getWorldQuaternion(frame).invert());
  object.node.transformChanged();
};

/** Returns the scale relative to the parent. There is no world scale, since it can't be distinguished from skew. */
export const getScale = (object: SceneObject): Vector3 => toPlainVector(object.node.scale);

export const setScale = (object: SceneObject, { x, y, z }: Vector3): void => {
  object.node.scale.set(x, y, z);
  object.node.transformChanged();
};

/**
 * Attaches a node to another parent and preserves the node's world transform, as far as scales allow. For numbers near
 * the largest double, or near zero, three.js can produce values that are not finite.
 */
export const attachKeepingWorldTransform = (parent: Object3D, node: SceneNode): void => {
  const orientation = getWorldQuaternion(node);
  parent.attach(node);
  const { position, quaternion, scale } = node;
  position.copy(clampVectorToFinite(position));
  scale.copy(clampVectorToFinite(scale));
  const isUnitQuaternion = Math.abs(quaternion.lengthSq() - 1) < 1e-6;
  if (!isUnitQuaternion) quaternion.copy(orientation).premultiply(getWorldQuaternion(parent).invert());
  node.transformChanged();
};
