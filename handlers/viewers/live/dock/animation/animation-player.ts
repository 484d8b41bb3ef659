import { effect, type ReadonlySignal, signal, type Signal, untracked } from '@preact/signals';
import { endSubscription } from '../../session/store-helpers.ts';
import { type AnimatedObject, createAnimatedObjectsReader } from './animated-objects-reader.ts';
import { type ClipKeys, readClipKeys } from './clip-keys.ts';
import { createThrottle } from './throttle-work.ts';
import {
  type ClipInfo,
  createObjectPlaybacks,
  type ObjectPlaybacks,
  type PlaybackEvent,
} from './playback-store.ts';
import type { ActionName, Actions, SceneHub } from '#spec/client/index.ts';
import type { Tween } from './tween-progress.ts';
import type { Notices } from '../../app/notice-store.ts';
import type { Session } from '../../session/session.ts';

/** Shows and controls the selected object's playbacks. */
export interface AnimationPlayer {
  readonly playbacks: ObjectPlaybacks;
  readonly clips: ObjectClips;
  /** The object's tweens that are running. */
  readonly tweens: ReadonlySignal<readonly Tween[]>;
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
  const tweens = signal<readonly Tween[]>([]);
  const isVisible = signal(false);
  const readOwners = createAnimatedObjectsReader();
  let shownTag: string | undefined;
  let pendingEvents: PlaybackEvent[] = [];

  const refresh = async (): Promise<void> => {
    const hub = session.hub.peek();
    const tag = selection.peek();
    if (!hub || !isVisible.peek()) return;
    if (tag === undefined) animatedObjects.value = await readOwners(hub).catch(() => []);
    else await Promise.all([playbacks.refresh(tag), refreshTweens(hub, tag)]);
  };
  const refreshTweens = async (hub: SceneHub, tag: string): Promise<void> => {
    try {
      const { result } = await hub.act('tween.list', { object: tag });
      const isChanged = result.tweens.length + tweens.peek().length > 0;
      if (selection.peek() === tag && isChanged) tweens.value = result.tweens;
    } catch {
      // a service without tweens, or a removed object
      tweens.value = [];
    }
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
    return () => endSubscription(following);
  };
  const switchTo = (tag: string | undefined): void => {
    if (tag === shownTag) return;
    shownTag = tag;
    pendingEvents = [];
    playbacks.reset();
    clips.reset();
    tweens.value = [];
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
    tweens,
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

interface ObjectClips {
  /** The clips; `undefined` until the service has returned them, or if the service can't return them. */
  readonly clips: ReadonlySignal<readonly ClipInfo[] | undefined>;
  readonly openClip: ReadonlySignal<ClipInfo | undefined>;
  /** The keys of the open clip, as far as the service reports them. */
  readonly openKeys: ReadonlySignal<readonly ClipKeys[]>;
  refresh(): Promise<void>;
  open(clip: string): Promise<void>;
  close(): void;
  reset(): void;
}

interface ObjectClipsOptions {
  readonly session: Pick<Session, 'client' | 'hub'>;
  readonly notices: Pick<Notices, 'runAndReport'>;
  readonly selection: ReadonlySignal<string | undefined>;
}

const createObjectClips = ({ session, notices, selection }: ObjectClipsOptions): ObjectClips => {
  const { client, hub } = session;
  const clips = signal<readonly ClipInfo[]>();
  const opened = signal<ClipInfo>();
  const openKeys = signal<readonly ClipKeys[]>([]);
  return {
    clips,
    openClip: opened,
    openKeys,
    async refresh() {
      const object = selection.peek();
      if (object === undefined) return;
      try {
        const { result } = await (hub.peek() ?? client).act('animation.clips', { object });
        if (selection.peek() === object) clips.value = result.clips;
      } catch {
        // their names are typed in then
      }
    },
    async open(clip) {
      const tag = selection.peek();
      if (tag === undefined) return;
      const details = await notices.runAndReport(() =>
        client.request('GET /api/objects/{tag}/animations/clips/{clip}', { params: { tag, clip } }),
      );
      if (selection.peek() !== tag) return;
      openKeys.value = [];
      opened.value = details;
      const keys = await readClipKeys(client, tag, clip);
      if (opened.peek() === details) openKeys.value = keys;
    },
    close() {
      opened.value = undefined;
    },
    reset() {
      clips.value = undefined;
      opened.value = undefined;
    },
  };
};
