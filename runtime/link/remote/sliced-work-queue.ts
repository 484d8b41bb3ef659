import type { Scheduler } from '../../frame/timer-scheduler.ts';
import type { LinkTransport } from './link-transport.ts';

/** Milliseconds of work in one turn of the event loop. */
const sliceMs = 5;

/** Does the work of a connection in order; long work is divided between turns of the event loop. */
interface SlicedWorkQueue {
  /** Does work once all work before it is done: at once when none waits. */
  add(work: () => void): void;
  /** Does work in later turns, before anything else that waits. For work that is too long for one turn. */
  addFirst(works: readonly (() => void)[]): void;
  /** Does everything that waits at once. */
  drain(): void;
}

/** While work waits nothing more is read from the wire. */
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
