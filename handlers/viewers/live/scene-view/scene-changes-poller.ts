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
  setVisible(visible: boolean): void;
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
  const error = signal<unknown>();
  let mark: number | undefined;
  let isVisible = false;
  let isPolling = false;
  let unchanged = 0;
  let failures = 0;
  let cancelTimer = (): void => {};

  const applyResponse = (response: Uint8Array): void => {
    const changes = decodeSceneChanges(response);
    // the next request gets the whole scene
    mark = undefined;
    unchanged = applyChanges(changes) ? 0 : unchanged + 1;
    mark = changes.head.mark;
  };

  /** @returns the wait before the next request, in milliseconds */
  const pollOnce = async (): Promise<number> => {
    const startedAt = clock.now();
    try {
      applyResponse(await requestChanges(mark));
      failures = 0;
      error.value = undefined;
    } catch (failure) {
      error.value = failure;
      failures += 1;
      return retryDelaysMs[Math.min(failures, retryDelaysMs.length) - 1] ?? 0;
    }
    const elapsed = clock.now() - startedAt;
    const intervalMs = unchanged < idleAfterPolls ? activeIntervalMs : idleIntervalMs;
    return Math.max(intervalMs - elapsed, elapsed * restFactor);
  };

  const pollAndSchedule = async (): Promise<void> => {
    cancelTimer();
    if (isPolling || !isVisible) return;
    isPolling = true;
    const wait = await pollOnce();
    isPolling = false;
    if (isVisible) cancelTimer = clock.setTimer(wait, () => void pollAndSchedule());
  };

  return {
    error,
    setVisible(visible) {
      if (isVisible === visible) return;
      isVisible = visible;
      cancelTimer();
      void pollAndSchedule();
    },
    pollSoon() {
      const wasIdle = unchanged >= idleAfterPolls;
      unchanged = 0;
      if (wasIdle) void pollAndSchedule();
    },
  };
};
