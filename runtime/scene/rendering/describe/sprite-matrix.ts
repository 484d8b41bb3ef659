import { Matrix4, PerspectiveCamera, Vector3 } from 'three';
import type { Camera, Sprite } from 'three';

/**
 * Computes the matrix of a sprite, which faces the camera, is rotated by its material, and is shifted by its centre.
 */
export const computeSpriteMatrix = (sprite: Sprite, camera: Camera): Matrix4 => {
  const { matrixWorld, material, center } = sprite;
  const position = new Vector3().setFromMatrixPosition(matrixWorld);
  const scale = new Vector3().setFromMatrixScale(matrixWorld);
  if (!material.sizeAttenuation && camera instanceof PerspectiveCamera) {
    const distance = -position.clone().applyMatrix4(camera.matrixWorldInverse).z;
    scale.multiplyScalar(distance);
  }
  const facing = new Matrix4().extractRotation(camera.matrixWorld);
  return facing
    .multiply(new Matrix4().makeRotationZ(material.rotation))
    .scale(new Vector3(scale.x, scale.y, 1))
    .multiply(new Matrix4().makeTranslation(0.5 - center.x, 0.5 - center.y, 0))
    .premultiply(new Matrix4().makeTranslation(position));
};
