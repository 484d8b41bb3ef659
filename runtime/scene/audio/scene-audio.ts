import { getCameraPosition } from '../cameras/camera-view.ts';
import { getPosition } from '../object-transform.ts';
import { createSoundPlayer, type SoundPlayer } from './sound-player.ts';
import type { RaiseEvent } from '../../link/raise-event.ts';
import type { Assets } from '../assets/assets.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { Scene } from '../scene.ts';
import type { Tweens } from '../tweens/tweens.ts';

interface SceneAudioOptions {
  readonly scene: Scene;
  readonly cameras: Cameras;
  readonly assets: Assets;
  readonly tweens: Tweens;
  readonly raise: RaiseEvent;
  /** The maximum number of sounds that may play at the same time. */
  readonly maxSounds: number;
}

/**
 * Creates the sounds of a scene: they play assets, belong to objects, and are heard at the camera. Fades have ids and
 * events like tweens. Sounds end with their objects (C-132).
 */
export const createSceneAudio = ({
  scene,
  cameras,
  assets,
  tweens,
  raise,
  maxSounds,
}: SceneAudioOptions): SoundPlayer => {
  const audio = createSoundPlayer({
    getDuration: (asset) => assets.getContent(asset, 'audio').sound.duration,
    findPosition(objectId) {
      const object = scene.findById(objectId);
      return object && getPosition(object, 'world');
    },
    findListener() {
      const view = cameras.getView();
      return view && getCameraPosition(view);
    },
    createTweenId: tweens.createId,
    maxSounds,
  });
  scene.onDestroyed(({ id }) => audio.endSoundsOfObject(id));
  audio.onFadeEnded(({ tweenId, objectId, reason }) => {
    const object = objectId === undefined ? undefined : scene.findById(objectId)?.tag;
    const fade = { tweenId, ...(object !== undefined && { object }), property: 'volume' };
    if (reason === 'completed') raise('tween.completed', fade);
    else raise('tween.cancelled', { ...fade, reason });
  });
  return audio;
};
