import { clampToFinite } from '../../values/clamp-finite.ts';
import { createFade } from '../fade.ts';
import { computeDistanceGain } from './distance-gain.ts';
import { createSoundPlayback } from './sound-playback.ts';
import type { SoundRecord } from '#spec/actions/audio.ts';
import type { Vector3 } from '#spec/values.ts';
import type { z } from 'zod';
import type { DistanceModel } from './distance-gain.ts';
import type { Fade } from '../fade.ts';
import type { SoundPlayback } from './sound-playback.ts';

/** A request to start a sound. */
export interface SoundRequest {
  /** The name of the asset to play. */
  readonly asset: string;
  /** The id of the object that the sound belongs to. */
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

/** A fade of a sound that is currently running. */
export interface SoundFade {
  readonly fade: Fade;
  readonly stopAtEnd: boolean;
  /** The fade's id in events; `undefined` for the fades at the start and the end of a sound. */
  readonly tweenId: string | undefined;
}

/** A sound that has not ended. */
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
