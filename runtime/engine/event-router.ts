import { ApiError } from '#spec/errors.ts';
import { isHighVolumeEvent } from '../link/high-volume-events.ts';
import { findCustomEventListeners } from './custom-event-listeners.ts';
import { countDropped, getQueuedSize, enqueueOccurrence } from './event-queue.ts';
import type { Json } from '#spec/values.ts';
import type { CustomEventListeners, RaisedEvent } from '../link/runtime-link.ts';
import type { Occurrences } from '../nodes/dsl/handler-context.ts';
import type { Limits } from './execution-limits.ts';
import type { ListenerRegistry } from './listener-registry.ts';
import type { QueuedOccurrence, GraphRun } from './graph-run.ts';

/** Queues occurrences from outside for the graphs that wait for them. */
interface EventRouter {
  routeOccurrence(queued: QueuedOccurrence): void;
  /** Returns whether a node of a running graph waits for this kind of occurrence. */
  hasListeners(kind: keyof Occurrences): boolean;
  /**
   * Queues a press of a Button output.
   * @throws ApiError NODE_NOT_FOUND or PORT_NOT_FOUND when the graph has no such button
   */
  pressButton(run: GraphRun, nodeId: string, port: string): void;
  /**
   * Sends a custom event to one graph or to all running graphs.
   * @returns the nodes that will receive the event in the next frame
   */
  sendCustomEvent(name: string, payload: Json, graphId: string | undefined): CustomEventListeners;
  routeEvents(events: readonly RaisedEvent[]): void;
}

export const createEventRouter = (listeners: ListenerRegistry, limits: Limits): EventRouter => {
  const routeOccurrence: EventRouter['routeOccurrence'] = (queued) => {
    const runs = listeners.getListening(queued.kind);
    if (runs.size === 0) return;
    const size = getQueuedSize(queued);
    for (const run of runs)
      if (!enqueueOccurrence(run, queued, size, limits)) countDropped(run, queued, size);
  };
  const hasListeners: EventRouter['hasListeners'] = (kind) => listeners.getListening(kind).size > 0;

  return {
    routeOccurrence,
    hasListeners,
    pressButton(run, nodeId, port) {
      const node = run.graph.byId.get(nodeId);
      if (!node)
        throw new ApiError('NODE_NOT_FOUND', `The running graph has no node with the id "${nodeId}".`);
      if (!node.definition.when.press || !node.program.triggerOutputs.some(({ name }) => name === port)) {
        throw new ApiError('PORT_NOT_FOUND', `Node ${nodeId} has no button named "${port}".`);
      }
      const queued: QueuedOccurrence = { kind: 'press', occurrence: { nodeId, port } };
      if (!enqueueOccurrence(run, queued, 0, limits)) countDropped(run, queued, 0);
    },
    sendCustomEvent(name, payload, graphId) {
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
    routeEvents(events) {
      if (!hasListeners('event')) return;
      for (const occurrence of events)
        if (!isHighVolumeEvent(occurrence)) routeOccurrence({ kind: 'event', occurrence });
    },
  };
};
