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

/** How a command is waited for. */
export interface CommandWaitOptions {
  /** Milliseconds until the answer is given up; for ever when absent. */
  readonly timeoutMs?: number | undefined;
  /** Whether anybody waits for it still: it does not begin when nobody does. */
  isStillWanted?(): boolean;
}

/** What a link was told and has not sent. */
export interface UnsentEvents {
  readonly batches: readonly (readonly RaisedEvent[])[];
  /** How many events were left out before them. */
  readonly skipped: number;
}

/** The runtime's end of a link, whatever the link is made of. */
export interface RuntimeEndpoint {
  /** Whoever is plugged in hears what the runtime tells: first what it told meanwhile, as far as that was kept. */
  attach(controller: RuntimeListener): void;
  /**
   * Gives up what is under way, with this for whoever waits here.
   * @param unsent what the link has not sent of what it was told: it is kept like what is told from now on
   */
  detach(failure: ApiError, unsent?: UnsentEvents): void;
  /**
   * Carries a command out between two ticks, once what it waits for has been prepared; at once where it waits for nothing.
   * @throws Fault RUNTIME_NOT_CONNECTED when nobody is plugged in, RUNTIME_TIMEOUT, or what the command declares
   */
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    waiting?: CommandWaitOptions,
  ): MaybePromise<RuntimeCommands[C]['result']>;
}

/** While nobody is plugged in the runtime goes on, and what it tells is kept (register: C-17). */
export const createRuntimeEndpoint = (
  target: RuntimeTarget,
  scheduler: Scheduler = systemScheduler,
): RuntimeEndpoint => {
  const missed = createOfflineBuffer();
  const lateAnswers = createPendingResponses(scheduler);
  /** What was asked and is not answered yet. */
  const asked = new Set<number>();
  let controller: RuntimeListener | undefined;
  /** Events that nobody heard and that were not kept either. */
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
