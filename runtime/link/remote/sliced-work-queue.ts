import type { Scheduler } from '../../frame/timer-scheduler.ts';
import type { LinkTransport } from './link-transport.ts';

/** Maximum milliseconds of work per turn of the event loop. */
const sliceMs = 5;

/** Runs the work of a connection in order, split over several turns of the event loop. */
interface SlicedWorkQueue {
  /** Runs work after all queued work, or immediately without any. */
  add(task: () => void): void;
  /** Runs work in later turns, before all other queued work. Use it to split work that is too long for one turn. */
  addFirst(tasks: readonly (() => void)[]): void;
  /** Runs all queued work immediately. */
  drain(): void;
}

/** Pauses the connection while work is queued. */
export const createSlicedWorkQueue = (
  { pause, resume }: Pick<LinkTransport, 'pause' | 'resume'>,
  { now, after }: Scheduler,
): SlicedWorkQueue => {
  const queue: (() => void)[] = [];
  let cancelSlice: (() => void) | undefined;
  const runNext = (): void => queue.shift()?.();
  const scheduleSlice = (): void => {
    if (cancelSlice || queue.length === 0) return;
    pause();
    cancelSlice = after(0, runSlice);
  };
  const runSlice = (): void => {
    cancelSlice = undefined;
    const startMs = now();
    do runNext();
    while (queue.length > 0 && now() - startMs < sliceMs);
    if (queue.length > 0) scheduleSlice();
    else resume();
  };
  return {
    add(task) {
      if (queue.length === 0) task();
      else queue.push(task);
    },
    addFirst(tasks) {
      queue.unshift(...tasks);
      scheduleSlice();
    },
    drain() {
      cancelSlice?.();
      cancelSlice = undefined;
      while (queue.length > 0) runNext();
    },
  };
};
