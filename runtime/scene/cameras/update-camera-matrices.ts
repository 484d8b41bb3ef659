import type { OrthographicCamera, PerspectiveCamera } from 'three';

export type SceneCamera = PerspectiveCamera | OrthographicCamera;

/** Updates the matrices of a camera and of all its ancestors. */
export const updateCameraMatrices = <C extends SceneCamera>(camera: C): C => {
  camera.updateWorldMatrix(true, false);
  return camera;
};
