import { browserClock } from '../clock.ts';
import type { Clock } from '../clock.ts';

interface LatestValueWriterOptions<T> {
  readonly write: (value: T) => Promise<unknown>;
  /** Called with the error if a write fails. The value that was waiting to be written is dropped. */
  readonly onFailure: (failure: unknown) => void;
  readonly clock?: Clock;
}

interface LatestValueWriter<T> {
  enqueue(value: T): void;
  /** Whether a write is running or waiting. */
  readonly isBusy: boolean;
  /**
   * Waits until nothing is left to be written.
   * @returns whether the last value was written
   */
  flush(): Promise<boolean>;
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
  clock = browserClock,
}: LatestValueWriterOptions<T>): LatestValueWriter<T> => {
  let waiting: { readonly value: T } | undefined;
  let isBusy = false;
  const flushes: ((isWritten: boolean) => void)[] = [];
  const endFlushes = (isWritten: boolean): void => {
    for (const end of flushes.splice(0)) end(isWritten);
  };

  const writeLatest = async (): Promise<void> => {
    const next = waiting;
    waiting = undefined;
    isBusy = next !== undefined;
    if (!next) return endFlushes(true);
    const startedAt = clock.now();
    try {
      await write(next.value);
    } catch (failure) {
      waiting = undefined;
      onFailure(failure);
      endFlushes(false);
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
    flush: () =>
      new Promise((resolve) => {
        if (isBusy) flushes.push(resolve);
        else resolve(true);
      }),
  };
};
