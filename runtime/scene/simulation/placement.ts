/** Where nodes are in the world, as bodies know it. */
import { Quaternion as ThreeQuaternion, Vector3 as ThreeVector3 } from 'three';
import { plainQuaternion, plainVector } from '../physics/vectors.ts';
import { orientationOf, setOrientation, setPosition } from '../transform.ts';
import type { Object3D } from 'three';
import type { Vector3 } from '#spec/values.ts';
import type { Pose } from '../physics/vectors.ts';
import type { SceneObject } from '../scene-object.ts';

interface Placement {
  readonly pose: Pose;
  readonly scale: Vector3;
}

/** Whether the node hangs under another object rather than in the scene itself. */
export const isNested = ({ parent }: Object3D): boolean => parent?.parent !== null;

/** Whether the node and all above it are active. */
export const isActive = (node: Object3D): boolean => {
  for (let above: Object3D | null = node; above; above = above.parent) if (!above.visible) return false;
  return true;
};

/**
 * How much the node is stretched along its own axes: of each as the world sees it, whatever skew there is besides, and
 * negative where it is mirrored.
 */
const worldScaleOf = ({ matrixWorld }: Object3D, orientation: ThreeQuaternion): Vector3 => {
  const stretched = new ThreeVector3();
  const along = new ThreeVector3();
  const [x = 1, y = 1, z = 1] = [0, 1, 2].map((axis) => {
    stretched.setFromMatrixColumn(matrixWorld, axis);
    along.set(0, 0, 0).setComponent(axis, 1).applyQuaternion(orientation);
    return stretched.dot(along) < 0 ? -stretched.length() : stretched.length();
  });
  return { x, y, z };
};

/** Where a node is in the world, how it is turned and scaled. In the scene itself the values are exact. */
export const placementOf = (node: Object3D): Placement => {
  if (!isNested(node)) {
    const { position, quaternion, scale } = node;
    return {
      pose: { position: plainVector(position), rotation: plainQuaternion(quaternion) },
      scale: plainVector(scale),
    };
  }
  node.updateWorldMatrix(true, false);
  const orientation = orientationOf(node);
  return {
    pose: {
      position: plainVector(new ThreeVector3().setFromMatrixPosition(node.matrixWorld)),
      rotation: plainQuaternion(orientation),
    },
    scale: worldScaleOf(node, orientation),
  };
};

/** Puts an object to a pose of the world. */
export const putTo = (object: SceneObject, { position, rotation: { x, y, z, w } }: Pose): void => {
  setPosition(object, position, 'world');
  setOrientation(object, new ThreeQuaternion(x, y, z, w).normalize(), 'world');
};
