import type { OrthographicCamera, PerspectiveCamera } from 'three';

export type SceneCamera = PerspectiveCamera | OrthographicCamera;

/** Brings the matrices of a camera, and of all that it hangs under, up to where they are now. */
export const updateCameraMatrices = <C extends SceneCamera>(camera: C): C => {
  camera.updateWorldMatrix(true, false);
  return camera;
};
