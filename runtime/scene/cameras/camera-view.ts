import { OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { updateCameraMatrices } from './scene-camera.ts';
import type { SceneCamera } from './scene-camera.ts';
import type { ShakeOffset } from './camera-shake.ts';

/** From where, and how widely, a camera looks at the world. Nothing of it changes once it is made. */
export interface CameraView {
  readonly position: Vector3;
  readonly orientation: Quaternion;
  /** How much it shows: degrees of the vertical field of view, or half of the height in metres. */
  readonly extent: { readonly kind: 'fov' | 'orthoSize'; readonly size: number };
}

/** Where a camera looks from. */
export const getCameraPosition = (camera: SceneCamera): { x: number; y: number; z: number } => {
  const { x, y, z } = new Vector3().setFromMatrixPosition(updateCameraMatrices(camera).matrixWorld);
  return { x, y, z };
};

const isPerspective = (camera: SceneCamera): camera is PerspectiveCamera => 'isPerspectiveCamera' in camera;

/** The view of a camera where it is now. */
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
 * A view on the way from one to another: straight, turning the shortest way, exactly at its ends. Between the two projections there is
 * nothing, so that it shows as much as the one it goes to.
 * @param share of the way, 0 to 1
 */
export const interpolateViews = (from: CameraView, to: CameraView, share: number): CameraView => {
  if (share <= 0) return from;
  if (share >= 1) return to;
  const { kind, size } = to.extent;
  const begun = from.extent.kind === kind ? from.extent.size : size;
  return {
    position: new Vector3().lerpVectors(from.position, to.position, share),
    orientation: new Quaternion().slerpQuaternions(from.orientation, to.orientation, share),
    extent: { kind, size: begun + (size - begun) * share },
  };
};

/** A view that is moved within its own plane. */
export const offsetView = (view: CameraView, { right, up }: ShakeOffset): CameraView => ({
  ...view,
  position: new Vector3(right, up, 0).applyQuaternion(view.orientation).add(view.position),
});

/** A camera like this one, outside of the scene, that has another view. */
export const createCameraWithView = (
  camera: SceneCamera,
  { position, orientation, extent }: CameraView,
): SceneCamera => {
  const twin = isPerspective(camera)
    ? new PerspectiveCamera().copy(camera, false)
    : new OrthographicCamera().copy(camera, false);
  twin.position.copy(position);
  twin.quaternion.copy(orientation);
  twin.scale.set(1, 1, 1);
  // whatever keeps the matrix of the camera by hand does not know of its twin
  twin.matrixAutoUpdate = true;
  twin.matrixWorldAutoUpdate = true;
  if (twin instanceof PerspectiveCamera) twin.fov = extent.size;
  else {
    const factor = extent.size / ((twin.top - twin.bottom) / 2);
    twin.left *= factor;
    twin.right *= factor;
    twin.top *= factor;
    twin.bottom *= factor;
  }
  twin.updateProjectionMatrix();
  return updateCameraMatrices(twin);
};

/** A camera like this one, outside of the scene, that sees objects on all layers; one of three.js sees its own layer alone. */
export const createCameraForAllLayers = (camera: SceneCamera): SceneCamera => {
  const twin = createCameraWithView(camera, toCameraView(camera));
  twin.layers.enableAll();
  return twin;
};
