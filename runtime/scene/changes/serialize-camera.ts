import { PerspectiveCamera } from 'three';
import type { RenderCamera } from '#spec/scene-changes.ts';
import type { SceneCamera } from '../cameras/scene-camera.ts';

/** @param object tag of its scene object */
export const serializeCamera = (object: string, camera: SceneCamera): RenderCamera => {
  const { near, far } = camera;
  const common = { object, matrix: camera.matrixWorld.toArray(), near, far };
  return camera instanceof PerspectiveCamera
    ? { ...common, kind: 'perspective', fieldOfView: camera.getEffectiveFOV() }
    : { ...common, kind: 'orthographic', height: (camera.top - camera.bottom) / camera.zoom };
};
