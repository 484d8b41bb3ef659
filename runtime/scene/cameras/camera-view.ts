import { OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { updateCameraMatrices } from './update-camera-matrices.ts';
import type { SceneCamera } from './update-camera-matrices.ts';
import type { ShakeOffset } from './camera-shake.ts';

/** An immutable view of the world: the position, rotation and extent with which a camera sees it. */
export interface CameraView {
  readonly position: Vector3;
  readonly orientation: Quaternion;
  /** The vertical field of view in degrees, or half of the view's height in metres. */
  readonly extent: { readonly kind: 'fov' | 'orthoSize'; readonly size: number };
}

/** Returns the world position of a camera. */
export const getCameraPosition = (camera: SceneCamera): { x: number; y: number; z: number } => {
  const { x, y, z } = new Vector3().setFromMatrixPosition(updateCameraMatrices(camera).matrixWorld);
  return { x, y, z };
};

const isPerspective = (camera: SceneCamera): camera is PerspectiveCamera => 'isPerspectiveCamera' in camera;

/** Returns the current view of a camera. */
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

/** Offsets a view within its own plane. */
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
