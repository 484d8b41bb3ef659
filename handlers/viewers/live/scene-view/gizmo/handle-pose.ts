import { toQuaternion } from '../helpers/helper-transforms.ts';
import type { Object3D } from 'three';
import type { GizmoTool } from '../view-options.ts';
import type { Placement, TransformUpdate } from './object-drag.ts';

type GizmoHandle = Pick<Object3D, 'position' | 'quaternion' | 'scale'>;

/**
 * Moves a handle, which has no parent, to an object's world position and rotation. The handle has the object's local
 * scale, because only the local scale can be written.
 * @returns whether the handle has moved
 */
export const setHandlePose = (handle: Object3D, { position, rotation, scale }: Placement): boolean => {
  const previousPose = serializePose(handle);
  handle.position.copy(position);
  handle.quaternion.copy(toQuaternion(rotation));
  handle.scale.copy(scale);
  return serializePose(handle) !== previousPose;
};

const serializePose = ({ position, quaternion, scale }: GizmoHandle): string =>
  [position, quaternion, scale].map((part) => part.toArray().join()).join();

/** Returns the update that moves an object to its handle. The tool determines which field is written. */
export const toTransformUpdate = (
  object: string,
  tool: GizmoTool,
  { position, quaternion, scale }: GizmoHandle,
): TransformUpdate => {
  switch (tool) {
    case 'translate':
      return { object, space: 'world', position: { x: position.x, y: position.y, z: position.z } };
    case 'rotate': {
      const { x, y, z, w } = quaternion;
      return { object, space: 'world', rotation: { x, y, z, w } };
    }
    case 'scale':
      return { object, space: 'world', scale: { x: scale.x, y: scale.y, z: scale.z } };
  }
};
