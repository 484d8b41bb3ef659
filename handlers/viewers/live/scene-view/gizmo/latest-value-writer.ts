import { browserClock } from '../clock.ts';
import type { Clock } from '../clock.ts';

interface LatestValueWriterOptions<T> {
  readonly write: (value: T) => Promise<unknown>;
  /** Called with the error if a write fails. The value that was waiting to be written is dropped. */
  readonly onFailure: (failure: unknown) => void;
  /** Called when everything has been written. */
  readonly onIdle?: () => void;
  readonly clock?: Clock;
}

interface LatestValueWriter<T> {
  enqueue(value: T): void;
  /** Whether a write is running or waiting. */
  readonly isBusy: boolean;
}

/** The minimum time between the starts of two writes, in milliseconds. */
const writeIntervalMs = 1000 / 30;

/**
 * Creates a writer that writes values one at a time. During a write, only the latest value is kept, so that the last
 * value is always written.
 */
export const createLatestValueWriter = <T>({
  write,
  onFailure,
  onIdle,
  clock = browserClock,
}: LatestValueWriterOptions<T>): LatestValueWriter<T> => {
  let waiting: { readonly value: T } | undefined;
  let isBusy = false;

  const writeLatest = async (): Promise<void> => {
    const next = waiting;
    waiting = undefined;
    isBusy = next !== undefined;
    if (!next) {
      onIdle?.();
      return;
    }
    const startedAt = clock.now();
    try {
      await write(next.value);
    } catch (failure) {
      waiting = undefined;
      onFailure(failure);
    }
    clock.setTimer(Math.max(0, startedAt + writeIntervalMs - clock.now()), () => void writeLatest());
  };

  return {
    enqueue(value) {
      waiting = { value };
      if (!isBusy) void writeLatest();
    },
    get isBusy() {
      return isBusy;
    },
  };
};
