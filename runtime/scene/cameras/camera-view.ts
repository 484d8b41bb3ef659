import { OrthographicCamera, PerspectiveCamera, Quaternion, Vector3, Vector4 } from 'three';
import { clampToFinite } from '../../values/clamp-finite.ts';
import type { Vector3 as PlainVector } from '#spec/values.ts';

export type SceneCamera = PerspectiveCamera | OrthographicCamera;

/** Updates the matrices of a camera and of all its ancestors. */
export const updateCameraMatrices = <C extends SceneCamera>(camera: C): C => {
  camera.updateWorldMatrix(true, false);
  return camera;
};

/** An immutable view of the world: the position, rotation and extent with which a camera sees it. */
export interface CameraView {
  readonly position: Vector3;
  readonly orientation: Quaternion;
  /** The vertical field of view in degrees, or half of the view's height in metres. */
  readonly extent: { readonly kind: 'fov' | 'orthoSize'; readonly size: number };
}

export const getCameraPosition = (camera: SceneCamera): { x: number; y: number; z: number } => {
  const { x, y, z } = new Vector3().setFromMatrixPosition(updateCameraMatrices(camera).matrixWorld);
  return { x, y, z };
};

const isPerspective = (camera: SceneCamera): camera is PerspectiveCamera => 'isPerspectiveCamera' in camera;

export const toCameraView = (camera: SceneCamera): CameraView => {
  const position = new Vector3();
  const orientation = new Quaternion();
  updateCameraMatrices(camera).matrixWorld.decompose(position, orientation, new Vector3());
  const extent = isPerspective(camera)
    ? ({ kind: 'fov', size: camera.fov } as const)
    : ({ kind: 'orthoSize', size: (camera.top - camera.bottom) / 2 } as const);
  return { position, orientation, extent };
};

/**
 * Interpolates between views: the position linearly, the rotation along the shortest arc, and both exactly at the ends.
 * Projections can't be interpolated, so the extent is always that of the target.
 * @param fraction the progress, from 0 to 1
 */
export const interpolateViews = (from: CameraView, to: CameraView, fraction: number): CameraView => {
  if (fraction <= 0) return from;
  if (fraction >= 1) return to;
  const { kind, size } = to.extent;
  const startSize = from.extent.kind === kind ? from.extent.size : size;
  return {
    position: new Vector3().lerpVectors(from.position, to.position, fraction),
    orientation: new Quaternion().slerpQuaternions(from.orientation, to.orientation, fraction),
    extent: { kind, size: startSize + (size - startSize) * fraction },
  };
};

/** The offset to the right and up within the plane of a view, in metres. */
export interface ShakeOffset {
  readonly right: number;
  readonly up: number;
}

export const offsetView = (view: CameraView, { right, up }: ShakeOffset): CameraView => ({
  ...view,
  position: new Vector3(right, up, 0).applyQuaternion(view.orientation).add(view.position),
});

/** Creates a copy of a camera with another view. The copy is not part of the scene. */
export const createCameraWithView = (
  camera: SceneCamera,
  { position, orientation, extent }: CameraView,
): SceneCamera => {
  const copy = isPerspective(camera)
    ? new PerspectiveCamera().copy(camera, false)
    : new OrthographicCamera().copy(camera, false);
  copy.position.copy(position);
  copy.quaternion.copy(orientation);
  copy.scale.set(1, 1, 1);
  // The copy has no owner that updates its matrix explicitly.
  copy.matrixAutoUpdate = true;
  copy.matrixWorldAutoUpdate = true;
  if (copy instanceof PerspectiveCamera) copy.fov = extent.size;
  else {
    const factor = extent.size / ((copy.top - copy.bottom) / 2);
    copy.left *= factor;
    copy.right *= factor;
    copy.top *= factor;
    copy.bottom *= factor;
  }
  copy.updateProjectionMatrix();
  return updateCameraMatrices(copy);
};

/**
 * Creates a copy of a camera that sees all layers. The copy is not part of the scene. By default, a three.js camera
 * only sees its own layers.
 */
export const createCameraForAllLayers = (camera: SceneCamera): SceneCamera => {
  const copy = createCameraWithView(camera, toCameraView(camera));
  copy.layers.enableAll();
  return copy;
};

/**
 * A position in an image of any size: x goes from 0 at the left to 1 at the right, and y from 0 at the top to 1 at the
 * bottom.
 */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
  /** Whether the point is in the image and between `near` and `far`. */
  readonly visible: boolean;
}

const isBetween0And1 = (value: number): boolean => value >= 0 && value <= 1;

/**
 * Projects a world position to a camera's image. For a point behind the camera, the result shows on which side the point
 * is. Coordinates that can't be represented are clamped to the largest numbers.
 */
export const worldToScreen = (camera: SceneCamera, { x, y, z }: PlainVector): ScreenPoint => {
  const inView = new Vector3(x, y, z).applyMatrix4(updateCameraMatrices(camera).matrixWorldInverse);
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
