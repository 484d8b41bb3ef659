import type { Timers } from '../../shared/scheduler.ts';
import type { LinkTransport } from './link-transport.ts';

/** Maximum milliseconds of work per event-loop turn. */
const sliceMs = 5;

/** Creates a queue that pauses the connection while tasks are queued. */
export const createSlicedWorkQueue = (
  { pause, resume }: Pick<LinkTransport, 'pause' | 'resume'>,
  { now, after }: Timers,
) => {
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
    /** Runs a task after all queued tasks, or immediately when none are queued. */
    add(task: () => void) {
      if (queue.length === 0) task();
      else queue.push(task);
    },
    /**
     * Runs tasks in later turns, but before all other queued tasks. Use this method to split a task that is too long for
     * one turn.
     */
    addFirst(tasks: readonly (() => void)[]) {
      queue.unshift(...tasks);
      scheduleSlice();
    },
    /** Runs all queued tasks immediately. */
    drain() {
      cancelSlice?.();
      cancelSlice = undefined;
      while (queue.length > 0) runNext();
    },
  };
};
