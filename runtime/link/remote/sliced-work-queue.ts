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
  const waiting: (() => void)[] = [];
  let callOff: (() => void) | undefined;
  const doNext = (): void => waiting.shift()?.();
  const rest = (): void => {
    if (callOff || waiting.length === 0) return;
    pause();
    callOff = after(0, turn);
  };
  const turn = (): void => {
    callOff = undefined;
    const began = now();
    do doNext();
    while (waiting.length > 0 && now() - began < sliceMs);
    if (waiting.length > 0) rest();
    else resume();
  };
  return {
    add(work) {
      if (waiting.length === 0) work();
      else waiting.push(work);
    },
    addFirst(works) {
      waiting.unshift(...works);
      rest();
    },
    drain() {
      callOff?.();
      callOff = undefined;
      while (waiting.length > 0) doNext();
    },
  };
};
