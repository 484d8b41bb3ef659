import { shakeAt } from './shake.ts';
import type { Course } from '../tweens/course.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Cameras } from './cameras.ts';
import type { Shake } from './shake.ts';

/** A shake of the view of a camera, as a tween goes along it; however it ends, the view is at rest. */
export const shakingView = (cameras: Cameras, camera: SceneObject, shake: Shake): Course => {
  const rest = (): void => cameras.rest(camera);
  return {
    place: (share) => cameras.shift(camera, shakeAt(shake, share * shake.time)),
    settle: rest,
    giveUp: rest,
    state: () => shake,
  };
};
