/** What waits for the turn of a graph, of which there may be only so much: also while time stands still and nothing takes it. */
import { extentOf } from '../nodes/grammar/value-size.ts';
import type { Limits } from './limits.ts';
import type { Missed, Queued, Run } from './run.ts';

/** Frames between two tellings of what was left out, so that a flood of it does not become one itself. */
const framesBetween = 60;

export const createMissed = (): Missed => ({ count: 0, by: '', isOwn: false, tellFrom: 0 });

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

/** Counts what found no room. */
export const miss = (
  { graphId, graph, missed }: Pick<Run, 'graphId' | 'graph' | 'missed'>,
  { kind, occurrence }: Queued,
): void => {
  if (missed.count === 0) missed.by = graph.waiting.get(kind)?.[0]?.nodeId ?? '';
  missed.count += 1;
  missed.isOwn ||= kind === 'custom' && occurrence.sender === graphId;
};

/** What was missed and is to be told of now. */
export const takeMissed = ({
  missed,
  frame,
  phase,
}: Pick<Run, 'missed' | 'frame' | 'phase'>):
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
