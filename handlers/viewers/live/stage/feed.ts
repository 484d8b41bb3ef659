import { signal } from '@preact/signals';
import { browserClock } from './clock.ts';
import { readChanges } from './read-changes.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Clock } from './clock.ts';
import type { Changes } from './read-changes.ts';

interface FeedOptions {
  /** Asks the service what has changed since a mark. */
  readonly ask: (since: number | undefined) => Promise<Uint8Array>;
  /** Takes over what was told. @returns whether anything looks different */
  readonly take: (changes: Changes) => boolean;
  readonly clock?: Clock;
}

/** Follows the scene for as long as somebody looks. */
interface Feed {
  /** Why nothing comes; undefined while all is well. */
  readonly trouble: ReadonlySignal<unknown>;
  /** Whether somebody looks: nothing is asked otherwise. */
  watch(isSeen: boolean): void;
  /** Expects that something changes soon. */
  hurry(): void;
}

/** Waits between the beginnings of two questions. */
const movingMs = 1000 / 30;
const stillMs = 1000 / 8;
/** What a question takes is rested for as many times over: a scene of many thousands is not worth all of the service's time. */
const restShare = 2;
/** After so many answers without a change the scene counts as still. */
const stillAfter = 30;
/** Waits after failures; the last one repeats. */
const retryMs = [250, 1000, 2000, 5000];

export const createFeed = ({ ask, take, clock = browserClock }: FeedOptions): Feed => {
  const trouble = signal<unknown>();
  let mark: number | undefined;
  let isWatched = false;
  let isAsking = false;
  let unchanged = 0;
  let failures = 0;
  let callOff = (): void => {};

  const takeOver = (answer: Uint8Array): void => {
    const changes = readChanges(answer);
    // what cannot be taken over is told as a whole the next time
    mark = undefined;
    unchanged = take(changes) ? 0 : unchanged + 1;
    mark = changes.head.mark;
  };

  /** @returns how long to wait for the next question */
  const askOnce = async (): Promise<number> => {
    const began = clock.now();
    try {
      takeOver(await ask(mark));
      failures = 0;
      trouble.value = undefined;
    } catch (failure) {
      trouble.value = failure;
      failures += 1;
      return retryMs[Math.min(failures, retryMs.length) - 1] ?? 0;
    }
    const took = clock.now() - began;
    const pace = unchanged < stillAfter ? movingMs : stillMs;
    return Math.max(pace - took, took * restShare);
  };

  const go = async (): Promise<void> => {
    callOff();
    if (isAsking || !isWatched) return;
    isAsking = true;
    const wait = await askOnce();
    isAsking = false;
    if (isWatched) callOff = clock.after(wait, () => void go());
  };

  return {
    trouble,
    watch(isSeen) {
      if (isWatched === isSeen) return;
      isWatched = isSeen;
      callOff();
      void go();
    },
    hurry() {
      const wasStill = unchanged >= stillAfter;
      unchanged = 0;
      if (wasStill) void go();
    },
  };
};
