import { effect, signal, untracked } from '@preact/signals';
import { createObjectClips } from './object-clips.ts';
import { createAnimatedObjectsReader } from './animated-objects.ts';
import { createThrottle } from './throttle-work.ts';
import { createObjectPlaybacks } from './playbacks.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ActionName, Actions, SceneHub } from '#spec/client/index.ts';
import type { Notices } from '../../app/notices.ts';
import type { Session } from '../../session/session.ts';
import type { ObjectClips } from './object-clips.ts';
import type { AnimatedObject } from './animated-objects.ts';
import type { PlaybackEvent } from './animation-types.ts';
import type { ObjectPlaybacks } from './playbacks.ts';

/** Shows and controls the playbacks of the selected object. */
export interface AnimationPlayer {
  readonly playbacks: ObjectPlaybacks;
  readonly clips: ObjectClips;
  /** Candidates to select while nothing is selected. */
  readonly animatedObjects: ReadonlySignal<readonly AnimatedObject[]>;
  /** Whether the panel is visible; otherwise nothing is read. */
  readonly isVisible: Signal<boolean>;
  /** Runs an action, and reads the new state. */
  runAction<A extends ActionName>(action: A, parameters: Actions[A]['parameters']): Promise<void>;
}

interface AnimationPlayerOptions {
  readonly session: Pick<Session, 'client' | 'hub' | 'reconnectCount'>;
  readonly notices: Notices;
  readonly selection: ReadonlySignal<string | undefined>;
  /** In milliseconds. */
  now(): number;
  /** Repeats some work. @returns a function that stops it */
  runEvery(ms: number, work: () => void): () => void;
  /** Waits between two reads that events trigger. */
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
  const book = createObjectClips({ session, notices, selection });
  const owners = signal<readonly AnimatedObject[]>([]);
  const isSeen = signal(false);
  const readOwners = createAnimatedObjectsReader();
  let shown: string | undefined;
  let arriving: PlaybackEvent[] = [];

  const look = async (): Promise<void> => {
    const hub = session.hub.peek();
    const tag = selection.peek();
    if (!hub || !isSeen.peek()) return;
    if (tag === undefined) owners.value = await readOwners(hub).catch(() => []);
    else await playbacks.refresh(tag);
  };
  const poll = (): void => {
    void look();
    if (book.clips.peek()?.length === 0) void book.refresh();
  };
  const takeIn = createThrottle(async () => {
    playbacks.handleEvents(arriving.splice(0));
    await look();
  }, waitBetweenReads);
  /** Reads only after the subscription is active, so that no start or end is missed in between. */
  const follow = (hub: SceneHub, tag: string): (() => void) => {
    const take = (event: PlaybackEvent): void => {
      if (selection.peek() !== tag) return;
      arriving.push(event);
      takeIn();
    };
    const following = hub.subscribe(['animation.playback.*'], take, { objects: [tag] });
    void following.catch(notices.showError).then(look);
    return () => void following.then(({ end }) => end()).catch(() => {});
  };
  const turnTo = (tag: string | undefined): void => {
    if (tag === shown) return;
    shown = tag;
    arriving = [];
    playbacks.reset();
    book.reset();
  };

  effect(() => {
    const tag = selection.value;
    const hub = session.hub.value;
    void session.reconnectCount.value;
    const isRead = isSeen.value;
    return untracked(() => {
      turnTo(tag);
      if (!hub || !isRead) return;
      if (tag === undefined) void look();
      const unfollow = tag === undefined ? undefined : follow(hub, tag);
      void book.refresh();
      const stop = runEvery(pollMs, poll);
      return () => {
        stop();
        unfollow?.();
      };
    });
  });

  return {
    playbacks,
    clips: book,
    animatedObjects: owners,
    isVisible: isSeen,
    async runAction(action, parameters) {
      await notices.runAndReport(async () => {
        await (session.hub.peek() ?? session.client).act(action, parameters);
      });
      await look();
    },
  };
};
