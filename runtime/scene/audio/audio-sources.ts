/** Plays the sounds of objects that have an AudioSource. */
import { LimitExceededError } from '../limit-exceeded-error.ts';
import { audioSourceComponent } from '../components/audio-source-component.ts';
import { getComponentOfType } from '../components/component-properties.ts';
import type { Assets } from '../assets/assets.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { SoundPlayer } from './sound-player.ts';

interface SourceState {
  /** The asset that the source plays, or the last asset played since playback was last allowed. */
  asset: string;
  soundId: string | undefined;
  /** The volume that was last passed to the sound. */
  volume: number;
  pitch: number;
  spatial: boolean;
}

const createSilentSource = (): SourceState => ({
  asset: '',
  soundId: undefined,
  volume: 1,
  pitch: 1,
  spatial: true,
});

export const createAudioSources = (scene: Scene, audio: SoundPlayer, assets: Assets) => {
  const sources = new Map<SceneObject, SourceState>();
  const bySound = new Map<string, SourceState>();

  const end = (source: SourceState): void => {
    source.asset = '';
    if (source.soundId !== undefined) audio.stop({ soundId: source.soundId }, 0);
  };

  /** Starts the sound of a source. A sound that cannot be read, or that exceeds the limit, is not tried again. */
  const start = (object: SceneObject, source: SourceState): void => {
    const { asset, volume, pitch, loop, spatial } = getComponentOfType(object, audioSourceComponent).values;
    const isUnread = assets.listUnread([asset]).length > 0;
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
      if (!(failure instanceof LimitExceededError)) throw failure;
    }
  };

  /** Passes on only the properties that were written since the last step, so that changes made by actions persist. */
  const updateSound = (object: SceneObject, source: SourceState, soundId: string): void => {
    const { volume, pitch, spatial } = getComponentOfType(object, audioSourceComponent).values;
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
  scene.onComponentAdded((object, component) => {
    if (component === audioSourceComponent.name) sources.set(object, createSilentSource());
  });
  scene.onComponentRemoved((object, component) => {
    const source = component === audioSourceComponent.name ? sources.get(object) : undefined;
    if (!source) return;
    sources.delete(object);
    end(source);
  });
  // An object's sounds end when the object is destroyed.
  scene.onDestroyed((object) => void sources.delete(object));

  return {
    /** Starts, ends and updates sounds. Must be called before playback advances. */
    advance() {
      for (const [object, source] of sources) {
        const { enabled, values } = getComponentOfType(object, audioSourceComponent);
        const requestedAsset = enabled && values.playOnStart ? values.asset : '';
        if (source.asset !== '' && source.asset !== requestedAsset) end(source);
        if (source.asset !== requestedAsset) start(object, source);
        else if (source.soundId !== undefined) updateSound(object, source, source.soundId);
      }
    },
    /** Returns the complete state as plain data. */
    state: (): unknown => [...sources].map(([{ id }, source]) => ({ object: id, ...source })),
  };
};
