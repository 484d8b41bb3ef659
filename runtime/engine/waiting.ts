/** What waits for the turn of a graph, of which there may be only so much: also while time stands still and nothing takes it. */
import { extentOf } from '../nodes/grammar/value-size.ts';
import type { Limits } from './limits.ts';
import type { Missed, Queued, Run } from './run.ts';

/** Frames between two tellings of what was left out, so that a flood of it does not become one itself. */
const framesBetween = 60;

export const createMissed = (): Missed => ({ count: 0, by: '', own: 0, ownSize: 0, tellFrom: 0 });

/** Values and characters that are kept by it, of what may bring large ones again and again. */
export const sizeOf = ({ kind, occurrence }: Queued): number => {
  if (kind === 'custom') return extentOf(occurrence.payload).size;
  return kind === 'variable' ? extentOf(occurrence.value).size : 0;
};

type Waiting = Pick<Run, 'queue' | 'waitingSize'>;

const hasRoom = ({ queue, waitingSize }: Waiting, size: number, limits: Limits): boolean =>
  queue.length < limits.waitingEvents && waitingSize + size <= limits.waitingSize;

/** Keeps something for the turn of a graph. @returns false where it found no room */
export const wait = (run: Waiting, queued: Queued, size: number, limits: Limits): boolean => {
  if (!hasRoom(run, size, limits)) return false;
  run.queue.push(queued);
  run.waitingSize += size;
  return true;
};

const isOwn = (graphId: string, { kind, occurrence }: Queued): boolean =>
  kind === 'custom' && occurrence.sender === graphId;

/** Counts what found no room. */
export const miss = (
  { graphId, graph, missed }: Pick<Run, 'graphId' | 'graph' | 'missed'>,
  queued: Queued,
  size: number,
): void => {
  if (missed.count === 0) missed.by = graph.waiting.get(queued.kind)?.[0]?.nodeId ?? '';
  missed.count += 1;
  if (!isOwn(graphId, queued)) return;
  missed.own += 1;
  missed.ownSize += size;
};

/** Whether a graph has sent itself more for this turn than there is room for, whatever others have sent. */
export const floodsItself = (
  { graphId, missed }: Pick<Run, 'graphId' | 'missed'>,
  waiting: readonly Queued[],
  limits: Limits,
): boolean => {
  if (missed.own === 0) return false;
  const own = waiting.filter((queued) => isOwn(graphId, queued));
  const size = own.reduce((sum, queued) => sum + sizeOf(queued), missed.ownSize);
  return own.length + missed.own > limits.waitingEvents || size > limits.waitingSize;
};

/** What was missed and is to be told of now. */
export const takeMissed = ({
  missed,
  course: { frame },
  phase,
}: Pick<Run, 'missed' | 'course' | 'phase'>):
  | { readonly count: number; readonly nodeId: string }
  | undefined => {
  const { count, by: nodeId } = missed;
  if (count === 0 || (phase !== 'stopped' && frame < missed.tellFrom)) return undefined;
  missed.count = 0;
  missed.tellFrom = frame + framesBetween;
  return { count, nodeId };
};

/** Takes all of it. */
export const takeWaiting = (run: Waiting): readonly Queued[] => {
  const { queue } = run;
  run.queue = [];
  run.waitingSize = 0;
  return queue;
};
