/** Where scene objects are: positions, Euler angles in degrees (order XYZ) and scales (register: C-41). */
import { Euler, MathUtils, Vector3 as ThreeVector3 } from 'three';
import type { Object3D, Quaternion } from 'three';
import type { Space } from '#spec/actions/parameter-schemas.ts';
import type { Vector3 } from '#spec/values.ts';
import { clampToFinite, clampVectorToFinite } from '../values/clamp-finite.ts';
import type { SceneObject } from './scene-object.ts';

const toPlainVector = ({ x, y, z }: Vector3): Vector3 => ({ x, y, z });

/** Degrees without the dust that the way through radians leaves: 30 reads as 30. */
const radiansToDegrees = (radians: number): number => {
  const degrees = clampToFinite(MathUtils.radToDeg(radians));
  return Math.abs(degrees) < 1e9 ? Math.round(degrees * 1e9) / 1e9 + 0 : degrees;
};

const eulerToDegrees = ({ x, y, z }: Euler): Vector3 => ({
  x: radiansToDegrees(x),
  y: radiansToDegrees(y),
  z: radiansToDegrees(z),
});

/** An orientation as Euler angles in degrees. */
export const quaternionToDegrees = (orientation: Quaternion): Vector3 =>
  eulerToDegrees(new Euler().setFromQuaternion(orientation));

/** Angles in degrees as three.js takes them. */
export const degreesToEuler = ({ x, y, z }: Vector3): Euler =>
  new Euler(MathUtils.degToRad(x), MathUtils.degToRad(y), MathUtils.degToRad(z));

/**
 * How a node is turned in the world. Multiplied up from its parents, because the world matrix of a node that is scaled
 * to nothing has no orientation left to take apart.
 */
export const getWorldQuaternion = (node: Object3D): Quaternion => {
  const orientation = node.quaternion.clone();
  for (let above = node.parent; above; above = above.parent) orientation.premultiply(above.quaternion);
  return orientation;
};

/** The parent whose frame differs from the world's; undefined for objects at the root. */
const findParentFrame = ({ node }: SceneObject): Object3D | undefined =>
  node.parent?.parent ? node.parent : undefined;

export const getPosition = (object: SceneObject, space: Space): Vector3 =>
  space === 'local'
    ? toPlainVector(object.node.position)
    : clampVectorToFinite(object.node.getWorldPosition(new ThreeVector3()));

/** Moves an object. At the root world and local are the same, so that the values stay exact there. */
export const setPosition = (object: SceneObject, { x, y, z }: Vector3, space: Space): void => {
  const frame = space === 'world' ? findParentFrame(object) : undefined;
  const { position } = object.node;
  position.set(x, y, z);
  if (frame) position.copy(clampVectorToFinite(frame.worldToLocal(position)));
};

export const getRotation = (object: SceneObject, space: Space): Vector3 => {
  const frame = space === 'world' ? findParentFrame(object) : undefined;
  if (!frame) return eulerToDegrees(object.node.rotation);
  return quaternionToDegrees(getWorldQuaternion(object.node));
};

/** Turns an object to an orientation of length 1. */
export const setQuaternion = (object: SceneObject, orientation: Quaternion, space: Space): void => {
  const frame = space === 'world' ? findParentFrame(object) : undefined;
  object.node.quaternion.copy(orientation);
  if (frame) object.node.quaternion.premultiply(getWorldQuaternion(frame).invert());
};

export const setRotation = (object: SceneObject, degrees: Vector3, space: Space): void => {
  const frame = space === 'world' ? findParentFrame(object) : undefined;
  object.node.rotation.copy(degreesToEuler(degrees));
  if (frame) object.node.quaternion.premultiply(getWorldQuaternion(frame).invert());
};

/** Scale relative to the parent: a world scale cannot be told apart from skew. */
export const getScale = (object: SceneObject): Vector3 => toPlainVector(object.node.scale);

export const setScale = (object: SceneObject, { x, y, z }: Vector3): void => {
  object.node.scale.set(x, y, z);
};

/**
 * Hangs a node under another one where it is in the world, as far as scales allow. Of numbers near the largest that there
 * are, or near nothing, three.js makes some that are none.
 */
export const attachKeepingWorldTransform = (parent: Object3D, node: Object3D): void => {
  const orientation = getWorldQuaternion(node);
  parent.attach(node);
  const { position, quaternion, scale } = node;
  position.copy(clampVectorToFinite(position));
  scale.copy(clampVectorToFinite(scale));
  const isTurn = Math.abs(quaternion.lengthSq() - 1) < 1e-6;
  if (!isTurn) quaternion.copy(orientation).premultiply(getWorldQuaternion(parent).invert());
};
