import { getShakeOffset } from './camera-shake.ts';
import type { Interpolator } from '../tweens/interpolator.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Cameras } from './cameras.ts';
import type { CameraShake } from './camera-shake.ts';

/** Creates a shake of a camera's view that is driven by a tween. The offset is removed however the tween ends. */
export const createCameraShakeInterpolator = (
  cameras: Cameras,
  camera: SceneObject,
  shake: CameraShake,
): Interpolator => {
  const clearOffset = (): void => cameras.clearViewOffset(camera);
  return {
    applyAt: (fraction) => cameras.setViewOffset(camera, getShakeOffset(shake, fraction * shake.time)),
    applyEnd: clearOffset,
    abort: clearOffset,
    state: () => shake,
  };
};
