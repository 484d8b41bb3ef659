import { type ReadonlySignal, signal } from '@preact/signals';
import { browserClock, type Clock } from './clock.ts';
import { type Changes, decodeSceneChanges } from './decode-scene-changes.ts';

interface ScenePollerOptions {
  /** Requests the changes since a mark, or the whole scene if the mark is `undefined`. */
  readonly requestChanges: (since: number | undefined) => Promise<Uint8Array>;
  /**
   * Applies changes.
   * @returns whether the changes are visible
   */
  readonly applyChanges: (changes: Changes) => boolean;
  readonly clock?: Clock;
}

/** Polls the scene while it is visible. */
interface ScenePoller {
  /** The reason why polling fails, or `undefined` while polling works. */
  readonly error: ReadonlySignal<unknown>;
  /** Starts polling if the scene is visible, and pauses polling otherwise. */
  setVisible(visible: boolean): void;
  /** Polls at the fast rate again, because a change is expected. */
  pollSoon(): void;
}

/** The time between the starts of two requests while the scene changes, in milliseconds. */
const activeIntervalMs = 1000 / 30;
const idleIntervalMs = 1000 / 8;
/**
 * The length of the pause after a request, as a multiple of the request's duration. The pause prevents a large scene
 * from taking up all of the service's time.
 */
const restFactor = 2;
/** After this many consecutive responses without a change, the scene is considered to be at rest. */
const idleAfterPolls = 30;
/** The delays after consecutive failures, in milliseconds. The last delay is repeated. */
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
    // without a mark, the next request returns the whole scene
    mark = undefined;
    unchanged = applyChanges(changes) ? 0 : unchanged + 1;
    mark = changes.head.mark;
  };

  /**
   * Sends a request and applies the changes.
   * @returns the time to wait before the next request, in milliseconds
   */
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
