/** Clips that play on scene objects (description: 'Animation playback on a scene object'; register: C-150). */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { Exceeded } from '../exceeded.ts';
import { Actor } from './actors.ts';
import { adviceOn } from './advice.ts';
import { clipsOf } from './clips/clips-of.ts';
import { layersFor } from './layers.ts';
import { checkMarkers } from './markers.ts';
import { createLivePlaybacks } from './live-playbacks.ts';
import { PaceTable } from './pace-table.ts';
import { Playback } from './playback.ts';
import { createPoses } from './poses/poses.ts';
import type { EasingName } from '#spec/actions/easings.ts';
import type { Raise } from '../../link/raise.ts';
import type { Assets } from '../assets/assets.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Clip, Marker } from './clips/clip.ts';
import type { Passage } from './course.ts';
import type { PlayRequest, StopReason } from './playback.ts';
import type { PlaybackSelection } from './live-playbacks.ts';

interface Crossing {
  /** Only this clip is left; all that are not additive when undefined. */
  readonly from: string | undefined;
  /** Seconds. */
  readonly duration: number;
  readonly ease: EasingName;
}

/** What was started, with what to know of it. */
interface Started {
  readonly playbacks: readonly Playback[];
  readonly warnings: ReturnType<typeof adviceOn>;
}

export interface Animations {
  /** The clips of an object. */
  clips(object: SceneObject): readonly Clip[];
  /** @throws Fault CLIP_NOT_FOUND */
  clip(object: SceneObject, name: string): Clip;
  /**
   * Starts clips on an object at the coming step, all or none.
   * @throws Fault CLIP_NOT_FOUND; LAYER_OCCUPIED; ACTION_FAILED for a marker or a mask that does not fit, or too many playbacks
   */
  play(object: SceneObject, requests: readonly PlayRequest[]): Started;
  /**
   * Starts a clip while others fade out, which end then.
   * @throws Fault as `play` does; ACTION_FAILED when the clip to be left does not play
   */
  transition(object: SceneObject, request: PlayRequest, crossing: Crossing): Started;
  /** Live playbacks, oldest first. */
  list(selection: PlaybackSelection): readonly Playback[];
  /** @returns how many were playing. */
  pause(selection: PlaybackSelection): number;
  /** @returns how many were paused. */
  resume(selection: PlaybackSelection): number;
  /** Ends playbacks, those that are not paused when they have faded out in this many seconds. @returns how many */
  stop(selection: PlaybackSelection, fadeOut: number): number;
  /** @returns where the oldest is now, in seconds. @throws Fault ACTION_FAILED when there is none */
  seek(selection: PlaybackSelection, time: number, normalized: boolean): number;
  /** @returns how many have the weight after these seconds. @throws Fault ACTION_FAILED when there is none */
  setWeight(selection: PlaybackSelection, weight: number, time: number): number;
  /** @returns how many have the speed. @throws Fault ACTION_FAILED when there is none */
  setSpeed(selection: PlaybackSelection, speed: number): number;
  /** @returns how many it has now. @throws Fault ACTION_FAILED when there is no such playback, or a marker beyond its end */
  setMarkers(playbackId: string, markers: readonly Marker[]): number;
  /** Lets simulated seconds pass: playbacks go on, tell what they pass, and their objects move. */
  advance(deltaTime: number): void;
  /** Does something while all objects are what they are without their playbacks, which move them again afterwards. */
  atRest<Result>(act: () => Result): Result;
  /** All of it as plain data. */
  state(): unknown;
}

interface AnimationsOptions {
  readonly scene: Scene;
  readonly assets: Assets;
  readonly raise: Raise;
  /** Is told of each cross-fade that is over, by the playback that it led to. */
  readonly crossed: (playbackId: string) => void;
  /** The most playbacks at the same time. */
  readonly mostPlaybacks: number;
}

/** What is to be told of a step. */
interface Happening {
  readonly playback: Playback;
  readonly what: Passage | { readonly kind: 'stopped'; readonly reason: StopReason };
}

