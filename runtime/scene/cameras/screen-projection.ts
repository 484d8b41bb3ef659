/**
 * Projections between the world and a camera's image. In an image of any size, x goes from 0 at the left to 1 at the
 * right, and y from 0 at the top to 1 at the bottom. To convert to pixels, multiply by the width and the height.
 */
import { Vector3 as ThreeVector3, Vector4 } from 'three';
import { clampToFinite, clampVectorToFinite } from '../../values/clamp-finite.ts';
import { updateCameraMatrices } from './update-camera-matrices.ts';
import type { Vector3 } from '#spec/values.ts';
import type { SceneCamera } from './update-camera-matrices.ts';

/** A position in an image. Coordinates below 0 or above 1 are outside of the image. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

const isBetween0And1 = (value: number): boolean => value >= 0 && value <= 1;

/**
 * Projects a world position to a camera's image.
 * @returns the position in the image, and whether the point is in the image and between `near` and `far`. For a point
 * behind the camera, the position shows on which side the point is. Coordinates that can't be represented are clamped
 * to the largest numbers.
 */
export const worldToScreen = (
  camera: SceneCamera,
  { x, y, z }: Vector3,
): ScreenPoint & { readonly visible: boolean } => {
  const inView = new ThreeVector3(x, y, z).applyMatrix4(updateCameraMatrices(camera).matrixWorldInverse);
  const {
    x: across,
    y: up,
    w,
  } = new Vector4(inView.x, inView.y, inView.z, 1).applyMatrix4(camera.projectionMatrix);
  // Behind the camera, w is negative and would flip the image.
  const half = Math.abs(w);
  const point = { x: (1 + clampToFinite(across / half)) / 2, y: (1 - clampToFinite(up / half)) / 2 };
  const depth = -inView.z;
  const isBetween = depth >= camera.near && depth <= camera.far;
  return { ...point, visible: isBetween && isBetween0And1(point.x) && isBetween0And1(point.y) };
};

/**
 * Projects a position in a camera's image to the world.
 * @param depth the distance in metres from the camera to the plane that contains the point, along the viewing direction
 */
export const screenToWorld = (camera: SceneCamera, { x, y }: ScreenPoint, depth: number): Vector3 => {
  const { matrixWorldInverse, projectionMatrix } = updateCameraMatrices(camera);
  // The equations are solved for the given depth, because the inverse projection is inexact far away.
  const to = projectionMatrix.elements;
  const half = to[15] - to[11] * depth;
  const across = ((2 * x - 1) * half + to[8] * depth - to[12]) / to[0];
  const up = ((1 - 2 * y) * half + to[9] * depth - to[13]) / to[5];
  return clampVectorToFinite(
    new ThreeVector3(across, up, -depth).applyMatrix4(matrixWorldInverse.clone().invert()),
  );
};
