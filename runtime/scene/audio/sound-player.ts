/** The positions and gains of sounds, in a runtime without audio output (action catalogue: audio). */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { createFade } from '../fade.ts';
import { LimitExceededError } from '../limit-exceeded-error.ts';
import {
  type AudioPositions,
  captureSoundState,
  computeGain,
  createLiveSound,
  createLiveSounds,
  getFadeGain,
  type LiveSound,
  type SoundFade,
  type SoundRequest,
  type SoundSelection,
  type SoundView,
  type SpatialOptions,
  toSoundView,
} from './live-sounds.ts';

/** Why a sound ended: it reached its end, was stopped (and has faded out), or its object was destroyed. */
type SoundEndReason = 'completed' | 'stopped' | 'objectDestroyed';

/** Why a fade ended: it reached its target, was replaced by another fade, was cancelled, or its sound ended. */
type FadeEndReason = 'completed' | 'replaced' | 'explicit' | 'soundEnded';

type EndedFade = {
  readonly tweenId: string;
  readonly soundId: string;
  readonly objectId: string | undefined;
  readonly reason: FadeEndReason;
};

export interface MasterVolume {
  /** The volume, from 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

interface SoundPlayerOptions extends AudioPositions {
  /**
   * Returns the duration of an asset in seconds; finite, and 0 or more.
   * @throws ApiError ASSET_NOT_FOUND
   */
  getDuration(asset: string): number;
  /** Returns a new id that no tween uses. */
  createTweenId(): string;
  /** The maximum number of sounds at the same time. */
  readonly maxSounds: number;
}

