/**
 * The bounded queue of occurrences that wait for a graph's turn. The bound also limits how many occurrences accumulate
 * while time is paused.
 */
import { measureValue } from '../values/value-size.ts';
import type { Limits } from './execution-limits.ts';
import type { DroppedEvents, QueuedOccurrence, GraphRun } from './graph-run.ts';

/**
 * The number of frames between two reports of dropped occurrences, so that the reports don't become a flood themselves.
 */
const reportIntervalFrames = 60;

export const createDroppedEvents = (): DroppedEvents => ({
  count: 0,
  by: '',
  own: 0,
  ownSize: 0,
  tellFrom: 0,
});

/**
 * Returns the number of values and characters in an occurrence, if it is of a kind that may repeatedly carry large
 * values.
 */
export const getQueuedSize = ({ kind, occurrence }: QueuedOccurrence): number => {
  if (kind === 'custom') return measureValue(occurrence.payload).size;
  return kind === 'variable' ? measureValue(occurrence.value).size : 0;
};

type QueueState = Pick<GraphRun, 'queue' | 'waitingSize'>;

const hasRoom = ({ queue, waitingSize }: QueueState, size: number, limits: Limits): boolean =>
  queue.length < limits.waitingEvents && waitingSize + size <= limits.waitingSize;

/**
 * Adds an occurrence to a graph's queue.
 * @returns false when the queue is full
 */
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

/**
 * Returns whether a graph has sent more occurrences to itself for this turn than the queue can hold, regardless of what
 * others have sent.
 */
export const isFloodingItself = (
  { graphId, droppedEvents }: Pick<GraphRun, 'graphId' | 'droppedEvents'>,
  occurrences: readonly QueuedOccurrence[],
  limits: Limits,
): boolean => {
  if (droppedEvents.own === 0) return false;
  const selfSent = occurrences.filter((queued) => isSentBySelf(graphId, queued));
  const size = selfSent.reduce((sum, queued) => sum + getQueuedSize(queued), droppedEvents.ownSize);
  return selfSent.length + droppedEvents.own > limits.waitingEvents || size > limits.waitingSize;
};

/** Returns the dropped occurrences that must be reported now. */
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

/** Empties the queue and returns its contents. */
export const takeQueued = (run: QueueState): readonly QueuedOccurrence[] => {
  const { queue } = run;
  run.queue = [];
  run.waitingSize = 0;
  return queue;
};
