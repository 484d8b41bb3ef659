import type { LiveSound } from './live-sound.ts';

/** Selects the sounds that match both criteria; all sounds when both criteria are absent. */
export interface SoundSelection {
  readonly soundId?: string | undefined;
  readonly objectId?: string | undefined;
}

/** The sounds that have not ended, oldest first. Finding, adding and removing a sound takes constant time. */
interface LiveSounds {
  readonly size: number;
  list(): Iterable<LiveSound>;
  find(soundId: string): LiveSound | undefined;
  select(selection: SoundSelection): readonly LiveSound[];
  add(sound: LiveSound): void;
  /**
   * Removes a sound.
   * @returns whether the sound was found
   */
  remove(sound: LiveSound): boolean;
}

export const createLiveSounds = (): LiveSounds => {
  const byId = new Map<string, LiveSound>();
  const byObject = new Map<string, Set<LiveSound>>();

  const select = ({ soundId, objectId }: SoundSelection): readonly LiveSound[] => {
    if (soundId === undefined)
      return [...(objectId === undefined ? byId.values() : (byObject.get(objectId) ?? []))];
    const sound = byId.get(soundId);
    return sound && (objectId === undefined || sound.objectId === objectId) ? [sound] : [];
  };

  return {
    get size() {
      return byId.size;
    },
    list: () => byId.values(),
    find: (soundId) => byId.get(soundId),
    select,
    add(sound) {
      byId.set(sound.soundId, sound);
      if (sound.objectId === undefined) return;
      const sounds = byObject.get(sound.objectId);
      if (sounds) sounds.add(sound);
      else byObject.set(sound.objectId, new Set([sound]));
    },
    remove(sound) {
      const sounds = sound.objectId === undefined ? undefined : byObject.get(sound.objectId);
      sounds?.delete(sound);
      if (sounds?.size === 0 && sound.objectId !== undefined) byObject.delete(sound.objectId);
      return byId.delete(sound.soundId);
    },
  };
};
