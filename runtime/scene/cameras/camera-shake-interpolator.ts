import { getShakeOffset } from './camera-shake.ts';
import type { Interpolator } from '../tweens/interpolator.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Cameras } from './cameras.ts';
import type { CameraShake } from './camera-shake.ts';

/** A shake of the view of a camera, as a tween goes along it; however it ends, the view is at rest. */
export const createCameraShakeInterpolator = (
  cameras: Cameras,
  camera: SceneObject,
  shake: CameraShake,
): Interpolator => {
  const rest = (): void => cameras.clearViewOffset(camera);
  return {
    applyAt: (share) => cameras.setViewOffset(camera, getShakeOffset(shake, share * shake.time)),
    applyEnd: rest,
    abort: rest,
    state: () => shake,
  };
};
