/** Sounds as a runtime without loudspeakers plays them: where they are, and how loud (catalogue of actions: audio). */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { Exceeded } from '../exceeded.ts';
import { createFade } from '../fade.ts';
import { createLiveSounds } from './live-sounds.ts';
import { gainOf, levelOf, openSound, stateOf, viewOf } from './sound.ts';
import type { SoundSelection } from './live-sounds.ts';
import type { Places, Sound, SoundFade, SoundRequest, SoundView, Spatial } from './sound.ts';

/** Why a sound is no more: it came to its end, was told to (and had faded out), or its object was destroyed. */
type SoundEnd = 'completed' | 'stopped' | 'objectDestroyed';

/** Why a fade is no more: it arrived, another one of the sound began, it was told to, or its sound ended. */
type FadeEnd = 'completed' | 'replaced' | 'explicit' | 'soundEnded';

/** A fade that is no more. */
interface EndedFade {
  readonly tweenId: string;
  readonly soundId: string;
  /** Id of the object that the sound belongs to. */
  readonly objectId: string | undefined;
  readonly reason: FadeEnd;
}

interface Master {
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

/** Every sound that is playing or paused. Numbers are taken to be within the ranges of the contract. */
export interface Audio {
  /**
   * Starts a sound; its time passes from the coming step on.
   * @returns its id, and the seconds of its asset.
   * @throws Fault ASSET_NOT_FOUND as `durationOf` does; ACTION_FAILED when there are as many as a runtime holds.
   */
  play(request: SoundRequest): { readonly soundId: string; readonly duration: number };
  /** Lets sounds stand still, with their fades. @returns how many were playing. */
  pause(selection: SoundSelection): number;
  /** Lets sounds go on. @returns how many were paused. */
  resume(selection: SoundSelection): number;
  /** Ends sounds, those that are playing when they have faded out in this many seconds. @returns how many. */
  stop(selection: SoundSelection, fadeOut: number): number;
  /** Jumps to a moment, in seconds of the asset. @returns where that is. @throws Fault ACTION_FAILED for no such sound. */
  seek(soundId: string, time: number): number;
  /** @returns the volume before, of the oldest. @throws Fault ACTION_FAILED when there is no such sound. */
  setVolume(selection: SoundSelection, volume: number): number;
  /** @returns the pitch before, of the oldest. @throws Fault ACTION_FAILED when there is no such sound. */
  setPitch(selection: SoundSelection, pitch: number): number;
  /**
   * @returns how it was before.
   * @throws Fault ACTION_FAILED when there is no such sound, or minDistance would not be less than maxDistance.
   */
  setSpatial(soundId: string, changes: { readonly [K in keyof Spatial]?: Spatial[K] | undefined }): Spatial;
  /**
   * Takes the gain of a sound to another one, and ends the sound there when told to.
   * @returns the id of the fade.
   * @throws Fault ACTION_FAILED when there is no such sound.
   */
  fade(soundId: string, to: number, time: number, stopAtEnd: boolean): string;
  /** Ends a fade where it is, or at its end when `complete` is set. @returns whether there was such a fade. */
  cancelFade(tweenId: string, complete: boolean): boolean;
  /** @returns how it was before. */
  setMasterVolume(volume: number, muted?: boolean): Master;
  /** Sounds that have not ended, oldest first. */
  list(): SoundView[];
  /** What is heard of all sounds that are playing, or of those of an object, 0 to 1. */
  loudness(objectId?: string): number;
  /** Tells of every sound that ends, after it has left, in the step or call in which it does. */
  onEnded(listener: (soundId: string, reason: SoundEnd) => void): void;
  /** Tells of every fade by `fade` that ends, before the end of its sound. */
  onFaded(listener: (fade: EndedFade) => void): void;
  /** Ends the sounds of an object that is no more. */
  objectDestroyed(objectId: string): void;
  /** Lets simulated seconds pass: sounds go on, and end. */
  advance(deltaTime: number): void;
  /** Master volume and sounds as plain data. */
  state(): unknown;
}

interface AudioOptions extends Places {
  /** Seconds of an asset, finite and 0 or more. @throws Fault ASSET_NOT_FOUND */
  durationOf(asset: string): number;
  /** An id that no other tween has. */
  newTweenId(): string;
  /** The most sounds at the same time. */
  readonly mostSounds: number;
}

/** Creates the sounds of a runtime. */
export const createAudio = ({ durationOf, newTweenId, mostSounds, ...places }: AudioOptions): Audio => {
  const live = createLiveSounds();
  const endListeners: ((soundId: string, reason: SoundEnd) => void)[] = [];
  const fadeListeners: ((fade: EndedFade) => void)[] = [];
  const soundOfFade = new Map<string, Sound>();
  let master: Master = { volume: 1, muted: false };
  let started = 0;

  const masterGain = (): number => (master.muted ? 0 : master.volume);

  const noSound = ({ soundId }: SoundSelection): Fault => {
    if (soundId === undefined)
      return new Fault('ACTION_FAILED', 'There is no such sound; audio.play starts one.');
    const ids = () => Array.from(live.all(), (sound) => sound.soundId);
    return new Fault(
      'ACTION_FAILED',
      `No sound '${soundId}' is playing or paused; audio.list shows those that are.`,
      () => ({ soundId, nearest: nearest(soundId, ids()) }),
    );
  };
  const get = (soundId: string): Sound => {
    const sound = live.find(soundId);
    if (sound) return sound;
    throw noSound({ soundId });
  };
  const oldestOf = (selection: SoundSelection, selected: readonly Sound[]): Sound => {
    if (selected[0]) return selected[0];
    throw noSound(selection);
  };

  const tellFaded = ({ tweenId }: SoundFade, { soundId, objectId }: Sound, reason: FadeEnd): void => {
    if (tweenId === undefined) return;
    soundOfFade.delete(tweenId);
    for (const listener of fadeListeners) listener({ tweenId, soundId, objectId, reason });
  };

  /** @param level the gain that it leaves behind: that of this moment, unless it is another. */
  const endFade = (sound: Sound, reason: FadeEnd, level = levelOf(sound)): void => {
    const { fade } = sound;
    if (!fade) return;
    sound.level = level;
    sound.fade = undefined;
    tellFaded(fade, sound, reason);
  };

  const startFade = (sound: Sound, to: number, time: number, stopAtEnd: boolean, tweenId?: string): void => {
    const replaced = sound.fade;
    sound.fade = { way: createFade(levelOf(sound), to, time), stopAtEnd, tweenId };
    if (tweenId !== undefined) soundOfFade.set(tweenId, sound);
    if (replaced) tellFaded(replaced, sound, 'replaced');
  };

  /** Whoever is told of another end may have ended this sound already. */
  const end = (sound: Sound, reason: SoundEnd): void => {
    if (!live.remove(sound)) return;
    endFade(sound, 'soundEnded');
    for (const listener of endListeners) listener(sound.soundId, reason);
  };

  /** Ends what is over, once all sounds have gone on: whoever is told may start others. */
  const settle = (sound: Sound): void => {
    const { fade, playback } = sound;
    const stops = fade?.way.hasEnded() && fade.stopAtEnd;
    if (fade?.way.hasEnded()) endFade(sound, 'completed');
    if (playback.hasEnded()) end(sound, 'completed');
    else if (stops) end(sound, 'stopped');
  };

  return {
    play(request) {
      const duration = durationOf(request.asset);
      if (live.size >= mostSounds) {
        throw new Exceeded(
          `There are ${mostSounds} sounds already, which is the most; stop some first.`,
          mostSounds,
        );
      }
      started += 1;
      const sound = openSound(`sound-${started}`, duration, request);
      live.add(sound);
      return { soundId: sound.soundId, duration };
    },
    pause(selection) {
      const playing = live.select(selection).filter(({ paused }) => !paused);
      for (const sound of playing) sound.paused = true;
      return playing.length;
    },
    resume(selection) {
      const paused = live.select(selection).filter((sound) => sound.paused);
      for (const sound of paused) sound.paused = false;
      return paused.length;
    },
    stop(selection, fadeOut) {
      const selected = live.select(selection);
      for (const sound of selected) {
        if (fadeOut === 0 || sound.paused) end(sound, 'stopped');
        else startFade(sound, 0, fadeOut, true);
      }
      return selected.length;
    },
    seek: (soundId, time) => get(soundId).playback.seek(time),
    setVolume(selection, volume) {
      const selected = live.select(selection);
      const previous = oldestOf(selection, selected).volume;
      for (const sound of selected) sound.volume = volume;
      return previous;
    },
    setPitch(selection, pitch) {
      const selected = live.select(selection);
      const previous = oldestOf(selection, selected).playback.pitch();
      for (const { playback } of selected) playback.setPitch(pitch);
      return previous;
    },
    setSpatial(soundId, changes) {
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
        throw new Fault(
          'ACTION_FAILED',
          `minDistance has to be less than maxDistance; they would be ${minDistance} and ${maxDistance}.`,
          { minDistance, maxDistance },
        );
      }
      sound.spatial = next;
      return previous;
    },
    fade(soundId, to, time, stopAtEnd) {
      const sound = get(soundId);
      const tweenId = newTweenId();
      startFade(sound, to, time, stopAtEnd, tweenId);
      return tweenId;
    },
    cancelFade(tweenId, complete) {
      const sound = soundOfFade.get(tweenId);
      const fade = sound?.fade;
      if (!sound || !fade) return false;
      if (complete) endFade(sound, 'completed', fade.way.to);
      else endFade(sound, 'explicit');
      if (complete && fade.stopAtEnd) end(sound, 'stopped');
      return true;
    },
    setMasterVolume(volume, muted = master.muted) {
      const previous = master;
      master = { volume, muted };
      return previous;
    },
    loudness(objectId) {
      const gain = masterGain();
      let sum = 0;
      for (const sound of live.select({ objectId })) if (!sound.paused) sum += gainOf(sound, gain, places);
      return Math.min(1, sum);
    },
    list() {
      const gain = masterGain();
      return Array.from(live.all(), (sound) => viewOf(sound, gainOf(sound, gain, places)));
    },
    onEnded(listener) {
      endListeners.push(listener);
    },
    onFaded(listener) {
      fadeListeners.push(listener);
    },
    objectDestroyed(objectId) {
      for (const sound of live.select({ objectId })) end(sound, 'objectDestroyed');
    },
    advance(deltaTime) {
      const due: Sound[] = [];
      for (const sound of live.all()) {
        if (sound.paused) continue;
        sound.playback.advance(deltaTime);
        sound.fade?.way.advance(deltaTime);
        if (sound.playback.hasEnded() || sound.fade?.way.hasEnded()) due.push(sound);
      }
      for (const sound of due) settle(sound);
    },
    state: () => ({ started, master, live: Array.from(live.all(), stateOf) }),
  };
};
