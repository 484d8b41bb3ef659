/** Converts between the world transforms of nodes and the form that bodies use. */
import { type Object3D, Quaternion as ThreeQuaternion, Vector3 as ThreeVector3 } from 'three';
import { type Pose, toPlainQuaternion, toPlainVector } from '../physics/vector-math.ts';
import { getWorldQuaternion, setQuaternion, setPosition } from '../object-transform.ts';
import type { Vector3 } from '#spec/values.ts';
import type { SceneObject } from '../scene-object.ts';

interface WorldPlacement {
  readonly pose: Pose;
  readonly scale: Vector3;
}

/** Whether the node's parent is another object rather than the scene. */
export const isNested = ({ parent }: Object3D): boolean => parent?.parent !== null;

/** Whether the node and all its ancestors are active. */
export const isActive = (node: Object3D): boolean => {
  for (let above: Object3D | null = node; above; above = above.parent) if (!above.visible) return false;
  return true;
};

/**
 * Returns a node's world scale along each of its own axes, ignoring skew. The scale is negative for a mirrored node.
 */
const getWorldScale = ({ matrixWorld }: Object3D, orientation: ThreeQuaternion): Vector3 => {
  const stretched = new ThreeVector3();
  const along = new ThreeVector3();
  const [x = 1, y = 1, z = 1] = [0, 1, 2].map((axis) => {
    stretched.setFromMatrixColumn(matrixWorld, axis);
    along.set(0, 0, 0).setComponent(axis, 1).applyQuaternion(orientation);
    return stretched.dot(along) < 0 ? -stretched.length() : stretched.length();
  });
  return { x, y, z };
};

/** Returns the position, rotation and scale of a node in the world. The values are exact for nodes at the root. */
export const getWorldPlacement = (node: Object3D): WorldPlacement => {
  if (!isNested(node)) {
    const { position, quaternion, scale } = node;
    return {
      pose: { position: toPlainVector(position), rotation: toPlainQuaternion(quaternion) },
      scale: toPlainVector(scale),
    };
  }
  node.updateWorldMatrix(true, false);
  const orientation = getWorldQuaternion(node);
  return {
    pose: {
      position: toPlainVector(new ThreeVector3().setFromMatrixPosition(node.matrixWorld)),
      rotation: toPlainQuaternion(orientation),
    },
    scale: getWorldScale(node, orientation),
  };
};

export const setWorldPose = (object: SceneObject, { position, rotation: { x, y, z, w } }: Pose): void => {
  setPosition(object, position, 'world');
  setQuaternion(object, new ThreeQuaternion(x, y, z, w).normalize(), 'world');
};
