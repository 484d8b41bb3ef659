/** Objects that play a sound by themselves, as their AudioSource tells. */
import { Exceeded } from '../exceeded.ts';
import { audioSource } from '../components/audio-source.ts';
import { partOfKind } from '../components/properties.ts';
import type { Assets } from '../assets/assets.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Audio } from './audio.ts';

interface Sources {
  /** Starts and ends sounds, and gives them what has been written, before sounds go on. */
  advance(): void;
  /** All of it as plain data. */
  state(): unknown;
}

interface Source {
  /** The asset that it has played, or plays, since it may. */
  asset: string;
  soundId: string | undefined;
  /** What the sound was told last. */
  volume: number;
  pitch: number;
  spatial: boolean;
}

const silent = (): Source => ({ asset: '', soundId: undefined, volume: 1, pitch: 1, spatial: true });

export const createSources = (scene: Scene, audio: Audio, assets: Assets): Sources => {
  const sources = new Map<SceneObject, Source>();
  const bySound = new Map<string, Source>();

  const end = (source: Source): void => {
    source.asset = '';
    if (source.soundId !== undefined) audio.stop({ soundId: source.soundId }, 0);
  };

  /** A sound that cannot be read, or for which there is no room, is not tried again. */
  const start = (object: SceneObject, source: Source): void => {
    const { asset, volume, pitch, loop, spatial } = partOfKind(object, audioSource).values;
    const isUnread = assets.unreadOf([asset]).length > 0;
    if (!assets.findContent(asset, 'audio')) {
      if (!isUnread) source.asset = asset;
      return;
    }
    Object.assign(source, { asset, volume, pitch, spatial });
    try {
      const { id: objectId } = object;
      const { soundId } = audio.play({ asset, objectId, volume, pitch, loop, spatial, fadeIn: 0 });
      source.soundId = soundId;
      bySound.set(soundId, source);
    } catch (failure) {
      if (!(failure instanceof Exceeded)) throw failure;
    }
  };

  /** What was not written since stays as actions have made it. */
  const adjust = (object: SceneObject, source: Source, soundId: string): void => {
    const { volume, pitch, spatial } = partOfKind(object, audioSource).values;
    if (volume !== source.volume) audio.setVolume({ soundId }, volume);
    if (pitch !== source.pitch) audio.setPitch({ soundId }, pitch);
    if (spatial !== source.spatial) audio.setSpatial(soundId, { spatial });
    Object.assign(source, { volume, pitch, spatial });
  };

  audio.onEnded((soundId) => {
    const source = bySound.get(soundId);
    if (source) source.soundId = undefined;
    bySound.delete(soundId);
  });
  scene.onAttached((object, component) => {
    if (component === audioSource.name) sources.set(object, silent());
  });
  scene.onDetached((object, component) => {
    const source = component === audioSource.name ? sources.get(object) : undefined;
    if (!source) return;
    sources.delete(object);
    end(source);
  });
  // its sounds end with it
  scene.onDestroyed((object) => void sources.delete(object));

  return {
    advance() {
      for (const [object, source] of sources) {
        const { enabled, values } = partOfKind(object, audioSource);
        const wanted = enabled && values.playOnStart ? values.asset : '';
        if (source.asset !== '' && source.asset !== wanted) end(source);
        if (source.asset !== wanted) start(object, source);
        else if (source.soundId !== undefined) adjust(object, source, source.soundId);
      }
    },
    state: () => [...sources].map(([{ id }, source]) => ({ object: id, ...source })),
  };
};
