import { signal } from '@preact/signals';
import { browserClock } from './clock.ts';
import { decodeSceneChanges } from './decode-scene-changes.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Clock } from './clock.ts';
import type { Changes } from './decode-scene-changes.ts';

interface ScenePollerOptions {
  /** Requests the changes since a mark. */
  readonly requestChanges: (since: number | undefined) => Promise<Uint8Array>;
  /** Applies changes. @returns whether anything looks different */
  readonly applyChanges: (changes: Changes) => boolean;
  readonly clock?: Clock;
}

/** Polls the scene while it is visible. */
interface ScenePoller {
  /** Why polling fails; undefined while it works. */
  readonly error: ReadonlySignal<unknown>;
  /** Starts or pauses polling. */
  setVisible(isSeen: boolean): void;
  /** Polls fast again because a change is expected. */
  pollSoon(): void;
}

/** Time between the starts of two requests, in milliseconds. */
const activeIntervalMs = 1000 / 30;
const idleIntervalMs = 1000 / 8;
/**
 * The pause after a request, in multiples of its duration, so that a large scene does not take all the time of the
 * service.
 */
const restFactor = 2;
/** After this many responses without a change the scene counts as at rest. */
const idleAfterPolls = 30;
/** Delays after failures in milliseconds; the last one repeats. */
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
    // the next request gets the whole scene
    mark = undefined;
    unchanged = applyChanges(changes) ? 0 : unchanged + 1;
    mark = changes.head.mark;
  };

  /** @returns the wait before the next request, in milliseconds */
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
