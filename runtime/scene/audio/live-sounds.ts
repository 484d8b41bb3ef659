import { clampToFinite } from '../../values/clamp-finite.ts';
import { createFade, type Fade } from '../fade.ts';
import { createSoundPlayback, type SoundPlayback } from './sound-playback.ts';
import type { z } from 'zod';
import type { Rolloff, SoundRecord } from '#spec/actions/audio.ts';
import type { Vector3 } from '#spec/values.ts';

export interface SoundRequest {
  readonly asset: string;
  readonly objectId?: string | undefined;
  /** The volume, from 0 to 1. */
  readonly volume: number;
  /** The factor for both speed and pitch; more than 0. */
  readonly pitch: number;
  readonly loop: boolean;
  readonly spatial: boolean;
  /** The duration of the fade-in in seconds. */
  readonly fadeIn: number;
}

/** Whether a sound is positional, and how it fades with distance. */
export interface SpatialOptions extends DistanceModel {
  readonly spatial: boolean;
}

/** A sound as shown in lists, but with its object's id instead of the object's tag. */
export type SoundView = Omit<z.output<typeof SoundRecord>, 'object'> & {
  readonly objectId: string | undefined;
};

export interface SoundFade {
  readonly fade: Fade;
  readonly stopAtEnd: boolean;
  /** The fade's id in events; `undefined` for the fades at the start and the end of a sound. */
  readonly tweenId: string | undefined;
}

export interface LiveSound {
  readonly soundId: string;
  readonly asset: string;
  readonly objectId: string | undefined;
  readonly duration: number;
  readonly loop: boolean;
  readonly playback: SoundPlayback;
  volume: number;
  spatial: SpatialOptions;
  paused: boolean;
  /** The gain that results from the completed fades. */
  settledGain: number;
  fade: SoundFade | undefined;
}

/** The default distance model of Web Audio. */
const defaultDistanceModel: DistanceModel = {
  rolloff: 'inverse',
  rolloffFactor: 1,
  minDistance: 1,
  maxDistance: 10_000,
};

/**
 * Creates a sound.
 * @param duration the duration of the asset in seconds
 */
export const createLiveSound = (soundId: string, duration: number, request: SoundRequest): LiveSound => ({
  soundId,
  asset: request.asset,
  objectId: request.objectId,
  duration,
  loop: request.loop,
  playback: createSoundPlayback({ duration, loop: request.loop, pitch: request.pitch }),
  volume: request.volume,
  spatial: { spatial: request.spatial, ...defaultDistanceModel },
  paused: false,
  settledGain: 1,
  fade:
    request.fadeIn > 0
      ? { fade: createFade(0, 1, request.fadeIn), stopAtEnd: false, tweenId: undefined }
      : undefined,
});

/** Returns the current gain that results from a sound's fades. */
export const getFadeGain = ({ fade, settledGain }: LiveSound): number => fade?.fade.level() ?? settledGain;

/** The positions of the listener and of the sounds. If either position is unknown, distance is ignored. */
export interface AudioPositions {
  /** Returns the world position of an object; `undefined` when the object doesn't exist. */
  findPosition(objectId: string): Vector3 | undefined;
  /** Returns the world position of the listener; `undefined` when there is no listener. */
  findListener(): Vector3 | undefined;
}

const getListenerDistance = (
  { objectId }: LiveSound,
  { findPosition, findListener }: AudioPositions,
): number => {
  const source = objectId === undefined ? undefined : findPosition(objectId);
  const listener = findListener();
  if (!source || !listener) return 0;
  return clampToFinite(Math.hypot(source.x - listener.x, source.y - listener.y, source.z - listener.z));
};

/**
 * Computes the audible gain of a sound, from 0 to 1.
 * @param master the gain that applies to all sounds
 */
export const computeGain = (sound: LiveSound, master: number, positions: AudioPositions): number => {
  const near = sound.spatial.spatial
    ? computeDistanceGain(sound.spatial, getListenerDistance(sound, positions))
    : 1;
  return sound.volume * getFadeGain(sound) * near * master;
};

