import { cameraPosition } from '../cameras/view.ts';
import { positionOf } from '../transform.ts';
import { createAudio } from './audio.ts';
import type { Raise } from '../../link/raise.ts';
import type { Assets } from '../assets/assets.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { Scene } from '../scene.ts';
import type { Tweens } from '../tweens/tweens.ts';
import type { Audio } from './audio.ts';

interface SceneAudioOptions {
  readonly scene: Scene;
  readonly cameras: Cameras;
  readonly assets: Assets;
  readonly tweens: Tweens;
  readonly raise: Raise;
  /** The most sounds at the same time. */
  readonly mostSounds: number;
}

/**
 * The sounds of a scene: of assets, from objects, heard where the scene is seen from. Fades have the ids and the events of tweens;
 * sounds end with their objects (register: C-132).
 */
export const createSceneAudio = ({
  scene,
  cameras,
  assets,
  tweens,
  raise,
  mostSounds,
}: SceneAudioOptions): Audio => {
  const audio = createAudio({
    durationOf: (asset) => assets.contentOf(asset, 'audio').sound.duration,
    positionOf(objectId) {
      const object = scene.withId(objectId);
      return object && positionOf(object, 'world');
    },
    listener() {
      const view = cameras.view();
      return view && cameraPosition(view);
    },
    newTweenId: tweens.newId,
    mostSounds,
  });
  scene.onDestroyed(({ id }) => audio.objectDestroyed(id));
  audio.onFaded(({ tweenId, objectId, reason }) => {
    const object = objectId === undefined ? undefined : scene.withId(objectId)?.tag;
    const fade = { tweenId, ...(object !== undefined && { object }), property: 'volume' };
    if (reason === 'completed') raise('tween.completed', fade);
    else raise('tween.cancelled', { ...fade, reason });
  });
  return audio;
};
