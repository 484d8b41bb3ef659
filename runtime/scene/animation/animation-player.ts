/** Plays clips on scene objects (description: 'Animation playback on a scene object'; C-150). */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { LimitExceededError } from '../limit-exceeded-error.ts';
import { AnimatedObject, type ClipMixer } from './animated-object.ts';
import { assignLayers, collectPlaybackWarnings } from './start-checks.ts';
import { type Clip, type Marker, validateMarkers } from './clips/clip.ts';
import { createLivePlaybacks, type PlaybackSelection } from './live-playbacks.ts';
import { PlaybackTable } from '../../kernels/animation/playback-table.ts';
import { Playback, type PlayRequest, type StopReason } from './playback.ts';
import type { EasingName } from '#spec/actions/easings.ts';
import type { PlaybackColumns } from '../../kernels/animation/mixer-rows.ts';
import type { RaiseEvent } from '../../link/raise-event.ts';
import type { Assets } from '../assets/assets.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Scene } from '../scene.ts';
import type { PlayheadEvent } from './playhead.ts';

interface CrossFade {
  /** The only clip that fades out. When `undefined`, all clips that are not additive fade out. */
  readonly from: string | undefined;
  /** Duration in seconds. */
  readonly duration: number;
  readonly ease: EasingName;
}

interface StartResult {
  readonly playbacks: readonly Playback[];
  readonly warnings: ReturnType<typeof collectPlaybackWarnings>;
}

/** How clips are applied to objects. */
export interface ClipMixers {
  createMixer(object: SceneObject): ClipMixer;
  /** Applies the inputs of all mixers. */
  applyBlend(): void;
}

interface AnimationPlayerOptions {
  readonly scene: Scene;
  /** Changes whenever clips may have changed, in addition to the structure of the scene. */
  readonly assets: Pick<Assets, 'contentRevision'>;
  /** Returns the clips of an object under unique names. The array stays the same while the clips don't change. */
  readonly getClips: (object: SceneObject) => readonly Clip[];
  readonly createMixers: (playbacks: PlaybackColumns) => ClipMixers;
  readonly raise: RaiseEvent;
  /** Called when a cross-fade ends, with the playback that was faded in. */
  readonly onCrossFadeEnd: (playbackId: string) => void;
  /** Maximum number of playbacks at the same time. */
  readonly maxPlaybacks: number;
}

/** An event that is emitted at the end of the step. */
interface StepEvent {
  readonly playback: Playback;
  readonly event: PlayheadEvent | { readonly kind: 'stopped'; readonly reason: StopReason };
}

const compareAge = (a: Playback, b: Playback): number => a.age - b.age;

