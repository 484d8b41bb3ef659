import { Box3, Vector3 as ThreeVector3 } from 'three';
import type { Vector3 } from '#spec/values.ts';
import { clampVectorToFinite } from '../values/clamp-finite.ts';
import type { SceneObject } from './scene-object.ts';

/** A box in world coordinates, in metres. */
export interface Bounds {
  readonly center: Vector3;
  readonly size: Vector3;
  readonly min: Vector3;
  readonly max: Vector3;
}

/**
 * Computes the smallest box around everything that is drawn of an object, optionally with its descendants. If nothing
 * is drawn, the box is just the object's position.
 */
export const computeBounds = ({ node, components }: SceneObject, includeChildren: boolean): Bounds => {
  node.updateWorldMatrix(true, false);
  // Unlike the call above, this call also updates the bones of skinned meshes.
  node.updateMatrixWorld(true);
  const box = new Box3();
  if (includeChildren) box.setFromObject(node, true);
  else for (const { object3D } of components.values()) if (object3D) box.expandByObject(object3D, true);
  if (box.isEmpty()) box.expandByPoint(node.getWorldPosition(new ThreeVector3()));
  return {
    center: clampVectorToFinite(box.getCenter(new ThreeVector3())),
    size: clampVectorToFinite(box.getSize(new ThreeVector3())),
    min: clampVectorToFinite(box.min),
    max: clampVectorToFinite(box.max),
  };
};
