import { ApiError } from '#spec/errors.ts';
import { systemScheduler } from '../frame/timer-scheduler.ts';
import { createPendingResponses } from './pending-responses.ts';
import { createOfflineBuffer } from './offline-buffer.ts';
import { serializeApiError, createNoControllerError } from './runtime-requests.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Scheduler } from '../frame/timer-scheduler.ts';
import type {
  RaisedEvent,
  RuntimeCommand,
  RuntimeCommands,
  RuntimeListener,
  RuntimeTarget,
} from './runtime-link.ts';

/** Options for waiting for a command. */
export interface CommandWaitOptions {
  /** Timeout in milliseconds; none when absent. */
  readonly timeoutMs?: number | undefined;
  /** Whether the caller still waits. Otherwise the command is not started. */
  isStillWanted?(): boolean;
}

/** Events that a link has accepted, but not sent. */
export interface UnsentEvents {
  readonly batches: readonly (readonly RaisedEvent[])[];
  /** Number of events skipped before them. */
  readonly skipped: number;
}

/** The runtime's end of a link, regardless of the transport. */
export interface RuntimeEndpoint {
  /** Connects a controller, and delivers the buffered events to it. */
  attach(controller: RuntimeListener): void;
  /**
   * Disconnects the controller, and rejects pending commands with this error.
   * @param unsent events that were not sent; they are buffered with later ones
   */
  detach(failure: ApiError, unsent?: UnsentEvents): void;
  /**
   * Prepares a command, then runs it between two ticks; immediately if it needs no preparation.
   * @throws ApiError RUNTIME_NOT_CONNECTED without a controller, RUNTIME_TIMEOUT, or an error that the command declares
   */
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    waiting?: CommandWaitOptions,
  ): MaybePromise<RuntimeCommands[C]['result']>;
}

/** Without a controller, the runtime continues and its events are buffered (C-17). */
export const createRuntimeEndpoint = (
  target: RuntimeTarget,
  scheduler: Scheduler = systemScheduler,
): RuntimeEndpoint => {
  const missed = createOfflineBuffer();
  const lateAnswers = createPendingResponses(scheduler);
  /** Ids of requests to the controller without a response. */
  const asked = new Set<number>();
  let controller: RuntimeListener | undefined;
  /** Number of events that were neither delivered nor buffered. */
  let lost = 0;
  let sceneNames: readonly string[] | undefined;
  let idleGraphs: readonly string[] | undefined;

  const refuse = (id: number, fault: ApiError): void => {
    const failure = serializeApiError(fault);
    void target.runBetweenTicks(() => target.execute('question.answer', { id, failure }));
  };

  target.listen({
    onEvents(batch) {
      if (controller) controller.onEvents(batch);
      else lost += missed.add(batch);
    },
    onSceneNames(names) {
      sceneNames = names;
      controller?.onSceneNames?.(names);
    },
    onIdleGraphs(graphIds) {
      idleGraphs = graphIds;
      controller?.onIdleGraphs?.(graphIds);
    },
    onRuntimeRequest(question) {
      if (!controller) return refuse(question.id, new ApiError('RUNTIME_NOT_CONNECTED'));
      if (!controller.onRuntimeRequest) return refuse(question.id, createNoControllerError(question));
      asked.add(question.id);
      controller.onRuntimeRequest(question);
    },
  });

  return {
    attach(next) {
      controller = next;
      if (lost > 0) next.onEventsSkipped?.(lost);
      lost = 0;
      for (const batch of missed.drain()) next.onEvents(batch);
      if (sceneNames) next.onSceneNames?.(sceneNames);
      if (idleGraphs) next.onIdleGraphs?.(idleGraphs);
    },
    detach(failure, unsent = { batches: [], skipped: 0 }) {
      controller = undefined;
      lost += unsent.skipped;
      for (const batch of unsent.batches) lost += missed.add(batch);
      lateAnswers.rejectAll(failure);
      for (const id of asked) refuse(id, new ApiError('RUNTIME_NOT_CONNECTED'));
      asked.clear();
    },
    request<C extends RuntimeCommand>(
      command: C,
      params: RuntimeCommands[C]['params'],
      { timeoutMs, isStillWanted = () => true }: CommandWaitOptions = {},
    ) {
      const begin = (): MaybePromise<RuntimeCommands[C]['result']> =>
        target.runBetweenTicks(() => {
          if (!controller || !isStillWanted()) throw new ApiError('RUNTIME_NOT_CONNECTED');
          const prepared = target.prepare(command, params);
          if (prepared) return lateAnswers.waitFor(prepared, timeoutMs).then(begin);
          if ('id' in params && command === 'question.answer') asked.delete(params.id);
          const answer = target.execute(command, params);
          return answer instanceof Promise ? lateAnswers.waitFor(answer, timeoutMs) : answer;
        });
      return begin();
    },
  };
};