/** Returns a sound as shown in lists. The fields are listed explicitly, since object spread is ten times slower. */
export const toSoundView = (sound: LiveSound, gain: number): SoundView => {
  const { playback, spatial } = sound;
  return {
    soundId: sound.soundId,
    asset: sound.asset,
    objectId: sound.objectId,
    duration: sound.duration,
    position: playback.getPosition(),
    state: sound.paused ? 'paused' : 'playing',
    volume: sound.volume,
    pitch: playback.getPitch(),
    loop: sound.loop,
    spatial: spatial.spatial,
    rolloff: spatial.rolloff,
    rolloffFactor: spatial.rolloffFactor,
    minDistance: spatial.minDistance,
    maxDistance: spatial.maxDistance,
    gain,
  };
};

/** Returns all state that determines how a sound continues. */
export const captureSoundState = (sound: LiveSound): unknown => {
  const { soundId, asset, objectId, duration, loop, playback, volume, spatial, paused, settledGain, fade } =
    sound;
  return {
    ...{ soundId, asset, objectId, duration, loop, volume, spatial, paused, level: settledGain },
    playback: playback.state(),
    fade: fade && { way: fade.fade.state(), stopAtEnd: fade.stopAtEnd, tweenId: fade.tweenId },
  };
};

/** Selects the sounds that match both criteria; all sounds when both criteria are absent. */
export interface SoundSelection {
  readonly soundId?: string | undefined;
  readonly objectId?: string | undefined;
}

/** The sounds that have not ended, oldest first. Finding, adding and removing a sound takes constant time. */
export const createLiveSounds = () => {
  const byId = new Map<string, LiveSound>();
  const byObject = new Map<string, Set<LiveSound>>();

  const select = ({ soundId, objectId }: SoundSelection): readonly LiveSound[] => {
    if (soundId === undefined)
      return [...(objectId === undefined ? byId.values() : (byObject.get(objectId) ?? []))];
    const sound = byId.get(soundId);
    return sound && (objectId === undefined || sound.objectId === objectId) ? [sound] : [];
  };

  return {
    get size(): number {
      return byId.size;
    },
    list: (): Iterable<LiveSound> => byId.values(),
    find: (soundId: string): LiveSound | undefined => byId.get(soundId),
    select,
    add(sound: LiveSound) {
      byId.set(sound.soundId, sound);
      if (sound.objectId === undefined) return;
      const sounds = byObject.get(sound.objectId);
      if (sounds) sounds.add(sound);
      else byObject.set(sound.objectId, new Set([sound]));
    },
    /**
     * Removes a sound.
     * @returns whether the sound was found
     */
    remove(sound: LiveSound): boolean {
      const sounds = sound.objectId === undefined ? undefined : byObject.get(sound.objectId);
      sounds?.delete(sound);
      if (sounds?.size === 0 && sound.objectId !== undefined) byObject.delete(sound.objectId);
      return byId.delete(sound.soundId);
    },
  };
};

/** How a sound fades with distance. */
export interface DistanceModel {
  readonly rolloff: Rolloff;
  /**
   * How fast the sound fades beyond `minDistance`; 0 means that it doesn't fade. A linear rolloff clamps the factor to
   * 1.
   */
  readonly rolloffFactor: number;
  /** The distance in metres within which the sound has full gain; more than 0. */
  readonly minDistance: number;
  /**
   * The distance in metres beyond which a linear rolloff doesn't reduce the gain any further; more than `minDistance`.
   * The other models ignore this distance.
   */
  readonly maxDistance: number;
}

/**
 * Computes the gain of a sound at a distance, from 0 to 1, with the distance models of a Web Audio PannerNode.
 * @param distance the finite distance between the sound and the listener in metres
 */
export const computeDistanceGain = (
  { rolloff, rolloffFactor, minDistance, maxDistance }: DistanceModel,
  distance: number,
): number => {
  const reached = Math.max(distance, minDistance);
  const excess = reached - minDistance;
  switch (rolloff) {
    case 'linear':
      return 1 - Math.min(rolloffFactor, 1) * Math.min(excess / (maxDistance - minDistance), 1);
    case 'inverse':
      return minDistance / (minDistance + rolloffFactor * excess);
    case 'exponential':
      return (reached / minDistance) ** -rolloffFactor;
  }
};
