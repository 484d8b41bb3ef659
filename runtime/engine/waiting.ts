/** What waits for the turn of a graph, of which there may be only so much: also while time stands still and nothing takes it. */
import { extentOf } from '../nodes/grammar/value-size.ts';
import type { Limits } from './limits.ts';
import type { Queued, Run } from './run.ts';

/** Values and characters that are kept by it, of what may bring large ones again and again. */
export const sizeOf = ({ kind, occurrence }: Queued): number => {
  if (kind === 'custom') return extentOf(occurrence.payload).size;
  return kind === 'variable' ? extentOf(occurrence.value).size : 0;
};

type Waiting = Pick<Run, 'queue' | 'waitingSize'>;

/** Whether more waits than may: the graph is to be stopped when its turn comes. */
export const isOverfull = ({ queue, waitingSize }: Waiting, limits: Limits): boolean =>
  queue.length > limits.waitingEvents || waitingSize > limits.waitingSize;

/** Whether something of this size can wait, and the graph goes on. */
export const hasRoom = ({ queue, waitingSize }: Waiting, size: number, limits: Limits): boolean =>
  queue.length < limits.waitingEvents && waitingSize + size <= limits.waitingSize;

export const wait = (run: Waiting, queued: Queued, size: number): void => {
  run.queue.push(queued);
  run.waitingSize += size;
};

/** Takes all of it. */
export const takeWaiting = (run: Waiting): readonly Queued[] => {
  const { queue } = run;
  run.queue = [];
  run.waitingSize = 0;
  return queue;
};