export const createAnimationPlayer = ({
  scene,
  assets,
  getClips: clips,
  createMixers,
  raise,
  onCrossFadeEnd,
  maxPlaybacks,
}: AnimationPlayerOptions) => {
  const live = createLivePlaybacks();
  const table = new PlaybackTable<Playback>();
  const mixers = createMixers(table);
  const actors = new Map<SceneObject, AnimatedObject>();
  /**
   * Objects whose playbacks have changed since the last pose, collected so that the inputs of each object are updated
   * only once.
   */
  const changed = new Set<AnimatedObject>();
  let started = 0;
  /** Events of the current step that have not been emitted yet. */
  let pendingEvents: StepEvent[] = [];
  /** The structure version at which the bindings were last refreshed. */
  let refreshedVersion = 0;

  const context = {
    ...{ getClips: clips, createMixer: mixers.createMixer },
    markChanged: (actor: AnimatedObject) => void changed.add(actor),
  };

  const findRequiredClip = (object: SceneObject, name: string): Clip => {
    const all = clips(object);
    const found = all.find((one) => one.name === name);
    if (found) return found;
    const names = all.map((one) => one.name);
    throw new ApiError('CLIP_NOT_FOUND', `'${object.tag}' has no clip '${name}'.`, {
      ...{ object: object.tag, clip: name, nearest: suggestNames(name, names), validOptions: names },
    });
  };

  const endCrossing = (playback: Playback): void => {
    if (playback.isCrossFading) onCrossFadeEnd(playback.id);
    playback.isCrossFading = false;
  };

  const remove = (playback: Playback): void => {
    endCrossing(playback);
    playback.end();
    live.remove(playback);
    actors.get(playback.object)?.remove(playback);
  };

  const stop = (playback: Playback, reason: StopReason): void => {
    if (!playback.live) return;
    remove(playback);
    emitEvent(playback, { kind: 'stopped', reason });
  };

  const checkRoom = (count: number): void => {
    if (live.size + count <= maxPlaybacks) return;
    throw new LimitExceededError(
      `There are ${live.size} of at most ${maxPlaybacks} playbacks. Stop some first.`,
      maxPlaybacks,
    );
  };

  const play = (object: SceneObject, requests: readonly PlayRequest[]): StartResult => {
    const actor = actors.get(object) ?? new AnimatedObject(object, context);
    const requestedClips = requests.map((request) => findRequiredClip(object, request.clip));
    for (const [index, { name, duration }] of requestedClips.entries())
      validateMarkers(requests[index]?.markers ?? [], name, duration);
    const layers = assignLayers(object.tag, actor.playbacks, requests);
    checkRoom(requests.length);
    const openings = requests.map((request, index) => {
      // biome-ignore lint/style/noNonNullAssertion: there is a clip and a layer for each request
      const [clip, layer] = [requestedClips[index]!, layers[index]!];
      return { ...request, object, clip, layer, binding: actor.bind(clip, request.mask) };
    });
    const playbacks = openings.map((opening) => {
      started += 1;
      return new Playback({ ...opening, age: started, table, onEvent: recordEvent });
    });
    actors.set(object, actor);
    actor.add(playbacks);
    for (const playback of playbacks) {
      live.add(playback);
      const { loopMode, playhead, weight, additive } = playback;
      raise('animation.playback.started', {
        ...playback.toEventData(),
        ...{ loopMode, speed: playhead.speed, weight: weight, additive },
      });
    }
    return { playbacks, warnings: collectPlaybackWarnings(playbacks, actor.playbacks) };
  };

  const emitEvent = (playback: Playback, event: StepEvent['event']): void => {
    const data = playback.toEventData();
    switch (event.kind) {
      case 'marker':
        raise('animation.playback.marker', {
          ...data,
          ...{ name: event.marker.name, position: event.marker.position },
        });
        return;
      case 'turned':
        raise('animation.playback.direction.changed', { ...data, direction: event.direction });
        return;
      case 'looped':
        raise('animation.playback.looped', { ...data, loops: event.loops });
        return;
      case 'held':
        raise('animation.playback.held', data);
        return;
      case 'stopped':
        raise('animation.playback.stopped', { ...data, reason: event.reason });
        return;
      case 'ended':
        raise('animation.playback.completed', { ...data, reason: 'natural' });
    }
  };

  const recordEvent = (playback: Playback, event: StepEvent['event']): void => {
    if (event.kind === 'ended') remove(playback);
    pendingEvents.push({ playback, event });
  };

  const advancePlayback = (playback: Playback, deltaTime: number): void => {
    const endedFade = playback.advance(deltaTime);
    if (endedFade === 'in') endCrossing(playback);
    if (endedFade !== 'out' || !playback.live) return;
    remove(playback);
    recordEvent(playback, { kind: 'stopped', reason: playback.fadeOut?.reason ?? 'explicit' });
  };

  /** Poses all objects. Objects without playbacks are released after their values have been restored. */
  const pose = (): void => {
    for (const actor of changed) actor.applyPlaybacks();
    mixers.applyBlend();
    for (const actor of changed) {
      if (actor.playbacks.length > 0) continue;
      actor.releaseTargets();
      actors.delete(actor.object);
    }
    changed.clear();
  };

  /** Emits the events of a step, starting with the events of the oldest playback. */
  const emitPendingEvents = (): void => {
    if (pendingEvents.length === 0) return;
    const all = pendingEvents.sort((a, b) => a.playback.age - b.playback.age);
    pendingEvents = [];
    for (const { playback, event } of all) emitEvent(playback, event);
  };

  scene.onDestroyed((object, cause) => {
    const actor = actors.get(object);
    if (!actor) return;
    actors.delete(object);
    changed.delete(actor);
    actor.releaseTargets();
    for (const playback of actor.playbacks) stop(playback, cause === 'unloaded' ? 'sceneUnload' : 'explicit');
  });

  return {
    listClips: clips,
    /** @throws ApiError CLIP_NOT_FOUND */
    getClip: findRequiredClip,
    /**
     * Starts clips on an object in the next step. Either all of them are started or none.
     * @throws ApiError CLIP_NOT_FOUND; LAYER_OCCUPIED; ACTION_FAILED for an unsuitable marker or mask, or for too many
     * playbacks
     */
    play,
    /**
     * Starts a clip while other clips fade out and then end.
     * @throws ApiError like `play`; also ACTION_FAILED when the clip that should fade out is not playing
     */
    transition(object: SceneObject, request: PlayRequest, { from, duration, ease }: CrossFade): StartResult {
      const fadingOut =
        from === undefined
          ? live.select({ object }).filter(({ additive }) => !additive)
          : live.selectRequired({ object, clip: from });
      const result = play(object, [request]);
      const [firstPlayback] = result.playbacks;
      firstPlayback?.startCrossFade(duration, ease);
      for (const playback of fadingOut)
        playback.startFadeOut({ reason: 'replaced', leadPlayback: firstPlayback }, duration, ease);
      return result;
    },
    /** Returns the live playbacks, oldest first. */
    list: live.select,
    /**
     * Pauses playbacks.
     * @returns the number of playbacks that were playing
     */
    pause(selection: PlaybackSelection): number {
      const playing = live.select(selection).filter(({ state }) => state === 'playing');
      for (const playback of playing) {
        playback.pause();
        raise('animation.playback.paused', playback.toEventData());
      }
      return playing.length;
    },
    /**
     * Resumes playbacks.
     * @returns the number of playbacks that were paused
     */
    resume(selection: PlaybackSelection): number {
      const paused = live.select(selection).filter((playback) => playback.paused);
      for (const playback of paused) {
        playback.resume();
        raise('animation.playback.resumed', playback.toEventData());
      }
      return paused.length;
    },
    /**
     * Ends playbacks. Paused playbacks end at once, the others after a fade-out of this many seconds.
     * @returns the number of these playbacks
     */
    stop(selection: PlaybackSelection, fadeOut: number): number {
      const selected = live.select(selection);
      for (const playback of selected) {
        if (fadeOut === 0 || playback.paused) stop(playback, 'explicit');
        else playback.startFadeOut({ reason: 'explicit', leadPlayback: undefined }, fadeOut);
      }
      return selected.length;
    },
    /**
     * Moves playbacks to another time.
     * @returns the position of the oldest playback in seconds
     * @throws ApiError ACTION_FAILED when no playback matches
     */
    seek(selection: PlaybackSelection, time: number, normalized: boolean): number {
      const selected = live.selectRequired(selection);
      for (const playback of selected) playback.seek(normalized ? time * playback.clip.duration : time);
      return selected[0].time;
    },
    /**
     * Changes the weight of playbacks over this many seconds.
     * @returns the number of these playbacks
     * @throws ApiError ACTION_FAILED when no playback matches
     */
    setWeight(selection: PlaybackSelection, weight: number, time: number): number {
      const selected = live.selectRequired(selection);
      for (const playback of selected) playback.setWeight(weight, time);
      return selected.length;
    },
    /**
     * Changes the speed of playbacks.
     * @returns the number of these playbacks
     * @throws ApiError ACTION_FAILED when no playback matches
     */
    setSpeed(selection: PlaybackSelection, speed: number): number {
      const selected = live.selectRequired(selection);
      for (const playback of selected) playback.setSpeed(speed);
      return selected.length;
    },
    /**
     * Replaces the additional markers of a playback.
     * @returns the number of the playback's markers
     * @throws ApiError ACTION_FAILED when there is no such playback, or when a marker is beyond the end of the clip
     */
    setMarkers(playbackId: string, markers: readonly Marker[]): number {
      const [playback] = live.selectRequired({ playbackId });
      validateMarkers(markers, playback.clip.name, playback.clip.duration);
      playback.setMarkers(markers);
      return playback.markers.length;
    },
    /** Returns whether no object is animated. */
    isAtRest: (): boolean => live.size === 0,
    /** Advances by this many simulated seconds. Playbacks continue, emit their events and move their objects. */
    advance(deltaTime: number) {
      const currentVersion = scene.structure.version + assets.contentRevision;
      if (currentVersion !== refreshedVersion) {
        refreshedVersion = currentVersion;
        for (const actor of actors.values())
          for (const playback of actor.refreshBindings()) stop(playback, 'replaced');
      }
      for (const playback of table.advance(deltaTime).sort(compareAge)) advancePlayback(playback, deltaTime);
      pose();
      emitPendingEvents();
    },
    /**
     * Runs a function while all objects have the values that they have without playbacks. Afterwards, the playbacks are
     * applied again.
     */
    withBaseValues<Result>(act: () => Result): Result {
      for (const actor of actors.values()) actor.restoreBaseValues();
      try {
        return act();
      } finally {
        pose();
      }
    },
    /** Returns the complete state as plain data. */
    state: (): unknown => ({
      started,
      live: Array.from(live.list(), (playback) => playback.captureState()),
      actors: Array.from(actors.values(), (actor) => actor.state()),
    }),
  };
};

export type AnimationPlayer = ReturnType<typeof createAnimationPlayer>;
