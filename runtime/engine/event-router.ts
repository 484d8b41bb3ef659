import { ApiError } from '#spec/errors.ts';
import { isHighVolumeEvent } from '../link/raise-event.ts';
import { measureValue } from '../values/value-size.ts';
import type { Json } from '#spec/values.ts';
import type { CustomEventListeners, RaisedEvent } from '../link/runtime-link.ts';
import type { Occurrences } from '../nodes/dsl/handler-context.ts';
import type { Activation } from './activation-executor.ts';
import type { Limits } from './execution-limits.ts';
import type { DroppedEvents, GraphRun, QueuedOccurrence } from './graph-run.ts';

/** Queues occurrences from outside for the graphs that wait for them. */
export const createEventRouter = (listeners: ListenerRegistry, limits: Limits) => {
  const routeOccurrence = (queued: QueuedOccurrence): void => {
    const runs = listeners.getListening(queued.kind);
    if (runs.size === 0) return;
    const size = getQueuedSize(queued);
    for (const run of runs)
      if (!enqueueOccurrence(run, queued, size, limits)) countDropped(run, queued, size);
  };
  const hasListeners = (kind: keyof Occurrences): boolean => listeners.getListening(kind).size > 0;

  return {
    routeOccurrence,
    /** Queues an occurrence for a single graph. */
    enqueue(run: GraphRun, queued: QueuedOccurrence) {
      const size = getQueuedSize(queued);
      if (!enqueueOccurrence(run, queued, size, limits)) countDropped(run, queued, size);
    },
    /** Returns whether a node of a running graph waits for this kind of occurrence. */
    hasListeners,
    /**
     * Queues a press of a Button output.
     * @throws ApiError NODE_NOT_FOUND or PORT_NOT_FOUND when the graph has no such button
     */
    pressButton(run: GraphRun, nodeId: string, port: string) {
      const node = run.graph.byId.get(nodeId);
      if (!node)
        throw new ApiError('NODE_NOT_FOUND', `The running graph has no node with the id "${nodeId}".`);
      if (!node.definition.when.press || !node.program.triggerOutputs.some(({ name }) => name === port)) {
        throw new ApiError('PORT_NOT_FOUND', `Node ${nodeId} has no button named "${port}".`);
      }
      const queued: QueuedOccurrence = { kind: 'press', occurrence: { nodeId, port } };
      if (!enqueueOccurrence(run, queued, 0, limits)) countDropped(run, queued, 0);
    },
    /**
     * Sends a custom event to one graph or to all running graphs.
     * @returns the nodes that will receive the event in the next frame
     */
    sendCustomEvent(name: string, payload: Json, graphId: string | undefined): CustomEventListeners {
      const receivers: CustomEventListeners = [];
      const queued: QueuedOccurrence = { kind: 'custom', occurrence: { name, payload, sender: '' } };
      const size = getQueuedSize(queued);
      for (const run of listeners.getListening('custom')) {
        const isTarget = graphId === undefined || run.graphId === graphId;
        if (!isTarget || !enqueueOccurrence(run, queued, size, limits)) continue;
        const nodeIds = findCustomEventListeners(run, name);
        if (nodeIds.length > 0) receivers.push({ graphId: run.graphId, nodeIds });
      }
      return receivers;
    },
    routeEvents(events: readonly RaisedEvent[]) {
      if (!hasListeners('event')) return;
      for (const occurrence of events)
        if (!isHighVolumeEvent(occurrence)) routeOccurrence({ kind: 'event', occurrence });
    },
  };
};

/** Lists the nodes of a graph that listen for custom events with this name, in creation order. */
const findCustomEventListeners = ({ graph }: GraphRun, name: string): string[] =>
  (graph.eventHandlers.get('custom') ?? [])
    .filter((node) => evaluateEventName(node) === name)
    .map(({ nodeId }) => nodeId);

/** Returns the current event name. If the name is connected, it is evaluated. */
const evaluateEventName = ({ context, plan, values }: Activation): unknown => {
  try {
    for (const { slot, evaluate, inputs, context: stepContext } of plan)
      values[slot] = evaluate(inputs, stepContext) as never;
  } catch {
    return undefined;
  }
  return (context.inputs as { readonly Name: unknown }).Name;
};

const noRuns: ReadonlySet<never> = new Set();

/**
 * Indexes running graphs by the occurrences for which their nodes wait. A lookup, which happens in every tick, takes
 * the same time for any number of graphs.
 */
export const createListenerRegistry = () => {
  const byKind = new Map<keyof Occurrences, Set<GraphRun>>();
  return {
    add(run: GraphRun) {
      for (const kind of run.graph.eventHandlers.keys()) {
        const existing = byKind.get(kind);
        if (existing) existing.add(run);
        else byKind.set(kind, new Set([run]));
      }
    },
    /** Removes a graph. The graph must still have the same nodes as when it was added. */
    remove(run: GraphRun) {
      for (const kind of run.graph.eventHandlers.keys()) byKind.get(kind)?.delete(run);
    },
    getListening: (kind: keyof Occurrences): ReadonlySet<GraphRun> => byKind.get(kind) ?? noRuns,
  };
};

export type ListenerRegistry = ReturnType<typeof createListenerRegistry>;

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
const getQueuedSize = ({ kind, occurrence }: QueuedOccurrence): number => {
  if (kind === 'custom') return measureValue(occurrence.payload).size;
  return kind === 'variable' ? measureValue(occurrence.value).size : 0;
};

/**
 * Adds an occurrence to a graph's queue.
 * @returns false when the queue is full
 */
const enqueueOccurrence = (
  run: GraphRun,
  queued: QueuedOccurrence,
  size: number,
  limits: Limits,
): boolean => {
  if (run.queue.length >= limits.waitingEvents || run.waitingSize + size > limits.waitingSize) return false;
  run.queue.push(queued);
  run.waitingSize += size;
  return true;
};

const isSentBySelf = (graphId: string, { kind, occurrence }: QueuedOccurrence): boolean =>
  kind === 'custom' && occurrence.sender === graphId;

const countDropped = (
  { graphId, graph, droppedEvents }: GraphRun,
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
  { graphId, droppedEvents }: GraphRun,
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
}: GraphRun): { readonly count: number; readonly nodeId: string } | undefined => {
  const { count, by: nodeId } = droppedEvents;
  if (count === 0 || (phase !== 'stopped' && frame < droppedEvents.tellFrom)) return undefined;
  droppedEvents.count = 0;
  droppedEvents.tellFrom = frame + reportIntervalFrames;
  return { count, nodeId };
};

/** Empties the queue and returns its contents. */
export const takeQueued = (run: GraphRun): readonly QueuedOccurrence[] => {
  const { queue } = run;
  run.queue = [];
  run.waitingSize = 0;
  return queue;
};
