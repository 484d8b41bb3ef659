/** What waits for the turn of a graph, of which there may be only so much: also while time stands still and nothing takes it. */
import { measureValue } from '../values/value-size.ts';
import type { Limits } from './execution-limits.ts';
import type { DroppedEvents, QueuedOccurrence, GraphRun } from './graph-run.ts';

/** Frames between two tellings of what was left out, so that a flood of it does not become one itself. */
const reportIntervalFrames = 60;

export const createDroppedEvents = (): DroppedEvents => ({
  count: 0,
  by: '',
  own: 0,
  ownSize: 0,
  tellFrom: 0,
});

/** Values and characters that are kept by it, of what may bring large ones again and again. */
export const getQueuedSize = ({ kind, occurrence }: QueuedOccurrence): number => {
  if (kind === 'custom') return measureValue(occurrence.payload).size;
  return kind === 'variable' ? measureValue(occurrence.value).size : 0;
};

type QueueState = Pick<GraphRun, 'queue' | 'waitingSize'>;

const hasRoom = ({ queue, waitingSize }: QueueState, size: number, limits: Limits): boolean =>
  queue.length < limits.waitingEvents && waitingSize + size <= limits.waitingSize;

/** Keeps something for the turn of a graph. @returns false where it found no room */
export const enqueueOccurrence = (
  run: QueueState,
  queued: QueuedOccurrence,
  size: number,
  limits: Limits,
): boolean => {
  if (!hasRoom(run, size, limits)) return false;
  run.queue.push(queued);
  run.waitingSize += size;
  return true;
};

const isSentBySelf = (graphId: string, { kind, occurrence }: QueuedOccurrence): boolean =>
  kind === 'custom' && occurrence.sender === graphId;

/** Counts what found no room. */
export const countDropped = (
  { graphId, graph, droppedEvents }: Pick<GraphRun, 'graphId' | 'graph' | 'droppedEvents'>,
  queued: QueuedOccurrence,
  size: number,
): void => {
  if (droppedEvents.count === 0) droppedEvents.by = graph.eventHandlers.get(queued.kind)?.[0]?.nodeId ?? '';
  droppedEvents.count += 1;
  if (!isSentBySelf(graphId, queued)) return;
  droppedEvents.own += 1;
  droppedEvents.ownSize += size;
};

/** Whether a graph has sent itself more for this turn than there is room for, whatever others have sent. */
export const isFloodingItself = (
  { graphId, droppedEvents }: Pick<GraphRun, 'graphId' | 'droppedEvents'>,
  waiting: readonly QueuedOccurrence[],
  limits: Limits,
): boolean => {
  if (droppedEvents.own === 0) return false;
  const own = waiting.filter((queued) => isSentBySelf(graphId, queued));
  const size = own.reduce((sum, queued) => sum + getQueuedSize(queued), droppedEvents.ownSize);
  return own.length + droppedEvents.own > limits.waitingEvents || size > limits.waitingSize;
};

/** What was missed and is to be told of now. */
export const takeDropped = ({
  droppedEvents,
  clock: { frame },
  phase,
}: Pick<GraphRun, 'droppedEvents' | 'clock' | 'phase'>):
  | { readonly count: number; readonly nodeId: string }
  | undefined => {
  const { count, by: nodeId } = droppedEvents;
  if (count === 0 || (phase !== 'stopped' && frame < droppedEvents.tellFrom)) return undefined;
  droppedEvents.count = 0;
  droppedEvents.tellFrom = frame + reportIntervalFrames;
  return { count, nodeId };
};

/** Takes all of it. */
export const takeQueued = (run: QueueState): readonly QueuedOccurrence[] => {
  const { queue } = run;
  run.queue = [];
  run.waitingSize = 0;
  return queue;
};