/** All sounds that are playing or paused. Callers must ensure that numbers are within the ranges of the contract. */
export const createSoundPlayer = ({
  getDuration,
  createTweenId,
  maxSounds,
  ...positions
}: SoundPlayerOptions) => {
  const live = createLiveSounds();
  const endListeners: ((soundId: string, reason: SoundEndReason) => void)[] = [];
  const fadeListeners: ((fade: EndedFade) => void)[] = [];
  const soundByFadeId = new Map<string, LiveSound>();
  let master: MasterVolume = { volume: 1, muted: false };
  let started = 0;

  const masterGain = (): number => (master.muted ? 0 : master.volume);

  const noSound = ({ soundId }: SoundSelection): ApiError => {
    if (soundId === undefined)
      return new ApiError('ACTION_FAILED', 'There is no such sound. Use audio.play to start one.');
    const ids = () => Array.from(live.list(), (sound) => sound.soundId);
    return new ApiError(
      'ACTION_FAILED',
      `No sound '${soundId}' is playing or paused. audio.list lists those that are.`,
      () => ({ soundId, nearest: suggestNames(soundId, ids()) }),
    );
  };
  const get = (soundId: string): LiveSound => {
    const sound = live.find(soundId);
    if (sound) return sound;
    throw noSound({ soundId });
  };
  const getOldest = (selection: SoundSelection, selected: readonly LiveSound[]): LiveSound => {
    if (selected[0]) return selected[0];
    throw noSound(selection);
  };

  const notifyFadeEnded = (
    { tweenId }: SoundFade,
    { soundId, objectId }: LiveSound,
    reason: FadeEndReason,
  ): void => {
    if (tweenId === undefined) return;
    soundByFadeId.delete(tweenId);
    for (const listener of fadeListeners) listener({ tweenId, soundId, objectId, reason });
  };

  /**
   * Ends the fade of a sound.
   * @param level the gain of the sound after the fade; by default, its current gain
   */
  const endFade = (sound: LiveSound, reason: FadeEndReason, level = getFadeGain(sound)): void => {
    const { fade } = sound;
    if (!fade) return;
    sound.settledGain = level;
    sound.fade = undefined;
    notifyFadeEnded(fade, sound, reason);
  };

  const startFade = (
    sound: LiveSound,
    to: number,
    time: number,
    stopAtEnd: boolean,
    tweenId?: string,
  ): void => {
    const replaced = sound.fade;
    sound.fade = { fade: createFade(getFadeGain(sound), to, time), stopAtEnd, tweenId };
    if (tweenId !== undefined) soundByFadeId.set(tweenId, sound);
    if (replaced) notifyFadeEnded(replaced, sound, 'replaced');
  };

  /** Ends a sound, unless a listener has already ended it in response to the end of another sound. */
  const end = (sound: LiveSound, reason: SoundEndReason): void => {
    if (!live.remove(sound)) return;
    endFade(sound, 'soundEnded');
    for (const listener of endListeners) listener(sound.soundId, reason);
  };

  /**
   * Ends a sound or its fade when due. Must be called after all sounds have advanced, because listeners may start new
   * ones.
   */
  const endIfDue = (sound: LiveSound): void => {
    const { fade, playback } = sound;
    const mustStop = fade?.fade.hasEnded() && fade.stopAtEnd;
    if (fade?.fade.hasEnded()) endFade(sound, 'completed');
    if (playback.hasEnded()) end(sound, 'completed');
    else if (mustStop) end(sound, 'stopped');
  };

  return {
    /**
     * Starts a sound, which begins to advance with the next step.
     * @returns the id of the sound, and the duration of its asset in seconds
     * @throws ApiError ASSET_NOT_FOUND when the asset doesn't exist; ACTION_FAILED when the maximum number of sounds is
     * reached
     */
    play(request: SoundRequest): { readonly soundId: string; readonly duration: number } {
      const duration = getDuration(request.asset);
      if (live.size >= maxSounds) {
        throw new LimitExceededError(
          `The maximum of ${maxSounds} sounds is reached. Stop some first.`,
          maxSounds,
        );
      }
      started += 1;
      const sound = createLiveSound(`sound-${started}`, duration, request);
      live.add(sound);
      return { soundId: sound.soundId, duration };
    },
    /**
     * Pauses sounds and their fades.
     * @returns how many of the sounds were playing
     */
    pause(selection: SoundSelection): number {
      const playing = live.select(selection).filter(({ paused }) => !paused);
      for (const sound of playing) sound.paused = true;
      return playing.length;
    },
    /**
     * Resumes sounds.
     * @returns how many of the sounds were paused
     */
    resume(selection: SoundSelection): number {
      const paused = live.select(selection).filter((sound) => sound.paused);
      for (const sound of paused) sound.paused = false;
      return paused.length;
    },
    /**
     * Ends sounds. Sounds that are playing fade out first.
     * @param fadeOut the duration of the fade-out in seconds
     * @returns the number of sounds
     */
    stop(selection: SoundSelection, fadeOut: number): number {
      const selected = live.select(selection);
      for (const sound of selected) {
        if (fadeOut === 0 || sound.paused) end(sound, 'stopped');
        else startFade(sound, 0, fadeOut, true);
      }
      return selected.length;
    },
    /**
     * Seeks to a time in the asset, in seconds.
     * @returns the new position
     * @throws ApiError ACTION_FAILED when the sound doesn't exist
     */
    seek: (soundId: string, time: number): number => get(soundId).playback.seek(time),
    /**
     * Sets the volume of sounds.
     * @returns the previous volume of the oldest sound
     * @throws ApiError ACTION_FAILED when no sound is selected
     */
    setVolume(selection: SoundSelection, volume: number): number {
      const selected = live.select(selection);
      const previous = getOldest(selection, selected).volume;
      for (const sound of selected) sound.volume = volume;
      return previous;
    },
    /**
     * Sets the pitch of sounds.
     * @returns the previous pitch of the oldest sound
     * @throws ApiError ACTION_FAILED when no sound is selected
     */
    setPitch(selection: SoundSelection, pitch: number): number {
      const selected = live.select(selection);
      const previous = getOldest(selection, selected).playback.getPitch();
      for (const { playback } of selected) playback.setPitch(pitch);
      return previous;
    },
    /**
     * Sets the spatial options of a sound.
     * @returns the previous options
     * @throws ApiError ACTION_FAILED when the sound doesn't exist, or when minDistance would not be less than maxDistance
     */
    setSpatial(
      soundId: string,
      changes: { readonly [K in keyof SpatialOptions]?: SpatialOptions[K] | undefined },
    ): SpatialOptions {
      const sound = get(soundId);
      const previous = sound.spatial;
      const next = {
        spatial: changes.spatial ?? previous.spatial,
        rolloff: changes.rolloff ?? previous.rolloff,
        rolloffFactor: changes.rolloffFactor ?? previous.rolloffFactor,
        minDistance: changes.minDistance ?? previous.minDistance,
        maxDistance: changes.maxDistance ?? previous.maxDistance,
      };
      const { minDistance, maxDistance } = next;
      if (minDistance >= maxDistance) {
        throw new ApiError(
          'ACTION_FAILED',
          `minDistance must be less than maxDistance, but they would be ${minDistance} and ${maxDistance}.`,
          { minDistance, maxDistance },
        );
      }
      sound.spatial = next;
      return previous;
    },
    /**
     * Fades a sound to another gain, and ends the sound afterwards when `stopAtEnd` is set.
     * @returns the id of the fade
     * @throws ApiError ACTION_FAILED when the sound doesn't exist
     */
    fade(soundId: string, to: number, time: number, stopAtEnd: boolean): string {
      const sound = get(soundId);
      const tweenId = createTweenId();
      startFade(sound, to, time, stopAtEnd, tweenId);
      return tweenId;
    },
    /**
     * Ends a fade at its current level, or at its target when `complete` is set.
     * @returns whether the fade existed
     */
    cancelFade(tweenId: string, complete: boolean): boolean {
      const sound = soundByFadeId.get(tweenId);
      const fade = sound?.fade;
      if (!sound || !fade) return false;
      if (complete) endFade(sound, 'completed', fade.fade.target);
      else endFade(sound, 'explicit');
      if (complete && fade.stopAtEnd) end(sound, 'stopped');
      return true;
    },
    /**
     * Sets the master volume, and optionally whether all sounds are muted.
     * @returns the previous values
     */
    setMasterVolume(volume: number, muted: boolean = master.muted): MasterVolume {
      const previous = master;
      master = { volume, muted };
      return previous;
    },
    /** Returns the loudness of all playing sounds, or of one object's playing sounds, from 0 to 1. */
    loudness(objectId?: string): number {
      const gain = masterGain();
      let sum = 0;
      for (const sound of live.select({ objectId }))
        if (!sound.paused) sum += computeGain(sound, gain, positions);
      return Math.min(1, sum);
    },
    /** Lists the sounds that have not ended, oldest first. */
    list(): SoundView[] {
      const gain = masterGain();
      return Array.from(live.list(), (sound) => toSoundView(sound, computeGain(sound, gain, positions)));
    },
    /**
     * Registers a listener that is called whenever a sound ends: after the sound has been removed, and within the step or
     * call that ended the sound.
     */
    onEnded(listener: (soundId: string, reason: SoundEndReason) => void) {
      endListeners.push(listener);
    },
    /**
     * Registers a listener that is called whenever a fade started with `fade` ends. If the fade's sound also ends, the
     * end of the fade is reported first.
     */
    onFadeEnded(listener: (fade: EndedFade) => void) {
      fadeListeners.push(listener);
    },
    endSoundsOfObject(objectId: string) {
      for (const sound of live.select({ objectId })) end(sound, 'objectDestroyed');
    },
    /**
     * Advances all sounds.
     * @param deltaTime the simulated time in seconds
     */
    advance(deltaTime: number) {
      const endedSounds: LiveSound[] = [];
      for (const sound of live.list()) {
        if (sound.paused) continue;
        sound.playback.advance(deltaTime);
        sound.fade?.fade.advance(deltaTime);
        if (sound.playback.hasEnded() || sound.fade?.fade.hasEnded()) endedSounds.push(sound);
      }
      for (const sound of endedSounds) endIfDue(sound);
    },
    /** Returns whether no sound is playing. */
    isAtRest: (): boolean => Array.from(live.list()).every(({ paused }) => paused),
    /** Returns the master volume and the sounds as plain data. */
    state: (): unknown => ({ started, master, live: Array.from(live.list(), captureSoundState) }),
  };
};

export type SoundPlayer = ReturnType<typeof createSoundPlayer>;
