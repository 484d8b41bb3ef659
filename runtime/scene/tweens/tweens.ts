import type { EasingName } from '#spec/actions/easings.ts';
import type { TweenRecord } from '#spec/actions/tween.ts';
import { ApiError } from '#spec/errors.ts';
import type { EventData } from '#spec/events.ts';
import type { z } from 'zod';
import { easings } from './easing.ts';
import { LimitExceededError } from '../limit-exceeded-error.ts';
import { endsAtStart, getTweenMoment } from './tween-timing.ts';
import type { RaiseEvent } from '../../link/raise-event.ts';
import type { TweenTiming } from './tween-timing.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Interpolator } from './interpolator.ts';

/** A motion of one thing of one object. */
interface TweenRequest extends TweenTiming {
  readonly object: SceneObject;
  /** What events call it. Tweens of one name on one object replace each other, whatever space they are in. */
  readonly name: string;
  /** A name that several tweens share, to be selected by. */
  readonly group?: string | undefined;
  readonly interpolator: Interpolator;
  readonly ease: EasingName;
}

/** Which tweens are meant: those for which all that is given holds. */
interface TweenSelection {
  readonly tweenId?: string | undefined;
  readonly object?: SceneObject | undefined;
  readonly group?: string | undefined;
  readonly name?: string;
}

/** Every live tween (description: tween.position, tween.completed, tween.cancelled; register: C-45). */
export interface Tweens {
  /** How many have been started so far. */
  readonly startedCount: number;
  /** An id for what is told of like a tween, and is none. */
  createId(): string;
  /**
   * Starts a tween at the coming step. A live tween of the same property of the same object ends with
   * tween.cancelled, reason replaced. The starting value is read when the delay is over.
   * @returns the id of the tween.
   * @throws Fault ACTION_FAILED when there are as many as a runtime holds.
   */
  start(request: TweenRequest): string;
  /**
   * Ends tweens where they are, or at their end when `complete` is set (then tween.completed is raised).
   * @returns how many were ended.
   */
  cancel(selection: TweenSelection, complete: boolean): number;
  /** Lets tweens stand still, or go on. @returns how many did otherwise before. */
  setPaused(selection: TweenSelection, paused: boolean): number;
  /** Live tweens, oldest first. */
  list(selection: TweenSelection): z.output<typeof TweenRecord>[];
  /** Lets simulated seconds pass: values move, tweens at their end settle exactly there. */
  advance(deltaTime: number): void;
  /** Live tweens as plain data, with their ends. */
  state(): unknown;
}

interface LiveTween {
  readonly id: string;
  readonly object: SceneObject;
  readonly name: string;
  readonly group: string | undefined;
  readonly ease: EasingName;
  readonly timing: TweenTiming;
  readonly interpolator: Interpolator;
  elapsed: number;
  paused: boolean;
}

const toLiveTween = (id: string, request: TweenRequest): LiveTween => {
  const { object, name, group, interpolator, ease, time, delay, loops, yoyo } = request;
  return {
    ...{ id, object, name, group, interpolator, ease },
    timing: { time, delay, loops, yoyo },
    elapsed: 0,
    paused: false,
  };
};

interface TweensOptions {
  readonly scene: Scene;
  readonly raise: RaiseEvent;
  /** The most tweens at the same time. */
  readonly maxTweens: number;
}

/** Creates the tweens of a scene. They end with their objects (tween.cancelled, reason objectDestroyed). */
export const createTweens = ({ scene, raise, maxTweens }: TweensOptions): Tweens => {
  const live = new Map<string, LiveTween>();
  const byObject = new Map<SceneObject, Set<LiveTween>>();
  let started = 0;

  const newId = (): string => {
    started += 1;
    return `tween-${started}`;
  };

  const dataOf = ({ id, object, name, group }: LiveTween) => ({
    tweenId: id,
    object: object.tag,
    property: name,
    ...(group !== undefined && { group }),
  });

  const add = (tween: LiveTween): void => {
    live.set(tween.id, tween);
    const others = byObject.get(tween.object);
    if (others) others.add(tween);
    else byObject.set(tween.object, new Set([tween]));
  };

  const remove = (tween: LiveTween): void => {
    live.delete(tween.id);
    const others = byObject.get(tween.object);
    others?.delete(tween);
    if (others?.size === 0) byObject.delete(tween.object);
  };

  const drop = (tween: LiveTween, reason: EventData<'tween.cancelled'>['reason']): void => {
    remove(tween);
    tween.interpolator.abort?.();
    raise('tween.cancelled', { ...dataOf(tween), reason });
  };

  /** Ends a tween of which the component has been taken away. @throws whatever else has failed */
  const lose = (tween: LiveTween, failure: unknown): void => {
    if (!(failure instanceof ApiError)) throw failure;
    drop(tween, 'componentRemoved');
  };

  const complete = (tween: LiveTween): void => {
    const end = endsAtStart(tween.timing) ? 'start' : 'goal';
    try {
      tween.interpolator.applyEnd(end);
    } catch (failure) {
      lose(tween, failure);
      return;
    }
    remove(tween);
    raise('tween.completed', dataOf(tween));
  };

  const candidates = ({ tweenId, object }: TweenSelection): Iterable<LiveTween> => {
    if (tweenId !== undefined) return [live.get(tweenId)].filter((tween) => tween !== undefined);
    return object === undefined ? live.values() : (byObject.get(object) ?? []);
  };

  const select = (selection: TweenSelection): LiveTween[] =>
    [...candidates(selection)].filter(
      ({ object, group, name }) =>
        (selection.name === undefined || name === selection.name) &&
        (selection.object === undefined || object === selection.object) &&
        (selection.group === undefined || group === selection.group),
    );

  scene.onDestroyed((object) => {
    for (const tween of select({ object })) drop(tween, 'objectDestroyed');
  });

  return {
    get startedCount() {
      return started;
    },
    createId: newId,
    start(request) {
      for (const tween of select({ object: request.object, name: request.name })) drop(tween, 'replaced');
      if (live.size >= maxTweens) {
        throw new LimitExceededError(
          `There are ${maxTweens} tweens already, which is the most; cancel some first.`,
          maxTweens,
        );
      }
      const tween = toLiveTween(newId(), request);
      add(tween);
      return tween.id;
    },
    cancel(selection, toEnd) {
      const selected = select(selection);
      for (const tween of selected) {
        if (toEnd) complete(tween);
        else drop(tween, 'explicit');
      }
      return selected.length;
    },
    setPaused(selection, paused) {
      const changed = select(selection).filter((tween) => tween.paused !== paused);
      for (const tween of changed) tween.paused = paused;
      return changed.length;
    },
    list: (selection) =>
      select(selection).map((tween) => ({
        ...dataOf(tween),
        ease: tween.ease,
        ...tween.timing,
        elapsed: tween.elapsed,
        paused: tween.paused,
      })),
    advance(deltaTime) {
      for (const tween of live.values()) {
        if (tween.paused) continue;
        tween.elapsed += deltaTime;
        const moment = getTweenMoment(tween.timing, tween.elapsed);
        if (moment.phase === 'ended') complete(tween);
        if (moment.phase !== 'moving') continue;
        try {
          tween.interpolator.applyAt(easings[tween.ease](moment.progress));
        } catch (failure) {
          lose(tween, failure);
        }
      }
    },
    state: () => ({
      started,
      live: [...live.values()].map(
        ({ id, object, name, group, ease, timing, elapsed, paused, interpolator }) => ({
          ...{ id, object: object.id, name, group, ease, timing, elapsed, paused },
          course: interpolator.state(),
        }),
      ),
    }),
  };
};