const byAge = (a: Playback, b: Playback): number => a.age - b.age;

export const createAnimations = ({
  scene,
  assets,
  raise,
  crossed,
  mostPlaybacks,
}: AnimationsOptions): Animations => {
  const live = createLivePlaybacks();
  const paces = new PaceTable<Playback>();
  const poses = createPoses(paces);
  const actors = new Map<SceneObject, Actor>();
  /** Actors on which playbacks have come or gone since the last pose: each is cast once, however many. */
  const changed = new Set<Actor>();
  let started = 0;
  /** In the step that is under way. */
  let happened: Happening[] = [];
  /** Changes of what there is that actors have taken up. */
  let renewed = 0;

  const clips = (object: SceneObject): readonly Clip[] => clipsOf(object, assets);

  const surroundings = {
    ...{ family: scene, clipsOf: clips, poses },
    changed: (actor: Actor) => void changed.add(actor),
  };

  const clip = (object: SceneObject, name: string): Clip => {
    const all = clips(object);
    const found = all.find((one) => one.name === name);
    if (found) return found;
    const names = all.map((one) => one.name);
    throw new Fault('CLIP_NOT_FOUND', `'${object.tag}' has no clip '${name}'.`, {
      ...{ object: object.tag, clip: name, nearest: nearest(name, names), validOptions: names },
    });
  };

  const endCrossing = (playback: Playback): void => {
    if (playback.crossing) crossed(playback.id);
    playback.crossing = false;
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
    tell(playback, { kind: 'stopped', reason });
  };

  const checkRoom = (count: number): void => {
    if (live.size + count <= mostPlaybacks) return;
    throw new Exceeded(
      `There are ${live.size} playbacks of ${mostPlaybacks} that there may be; stop some first.`,
      mostPlaybacks,
    );
  };

  const play: Animations['play'] = (object, requests) => {
    const actor = actors.get(object) ?? new Actor(object, surroundings);
    const found = requests.map((request) => clip(object, request.clip));
    for (const [index, { name, duration }] of found.entries())
      checkMarkers(requests[index]?.markers ?? [], name, duration);
    const layers = layersFor(object.tag, actor.playbacks, requests);
    checkRoom(requests.length);
    const openings = requests.map((request, index) => {
      // biome-ignore lint/style/noNonNullAssertion: there is a clip and a layer for each request
      const [own, layer] = [found[index]!, layers[index]!];
      return { ...request, object, clip: own, layer, binding: actor.bind(own, request.mask) };
    });
    const playbacks = openings.map((opening) => {
      started += 1;
      return new Playback({ ...opening, age: started, paces, told });
    });
    actors.set(object, actor);
    actor.add(playbacks);
    for (const playback of playbacks) {
      live.add(playback);
      const { loopMode, course, share, additive } = playback;
      raise('animation.playback.started', {
        ...playback.facts(),
        ...{ loopMode, speed: course.speed, weight: share, additive },
      });
    }
    return { playbacks, warnings: adviceOn(playbacks, actor.playbacks) };
  };

  const tell = (playback: Playback, what: Happening['what']): void => {
    const facts = playback.facts();
    switch (what.kind) {
      case 'marker':
        raise('animation.playback.marker', {
          ...facts,
          ...{ name: what.marker.name, position: what.marker.position },
        });
        return;
      case 'turned':
        raise('animation.playback.direction.changed', { ...facts, direction: what.direction });
        return;
      case 'looped':
        raise('animation.playback.looped', { ...facts, loops: what.loops });
        return;
      case 'held':
        raise('animation.playback.held', facts);
        return;
      case 'stopped':
        raise('animation.playback.stopped', { ...facts, reason: what.reason });
        return;
      case 'ended':
        raise('animation.playback.completed', { ...facts, reason: 'natural' });
    }
  };

  const told = (playback: Playback, what: Happening['what']): void => {
    if (what.kind === 'ended') remove(playback);
    happened.push({ playback, what });
  };

  const goOn = (playback: Playback, deltaTime: number): void => {
    const over = playback.advance(deltaTime);
    if (over === 'in') endCrossing(playback);
    if (over !== 'out' || !playback.live) return;
    remove(playback);
    told(playback, { kind: 'stopped', reason: playback.leaving?.reason ?? 'explicit' });
  };

  /** Moves all objects, and gives up those on which nothing plays any more once they are put back. */
  const pose = (): void => {
    for (const actor of changed) actor.cast();
    poses.pose();
    for (const actor of changed) {
      if (actor.playbacks.length > 0) continue;
      actor.drop();
      actors.delete(actor.object);
    }
    changed.clear();
  };

  /** Tells what has happened in a step, of the oldest first. */
  const tellAll = (): void => {
    if (happened.length === 0) return;
    const all = happened.sort((a, b) => a.playback.age - b.playback.age);
    happened = [];
    for (const { playback, what } of all) tell(playback, what);
  };

  scene.onDestroyed((object, cause) => {
    const actor = actors.get(object);
    if (!actor) return;
    actors.delete(object);
    changed.delete(actor);
    actor.drop();
    for (const playback of actor.playbacks) stop(playback, cause === 'unloaded' ? 'sceneUnload' : 'explicit');
  });

  return {
    clips,
    clip,
    play,
    transition(object, request, { from, duration, ease }) {
      const left =
        from === undefined
          ? live.select({ object }).filter(({ additive }) => !additive)
          : live.some({ object, clip: from });
      const result = play(object, [request]);
      const [leader] = result.playbacks;
      leader?.crossIn(duration, ease);
      for (const playback of left) playback.leave({ reason: 'replaced', leader }, duration, ease);
      return result;
    },
    list: live.select,
    pause(selection) {
      const playing = live.select(selection).filter(({ state }) => state === 'playing');
      for (const playback of playing) {
        playback.pause();
        raise('animation.playback.paused', playback.facts());
      }
      return playing.length;
    },
    resume(selection) {
      const paused = live.select(selection).filter((playback) => playback.paused);
      for (const playback of paused) {
        playback.resume();
        raise('animation.playback.resumed', playback.facts());
      }
      return paused.length;
    },
    stop(selection, fadeOut) {
      const selected = live.select(selection);
      for (const playback of selected) {
        if (fadeOut === 0 || playback.paused) stop(playback, 'explicit');
        else playback.leave({ reason: 'explicit', leader: undefined }, fadeOut);
      }
      return selected.length;
    },
    seek(selection, time, normalized) {
      const selected = live.some(selection);
      for (const playback of selected) playback.seek(normalized ? time * playback.clip.duration : time);
      return selected[0].time;
    },
    setWeight(selection, weight, time) {
      const selected = live.some(selection);
      for (const playback of selected) playback.setShare(weight, time);
      return selected.length;
    },
    setSpeed(selection, speed) {
      const selected = live.some(selection);
      for (const playback of selected) playback.setSpeed(speed);
      return selected.length;
    },
    setMarkers(playbackId, markers) {
      const [playback] = live.some({ playbackId });
      checkMarkers(markers, playback.clip.name, playback.clip.duration);
      playback.setMarkers(markers);
      return playback.markers.length;
    },
    advance(deltaTime) {
      const present = scene.structure.changes + assets.contentRevision;
      if (present !== renewed) {
        renewed = present;
        for (const actor of actors.values()) for (const lost of actor.renew()) stop(lost, 'replaced');
      }
      for (const playback of paces.advance(deltaTime).sort(byAge)) goOn(playback, deltaTime);
      pose();
      tellAll();
    },
    atRest(act) {
      for (const actor of actors.values()) actor.rest();
      try {
        return act();
      } finally {
        pose();
      }
    },
    state: () => ({
      started,
      live: Array.from(live.all(), (playback) => playback.journal()),
      actors: Array.from(actors.values(), (actor) => actor.state()),
    }),
  };
};
