import { signal } from '@preact/signals';
import { browserClock } from './clock.ts';
import { decodeSceneChanges } from './decode-scene-changes.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Clock } from './clock.ts';
import type { Changes } from './decode-scene-changes.ts';

interface ScenePollerOptions {
  /** Asks the service what has changed since a mark. */
  readonly requestChanges: (since: number | undefined) => Promise<Uint8Array>;
  /** Takes over what was told. @returns whether anything looks different */
  readonly applyChanges: (changes: Changes) => boolean;
  readonly clock?: Clock;
}

/** Follows the scene for as long as somebody looks. */
interface ScenePoller {
  /** Why nothing comes; undefined while all is well. */
  readonly error: ReadonlySignal<unknown>;
  /** Whether somebody looks: nothing is asked otherwise. */
  setVisible(isSeen: boolean): void;
  /** Expects that something changes soon. */
  pollSoon(): void;
}

/** Waits between the beginnings of two questions. */
const activeIntervalMs = 1000 / 30;
const idleIntervalMs = 1000 / 8;
/** What a question takes is rested for as many times over: a scene of many thousands is not worth all of the service's time. */
const restFactor = 2;
/** After so many answers without a change the scene counts as still. */
const idleAfterPolls = 30;
/** Waits after failures; the last one repeats. */
const retryDelaysMs = [250, 1000, 2000, 5000];

export const createScenePoller = ({
  requestChanges,
  applyChanges,
  clock = browserClock,
}: ScenePollerOptions): ScenePoller => {
  const trouble = signal<unknown>();
  let mark: number | undefined;
  let isWatched = false;
  let isAsking = false;
  let unchanged = 0;
  let failures = 0;
  let callOff = (): void => {};

  const takeOver = (answer: Uint8Array): void => {
    const changes = decodeSceneChanges(answer);
    // what cannot be taken over is told as a whole the next time
    mark = undefined;
    unchanged = applyChanges(changes) ? 0 : unchanged + 1;
    mark = changes.head.mark;
  };

  /** @returns how long to wait for the next question */
  const askOnce = async (): Promise<number> => {
    const began = clock.now();
    try {
      takeOver(await requestChanges(mark));
      failures = 0;
      trouble.value = undefined;
    } catch (failure) {
      trouble.value = failure;
      failures += 1;
      return retryDelaysMs[Math.min(failures, retryDelaysMs.length) - 1] ?? 0;
    }
    const took = clock.now() - began;
    const pace = unchanged < idleAfterPolls ? activeIntervalMs : idleIntervalMs;
    return Math.max(pace - took, took * restFactor);
  };

  const go = async (): Promise<void> => {
    callOff();
    if (isAsking || !isWatched) return;
    isAsking = true;
    const wait = await askOnce();
    isAsking = false;
    if (isWatched) callOff = clock.setTimer(wait, () => void go());
  };

  return {
    error: trouble,
    setVisible(isSeen) {
      if (isWatched === isSeen) return;
      isWatched = isSeen;
      callOff();
      void go();
    },
    pollSoon() {
      const wasStill = unchanged >= idleAfterPolls;
      unchanged = 0;
      if (wasStill) void go();
    },
  };
};
