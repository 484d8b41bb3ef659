import { ApiError } from '#spec/errors.ts';
import { systemScheduler, type Timers } from '../shared/scheduler.ts';
import { createOfflineBuffer } from './offline-buffer.ts';
import { createPendingResponses } from './pending-responses.ts';
import { createNoControllerError, type RuntimeRequest, serializeApiError } from './runtime-requests.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { HeldState } from '#spec/runtime-link/messages.ts';
import type {
  LoadedExtension,
  RaisedEvent,
  RuntimeCommand,
  RuntimeCommands,
  RuntimeListener,
  RuntimeTarget,
} from './runtime-link.ts';

/** Combines listeners, including those that are added later, into one. */
export const combineListeners = (listeners: readonly RuntimeListener[]) => ({
  onExtension(extension: LoadedExtension): void {
    for (const { onExtension } of listeners) onExtension?.(extension);
  },
  onWarning(message: string): void {
    for (const { onWarning } of listeners) onWarning?.(message);
  },
  onEvents(batch: readonly RaisedEvent[]): void {
    for (const { onEvents } of listeners) onEvents(batch);
  },
  onEventsSkipped(count: number): void {
    for (const { onEventsSkipped } of listeners) onEventsSkipped?.(count);
  },
  onSceneNames(names: readonly string[]): void {
    for (const { onSceneNames } of listeners) onSceneNames?.(names);
  },
  onIdleGraphs(graphIds: readonly string[]): void {
    for (const { onIdleGraphs } of listeners) onIdleGraphs?.(graphIds);
  },
  onRuntimeRequest(request: RuntimeRequest): void {
    for (const { onRuntimeRequest } of listeners) onRuntimeRequest?.(request);
  },
});

interface CommandWaitOptions {
  /** Timeout in milliseconds; absent for no timeout. */
  readonly timeoutMs?: number | undefined;
  /** Whether the caller is still waiting. If not, the command is not started. */
  isCallerWaiting?(): boolean;
}

/** Events that a link has accepted but not sent. */
export interface UnsentEvents {
  readonly batches: readonly (readonly RaisedEvent[])[];
  /** Number of events that were skipped before these events. */
  readonly skipped: number;
}

/** The runtime's end of a link, independent of the transport. */
interface RuntimeEndpoint {
  /** Connects a controller, and delivers the buffered events to it. */
  attach(controller: RuntimeListener): void;
  /**
   * Disconnects the controller, and rejects pending commands with this error.
   * @param unsent events that have not been sent; they are buffered together with later events
   */
  detach(failure: ApiError, unsent?: UnsentEvents): void;
  /**
   * Prepares a command, and then runs it between two ticks. A command that needs no preparation runs immediately.
   * @throws ApiError RUNTIME_NOT_CONNECTED without a controller, RUNTIME_TIMEOUT, or an error that the command declares
   */
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    options?: CommandWaitOptions,
  ): MaybePromise<RuntimeCommands[C]['result']>;
}

/** Creates an endpoint. While no controller is connected, the runtime continues and its events are buffered (C-17). */
export const createRuntimeEndpoint = (
  target: RuntimeTarget,
  scheduler: Timers = systemScheduler,
): RuntimeEndpoint => {
  const offlineBuffer = createOfflineBuffer();
  const pendingResponses = createPendingResponses(scheduler);
  /** Ids of requests to the controller that have not been answered yet. */
  const pendingRequests = new Set<number>();
  let controller: RuntimeListener | undefined;
  /** Number of events that were neither delivered nor buffered. */
  let lostCount = 0;
  let sceneNames: readonly string[] | undefined;
  let idleGraphs: readonly string[] | undefined;

  const rejectRequest = (id: number, error: ApiError): void => {
    const failure = serializeApiError(error);
    void target.runBetweenTicks(() => target.execute('question.answer', { id, failure }));
  };

  target.listen({
    onEvents(batch) {
      if (controller) controller.onEvents(batch);
      else lostCount += offlineBuffer.add(batch);
    },
    onSceneNames(names) {
      sceneNames = names;
      controller?.onSceneNames?.(names);
    },
    onIdleGraphs(graphIds) {
      idleGraphs = graphIds;
      controller?.onIdleGraphs?.(graphIds);
    },
    onRuntimeRequest(runtimeRequest) {
      if (!controller) return rejectRequest(runtimeRequest.id, new ApiError('RUNTIME_NOT_CONNECTED'));
      if (!controller.onRuntimeRequest)
        return rejectRequest(runtimeRequest.id, createNoControllerError(runtimeRequest));
      pendingRequests.add(runtimeRequest.id);
      controller.onRuntimeRequest(runtimeRequest);
    },
  });

  return {
    attach(next) {
      controller = next;
      if (lostCount > 0) next.onEventsSkipped?.(lostCount);
      lostCount = 0;
      for (const batch of offlineBuffer.drain()) next.onEvents(batch);
      if (sceneNames) next.onSceneNames?.(sceneNames);
      if (idleGraphs) next.onIdleGraphs?.(idleGraphs);
    },
    detach(failure, unsent = { batches: [], skipped: 0 }) {
      controller = undefined;
      lostCount += unsent.skipped;
      for (const batch of unsent.batches) lostCount += offlineBuffer.add(batch);
      pendingResponses.rejectAll(failure);
      for (const id of pendingRequests) rejectRequest(id, new ApiError('RUNTIME_NOT_CONNECTED'));
      pendingRequests.clear();
    },
    request<C extends RuntimeCommand>(
      command: C,
      params: RuntimeCommands[C]['params'],
      { timeoutMs, isCallerWaiting = () => true }: CommandWaitOptions = {},
    ) {
      const run = (): MaybePromise<RuntimeCommands[C]['result']> =>
        target.runBetweenTicks(() => {
          if (!controller || !isCallerWaiting()) throw new ApiError('RUNTIME_NOT_CONNECTED');
          const prepared = target.prepare(command, params);
          if (prepared) return pendingResponses.waitFor(prepared, timeoutMs).then(run);
          if ('id' in params && command === 'question.answer') pendingRequests.delete(params.id);
          const result = target.execute(command, params);
          return result instanceof Promise ? pendingResponses.waitFor(result, timeoutMs) : result;
        });
      return run();
    },
  };
};

/** The runtime's end of a link that identifies the content of graphs by versions. */
export interface VersionedEndpoint extends RuntimeEndpoint {
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    options?: CommandWaitOptions,
  ): Promise<RuntimeCommands[C]['result']>;
  /** Returns the state of the runtime, including the versions of the graphs. Call this method between two ticks. */
  getHeldState(): HeldState;
}

/** Creates an endpoint that stores the graph versions itself, because the runtime doesn't need them. */
export const createVersionedEndpoint = (
  endpoint: RuntimeEndpoint,
  target: Pick<RuntimeTarget, 'getHeldState'>,
): VersionedEndpoint => {
  const versions = new Map<string, string | undefined>();
  return {
    ...endpoint,
    async request(command, params, options) {
      if (!('graph' in params)) return endpoint.request(command, params, options);
      const { version, ...graph } = params.graph;
      const result = await endpoint.request(command, { graph } as typeof params, options);
      versions.set(graph.graphId, version);
      return result;
    },
    getHeldState() {
      const { graphs, variables } = target.getHeldState();
      const versionedGraphs = graphs.map((graph) => {
        const version = versions.get(graph.graphId);
        return { ...graph, ...(version !== undefined && { version }) };
      });
      return { graphs: versionedGraphs, variables };
    },
  };
};
