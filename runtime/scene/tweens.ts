import type { EasingName } from '#spec/actions/easings.ts';
import type { TweenRecord } from '#spec/actions/tween.ts';
import type { z } from 'zod';
import { easings } from './easing.ts';
import { Exceeded } from './exceeded.ts';
import { mixOf } from './mix.ts';
import { endsWhereItBegan, momentAt } from './motion.ts';
import type { Raise } from '../link/raise.ts';
import type { TweenTiming } from './motion.ts';
import type { Scene } from './scene.ts';
import type { SceneObject } from './scene-object.ts';
import type { Mixed } from './mix.ts';
import type { Property, ValueOfType } from './property.ts';

/** A motion of one property of one object towards a target. */
interface TweenRequest<T extends Mixed> extends TweenTiming {
  readonly object: SceneObject;
  /** What events call the property. Tweens of one name on one object replace each other, whatever space they are in. */
  readonly name: string;
  readonly property: Property<SceneObject, T>;
  readonly to: ValueOfType<T>;
  readonly ease: EasingName;
}

/** Which tweens are meant: one, those of an object, or all when both are absent. */
interface TweenSelection {
  readonly tweenId?: string | undefined;
  readonly object?: SceneObject | undefined;
}

/** Every live tween (description: tween.position, tween.completed, tween.cancelled; register: C-45). */
export interface Tweens {
  /**
   * Starts a tween at the coming step. A live tween of the same property of the same object ends with
   * tween.cancelled, reason replaced. The starting value is read when the delay is over.
   * @returns the id of the tween.
   * @throws Fault ACTION_FAILED when there are as many as a runtime holds.
   */
  start<T extends Mixed>(request: TweenRequest<T>): string;
  /**
   * Ends tweens where they are, or at their end when `complete` is set (then tween.completed is raised).
   * @returns how many were ended.
   */
  cancel(selection: TweenSelection, complete: boolean): number;
  /** Live tweens, oldest first. */
  list(selection: TweenSelection): z.output<typeof TweenRecord>[];
  /** Lets simulated seconds pass: values move, tweens at their end settle exactly there. */
  advance(deltaTime: number): void;
  /** Live tweens as plain data, with their ends. */
  state(): unknown;
}

/** A tween with its kind of value closed over. */
interface LiveTween {
  readonly id: string;
  readonly object: SceneObject;
  readonly property: string;
  readonly ease: EasingName;
  readonly timing: TweenTiming;
  elapsed: number;
  /** Writes the value at this share of the way; the first call reads where the way begins. */
  place(share: number): void;
  /** Writes the final value. */
  settle(): void;
  /** Where it goes, and where it comes from once that is read. */
  ends(): { readonly from: unknown; readonly to: unknown };
}

const open = <T extends Mixed>(id: string, request: TweenRequest<T>): LiveTween => {
  const { object, name, property, to, ease, time, delay, loops, yoyo } = request;
  const timing = { time, delay, loops, yoyo };
  const mix = mixOf(property.type);
  let start: { readonly value: ValueOfType<T> } | undefined;
  const origin = (): ValueOfType<T> => {
    start ??= { value: property.read(object) };
    return start.value;
  };
  return {
    id,
    object,
    property: name,
    ease,
    timing,
    elapsed: 0,
    place: (share) => property.write(object, mix(origin(), to, share)),
    settle: () => property.write(object, endsWhereItBegan(timing) ? origin() : to),
    ends: () => ({ from: start?.value, to }),
  };
};

interface TweensOptions {
  readonly scene: Scene;
  readonly raise: Raise;
  /** The most tweens at the same time. */
  readonly mostTweens: number;
}

/** Creates the tweens of a scene. They end with their objects (tween.cancelled, reason objectDestroyed). */
export const createTweens = ({ scene, raise, mostTweens }: TweensOptions): Tweens => {
  const live = new Map<string, LiveTween>();
  const byObject = new Map<SceneObject, Set<LiveTween>>();
  let started = 0;

  const dataOf = ({ id, object, property }: LiveTween) => ({ tweenId: id, object: object.tag, property });

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

  const drop = (tween: LiveTween, reason: 'explicit' | 'replaced' | 'objectDestroyed'): void => {
    remove(tween);
    raise('tween.cancelled', { ...dataOf(tween), reason });
  };

  const complete = (tween: LiveTween): void => {
    tween.settle();
    remove(tween);
    raise('tween.completed', dataOf(tween));
  };

  const select = ({ tweenId, object }: TweenSelection): LiveTween[] =>
    [...(object === undefined ? live.values() : (byObject.get(object) ?? []))].filter(
      (tween) => tweenId === undefined || tween.id === tweenId,
    );

  scene.onDestroyed((object) => {
    for (const tween of select({ object })) drop(tween, 'objectDestroyed');
  });

  return {
    start(request) {
      for (const tween of select({ object: request.object })) {
        if (tween.property === request.name) drop(tween, 'replaced');
      }
      if (live.size >= mostTweens) {
        throw new Exceeded(
          `There are ${mostTweens} tweens already, which is the most; cancel some first.`,
          mostTweens,
        );
      }
      started += 1;
      const tween = open(`tween-${started}`, request);
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
    list: (selection) =>
      select(selection).map((tween) => ({
        tweenId: tween.id,
        object: tween.object.tag,
        property: tween.property,
        ease: tween.ease,
        ...tween.timing,
        elapsed: tween.elapsed,
      })),
    advance(deltaTime) {
      for (const tween of live.values()) {
        tween.elapsed += deltaTime;
        const moment = momentAt(tween.timing, tween.elapsed);
        if (moment.phase === 'moving') tween.place(easings[tween.ease](moment.progress));
        if (moment.phase === 'ended') complete(tween);
      }
    },
    state: () => ({
      started,
      live: [...live.values()].map(({ id, object, property, ease, timing, elapsed, ends }) => ({
        ...{ id, object: object.id, property, ease, timing, elapsed },
        ...ends(),
      })),
    }),
  };
};
