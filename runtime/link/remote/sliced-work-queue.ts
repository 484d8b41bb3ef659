import type { Scheduler } from '../../frame/timer-scheduler.ts';
import type { LinkTransport } from './link-transport.ts';

/** Maximum milliseconds of work per turn of the event loop. */
const sliceMs = 5;

/** Runs the work of a connection in order, split over several turns of the event loop. */
interface SlicedWorkQueue {
  /** Runs work after all queued work, or immediately without any. */
  add(work: () => void): void;
  /** Runs work in later turns, before all other queued work. Use it to split work that is too long for one turn. */
  addFirst(works: readonly (() => void)[]): void;
  /** Runs all queued work immediately. */
  drain(): void;
}

/** Pauses the connection while work is queued. */
export const createSlicedWorkQueue = (
  { pause, resume }: Pick<LinkTransport, 'pause' | 'resume'>,
  { now, after }: Scheduler,
): SlicedWorkQueue => {
  const queue: (() => void)[] = [];
  let cancelTurn: (() => void) | undefined;
  const runTurn = (): void => queue.shift()?.();
  const remaining = (): void => {
    if (cancelTurn || queue.length === 0) return;
    pause();
    cancelTurn = after(0, scheduleTurn);
  };
  const scheduleTurn = (): void => {
    cancelTurn = undefined;
    const startMs = now();
    do runTurn();
    while (queue.length > 0 && now() - startMs < sliceMs);
    if (queue.length > 0) remaining();
    else resume();
  };
  return {
    add(work) {
      if (queue.length === 0) work();
      else queue.push(work);
    },
    addFirst(works) {
      queue.unshift(...works);
      remaining();
    },
    drain() {
      cancelTurn?.();
      cancelTurn = undefined;
      while (queue.length > 0) runTurn();
    },
  };
};
