import { PerspectiveCamera } from 'three';
import type { RenderCamera } from '#spec/scene-changes.ts';
import type { SceneCamera } from '../cameras/update-camera-matrices.ts';

/**
 * Serializes a camera.
 * @param object the tag of the camera's scene object
 */
export const serializeCamera = (object: string, camera: SceneCamera): RenderCamera => {
  const { near, far } = camera;
  const common = { object, matrix: camera.matrixWorld.toArray(), near, far };
  return camera instanceof PerspectiveCamera
    ? { ...common, kind: 'perspective', fieldOfView: camera.getEffectiveFOV() }
    : { ...common, kind: 'orthographic', height: (camera.top - camera.bottom) / camera.zoom };
};
