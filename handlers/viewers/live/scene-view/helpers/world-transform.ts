import { Euler, MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import type { Placement } from '../gizmo/object-drag.ts';

/** Where an object stands in the world. */
export interface WorldTransform {
  readonly matrix: Matrix4;
  /** 1 for each of its axes, or -1 where it is mirrored. */
  readonly axisSigns: Vector3;
}

/** @param line where the object is relative to the parent, where that is relative to its own, and so on */
export const composeWorldTransform = (line: readonly Placement[]): WorldTransform => {
  const matrix = new Matrix4();
  const orientation = new Quaternion();
  for (const { position, rotation, scale } of line) {
    const { x, y, z } = rotation;
    const turn = new Quaternion().setFromEuler(
      new Euler(MathUtils.degToRad(x), MathUtils.degToRad(y), MathUtils.degToRad(z)),
    );
    matrix.premultiply(new Matrix4().compose(new Vector3().copy(position), turn, new Vector3().copy(scale)));
    orientation.premultiply(turn);
  }
  const [x = 1, y = 1, z = 1] = [0, 1, 2].map((axis) => {
    const straight = new Vector3().setComponent(axis, 1).applyQuaternion(orientation);
    return new Vector3().setFromMatrixColumn(matrix, axis).dot(straight) < 0 ? -1 : 1;
  });
  return { matrix, axisSigns: new Vector3(x, y, z) };
};

/** Takes apart where an object stands; its scale is how much it is stretched along its own axes. */
export const decomposeWorldTransform = ({ matrix, axisSigns }: WorldTransform) => {
  const scale = new Vector3().setFromMatrixScale(matrix).multiply(axisSigns);
  const turned = matrix.clone().scale(new Vector3(1, 1, 1).divide(scale));
  return {
    position: new Vector3().setFromMatrixPosition(matrix),
    rotation: new Quaternion().setFromRotationMatrix(turned),
    scale,
  };
};
