/**
 * Projections between the world and the image of a camera. In an image, x goes from 0 at the left to 1 at the right and
 * y from 0 at the top to 1 at the bottom, whatever its size; multiply by width and height to get pixels.
 */
import { Vector3 as ThreeVector3, Vector4 } from 'three';
import { clampToFinite, clampVectorToFinite } from '../../values/clamp-finite.ts';
import { updateCameraMatrices } from './scene-camera.ts';
import type { Vector3 } from '#spec/values.ts';
import type { SceneCamera } from './scene-camera.ts';

/** A position in an image; outside of it beyond 0 to 1. */
interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

const isBetween0And1 = (value: number): boolean => value >= 0 && value <= 1;

/**
 * Projects a point of the world to the image of a camera.
 * @returns its position, and whether it is in the image between `near` and `far`. For a point behind the camera, the
 * position shows on which side it is. Coordinates that can't be represented are clamped to the largest numbers.
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
  // behind a camera w is negative, which would flip the image
  const half = Math.abs(w);
  const point = { x: (1 + clampToFinite(across / half)) / 2, y: (1 - clampToFinite(up / half)) / 2 };
  const depth = -inView.z;
  const isBetween = depth >= camera.near && depth <= camera.far;
  return { ...point, visible: isBetween && isBetween0And1(point.x) && isBetween0And1(point.y) };
};

/**
 * Projects a position in the image of a camera to the world.
 * @param depth metres from the camera to the plane of the point, along its view
 */
export const screenToWorld = (camera: SceneCamera, { x, y }: ScreenPoint, depth: number): Vector3 => {
  const { matrixWorldInverse, projectionMatrix } = updateCameraMatrices(camera);
  // solved for one depth, because the inverse of the projection is inexact far away
  const to = projectionMatrix.elements;
  const half = to[15] - to[11] * depth;
  const across = ((2 * x - 1) * half + to[8] * depth - to[12]) / to[0];
  const up = ((1 - 2 * y) * half + to[9] * depth - to[13]) / to[5];
  return clampVectorToFinite(
    new ThreeVector3(across, up, -depth).applyMatrix4(matrixWorldInverse.clone().invert()),
  );
};
