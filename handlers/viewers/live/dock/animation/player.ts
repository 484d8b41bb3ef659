import { effect, signal, untracked } from '@preact/signals';
import { createClipBook } from './clip-book.ts';
import { createClipOwners } from './clip-owners.ts';
import { createPaced } from './paced.ts';
import { createPlaybacks } from './playbacks.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ActionName, Actions, SceneHub } from '#spec/client/index.ts';
import type { Notices } from '../../app/notices.ts';
import type { Session } from '../../session/session.ts';
import type { ClipBook } from './clip-book.ts';
import type { ClipOwner } from './clip-owners.ts';
import type { PlaybackEvent } from './facts.ts';
import type { Playbacks } from './playbacks.ts';

/** What plays on the selected object, to be seen and steered. */
export interface Player {
  readonly playbacks: Playbacks;
  readonly book: ClipBook;
  /** What could be selected while nothing is. */
  readonly owners: ReadonlySignal<readonly ClipOwner[]>;
  /** Whether somebody looks: nothing is read otherwise. */
  readonly isSeen: Signal<boolean>;
  /** Runs an action, and reads what has come of it. */
  act<A extends ActionName>(action: A, parameters: Actions[A]['parameters']): Promise<void>;
}

interface PlayerParts {
  readonly session: Pick<Session, 'client' | 'hub' | 'returns'>;
  readonly notices: Notices;
  readonly selection: ReadonlySignal<string | undefined>;
  /** In milliseconds. */
  now(): number;
  /** Does something over and over. @returns what ends it */
  every(ms: number, work: () => void): () => void;
  /** Lets some time pass between two readings that events ask for. */
  rest(): Promise<void>;
}

const pollMs = 1_000;

export const createPlayer = ({ session, notices, selection, now, every, rest }: PlayerParts): Player => {
  const playbacks = createPlaybacks({ session, now });
  const book = createClipBook({ session, notices, selection });
  const owners = signal<readonly ClipOwner[]>([]);
  const isSeen = signal(false);
  const readOwners = createClipOwners();
  let shown: string | undefined;
  let arriving: PlaybackEvent[] = [];

  const look = async (): Promise<void> => {
    const hub = session.hub.peek();
    const tag = selection.peek();
    if (!hub || !isSeen.peek()) return;
    if (tag === undefined) owners.value = await readOwners(hub).catch(() => []);
    else await playbacks.read(tag);
  };
  const poll = (): void => {
    void look();
    if (book.clips.peek()?.length === 0) void book.read();
  };
  const takeIn = createPaced(async () => {
    playbacks.hear(arriving.splice(0));
    await look();
  }, rest);
  /** Reads once it is told what happens from then on: nothing comes to be or ends unheard in between. */
  const follow = (hub: SceneHub, tag: string): (() => void) => {
    const take = (event: PlaybackEvent): void => {
      if (selection.peek() !== tag) return;
      arriving.push(event);
      takeIn();
    };
    const following = hub.subscribe(['animation.playback.*'], take, { objects: [tag] });
    void following.catch(notices.fail).then(look);
    return () => void following.then(({ end }) => end()).catch(() => {});
  };
  const turnTo = (tag: string | undefined): void => {
    if (tag === shown) return;
    shown = tag;
    arriving = [];
    playbacks.forget();
    book.forget();
  };

  effect(() => {
    const tag = selection.value;
    const hub = session.hub.value;
    void session.returns.value;
    const isRead = isSeen.value;
    return untracked(() => {
      turnTo(tag);
      if (!hub || !isRead) return;
      if (tag === undefined) void look();
      const unfollow = tag === undefined ? undefined : follow(hub, tag);
      void book.read();
      const stop = every(pollMs, poll);
      return () => {
        stop();
        unfollow?.();
      };
    });
  });

  return {
    playbacks,
    book,
    owners,
    isSeen,
    async act(action, parameters) {
      await notices.attempt(async () => {
        await (session.hub.peek() ?? session.client).act(action, parameters);
      });
      await look();
    },
  };
};
