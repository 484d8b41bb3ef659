import { Euler, MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import type { Placement } from '../gizmo/object-drag.ts';

/** An object's transform in the world. */
export interface WorldTransform {
  readonly matrix: Matrix4;
  /** For each axis, -1 if it is mirrored, otherwise 1. */
  readonly axisSigns: Vector3;
}

/**
 * Computes an object's world transform.
 * @param line the local placements of the object and all its ancestors, from the innermost to the outermost
 */
export const composeWorldTransform = (line: readonly Placement[]): WorldTransform => {
  const matrix = new Matrix4();
  const orientation = new Quaternion();
  for (const { position, rotation, scale } of line) {
    const { x, y, z } = rotation;
    const localRotation = new Quaternion().setFromEuler(
      new Euler(MathUtils.degToRad(x), MathUtils.degToRad(y), MathUtils.degToRad(z)),
    );
    matrix.premultiply(
      new Matrix4().compose(new Vector3().copy(position), localRotation, new Vector3().copy(scale)),
    );
    orientation.premultiply(localRotation);
  }
  const [x = 1, y = 1, z = 1] = [0, 1, 2].map((axis) => {
    const axisDirection = new Vector3().setComponent(axis, 1).applyQuaternion(orientation);
    return new Vector3().setFromMatrixColumn(matrix, axis).dot(axisDirection) < 0 ? -1 : 1;
  });
  return { matrix, axisSigns: new Vector3(x, y, z) };
};

/** Decomposes a transform. The resulting scale is the stretch along the object's axes. */
export const decomposeWorldTransform = ({ matrix, axisSigns }: WorldTransform) => {
  const scale = new Vector3().setFromMatrixScale(matrix).multiply(axisSigns);
  const rotationMatrix = matrix.clone().scale(new Vector3(1, 1, 1).divide(scale));
  return {
    position: new Vector3().setFromMatrixPosition(matrix),
    rotation: new Quaternion().setFromRotationMatrix(rotationMatrix),
    scale,
  };
};
