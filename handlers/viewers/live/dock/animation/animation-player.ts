import { effect, signal, untracked } from '@preact/signals';
import { createObjectClips } from './object-clip-store.ts';
import { createAnimatedObjectsReader } from './animated-objects-reader.ts';
import { createThrottle } from './throttle-work.ts';
import { createObjectPlaybacks } from './playback-store.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ActionName, Actions, SceneHub } from '#spec/client/index.ts';
import type { Notices } from '../../app/notice-store.ts';
import type { Session } from '../../session/session.ts';
import type { ObjectClips } from './object-clip-store.ts';
import type { AnimatedObject } from './animated-objects-reader.ts';
import type { PlaybackEvent } from './animation-types.ts';
import type { ObjectPlaybacks } from './playback-store.ts';

/** Shows and controls the selected object's playbacks. */
export interface AnimationPlayer {
  readonly playbacks: ObjectPlaybacks;
  readonly clips: ObjectClips;
  /** The objects that the user can choose from while none is selected. */
  readonly animatedObjects: ReadonlySignal<readonly AnimatedObject[]>;
  /** Whether the panel is visible. While it is hidden, nothing is read. */
  readonly isVisible: Signal<boolean>;
  /** Runs an action, and then reads the new state. */
  runAction<A extends ActionName>(action: A, parameters: Actions[A]['parameters']): Promise<void>;
}

interface AnimationPlayerOptions {
  readonly session: Pick<Session, 'client' | 'hub' | 'reconnectCount'>;
  readonly notices: Notices;
  readonly selection: ReadonlySignal<string | undefined>;
  /** Returns the current time in milliseconds. */
  now(): number;
  /**
   * Calls a function repeatedly.
   * @returns a function that stops the calls
   */
  runEvery(ms: number, work: () => void): () => void;
  /** Waits before the next read that events trigger. */
  waitBetweenReads(): Promise<void>;
}

const pollMs = 1_000;

export const createAnimationPlayer = ({
  session,
  notices,
  selection,
  now,
  runEvery,
  waitBetweenReads,
}: AnimationPlayerOptions): AnimationPlayer => {
  const playbacks = createObjectPlaybacks({ session, now });
  const clips = createObjectClips({ session, notices, selection });
  const animatedObjects = signal<readonly AnimatedObject[]>([]);
  const isVisible = signal(false);
  const readOwners = createAnimatedObjectsReader();
  let shownTag: string | undefined;
  let pendingEvents: PlaybackEvent[] = [];

  const refresh = async (): Promise<void> => {
    const hub = session.hub.peek();
    const tag = selection.peek();
    if (!hub || !isVisible.peek()) return;
    if (tag === undefined) animatedObjects.value = await readOwners(hub).catch(() => []);
    else await playbacks.refresh(tag);
  };
  const poll = (): void => {
    void refresh();
    if (clips.clips.peek()?.length === 0) void clips.refresh();
  };
  const flushEvents = createThrottle(async () => {
    playbacks.handleEvents(pendingEvents.splice(0));
    await refresh();
  }, waitBetweenReads);
  /**
   * Subscribes to an object's playback events. The first read follows only after the subscription is active, so that no
   * start or end is missed in between.
   */
  const subscribe = (hub: SceneHub, tag: string): (() => void) => {
    const handleEvent = (event: PlaybackEvent): void => {
      if (selection.peek() !== tag) return;
      pendingEvents.push(event);
      flushEvents();
    };
    const following = hub.subscribe(['animation.playback.*'], handleEvent, { objects: [tag] });
    void following.catch(notices.showError).then(refresh);
    return () => void following.then(({ end }) => end()).catch(() => {});
  };
  const switchTo = (tag: string | undefined): void => {
    if (tag === shownTag) return;
    shownTag = tag;
    pendingEvents = [];
    playbacks.reset();
    clips.reset();
  };

  effect(() => {
    const tag = selection.value;
    const hub = session.hub.value;
    void session.reconnectCount.value;
    const isActive = isVisible.value;
    return untracked(() => {
      switchTo(tag);
      if (!hub || !isActive) return;
      if (tag === undefined) void refresh();
      const unsubscribe = tag === undefined ? undefined : subscribe(hub, tag);
      void clips.refresh();
      const stopPolling = runEvery(pollMs, poll);
      return () => {
        stopPolling();
        unsubscribe?.();
      };
    });
  });

  return {
    playbacks,
    clips,
    animatedObjects,
    isVisible,
    async runAction(action, parameters) {
      await notices.runAndReport(async () => {
        await (session.hub.peek() ?? session.client).act(action, parameters);
      });
      await refresh();
    },
  };
};
