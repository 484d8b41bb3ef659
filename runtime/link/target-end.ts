import { ApiError } from '#spec/errors.ts';
import { systemScheduler } from '../frame/timer-scheduler.ts';
import { createLateAnswers } from './late-answers.ts';
import { createMissed } from './missed.ts';
import { failureOf, noController } from './questions.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Scheduler } from '../frame/timer-scheduler.ts';
import type {
  RaisedEvent,
  RuntimeCommand,
  RuntimeCommands,
  RuntimeListener,
  RuntimeTarget,
} from './protocol.ts';

/** How a command is waited for. */
export interface Waiting {
  /** Milliseconds until the answer is given up; for ever when absent. */
  readonly timeoutMs?: number | undefined;
  /** Whether anybody waits for it still: it does not begin when nobody does. */
  isWanted?(): boolean;
}

/** What a link was told and has not sent. */
export interface Unsent {
  readonly batches: readonly (readonly RaisedEvent[])[];
  /** How many events were left out before them. */
  readonly skipped: number;
}

/** The runtime's end of a link, whatever the link is made of. */
export interface TargetEnd {
  /** Whoever is plugged in hears what the runtime tells: first what it told meanwhile, as far as that was kept. */
  plug(controller: RuntimeListener): void;
  /**
   * Gives up what is under way, with this for whoever waits here.
   * @param unsent what the link has not sent of what it was told: it is kept like what is told from now on
   */
  unplug(failure: ApiError, unsent?: Unsent): void;
  /**
   * Carries a command out between two ticks, once what it waits for has been prepared; at once where it waits for nothing.
   * @throws Fault RUNTIME_NOT_CONNECTED when nobody is plugged in, RUNTIME_TIMEOUT, or what the command declares
   */
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    waiting?: Waiting,
  ): MaybePromise<RuntimeCommands[C]['result']>;
}

/** While nobody is plugged in the runtime goes on, and what it tells is kept (register: C-17). */
export const createTargetEnd = (target: RuntimeTarget, scheduler: Scheduler = systemScheduler): TargetEnd => {
  const missed = createMissed();
  const lateAnswers = createLateAnswers(scheduler);
  /** What was asked and is not answered yet. */
  const asked = new Set<number>();
  let controller: RuntimeListener | undefined;
  /** Events that nobody heard and that were not kept either. */
  let lost = 0;
  let sceneNames: readonly string[] | undefined;
  let idleGraphs: readonly string[] | undefined;

  const refuse = (id: number, fault: ApiError): void => {
    const failure = failureOf(fault);
    void target.betweenTicks(() => target.execute('question.answer', { id, failure }));
  };

  target.listen({
    events(batch) {
      if (controller) controller.events(batch);
      else lost += missed.add(batch);
    },
    scenes(names) {
      sceneNames = names;
      controller?.scenes?.(names);
    },
    idle(graphIds) {
      idleGraphs = graphIds;
      controller?.idle?.(graphIds);
    },
    asked(question) {
      if (!controller) return refuse(question.id, new ApiError('RUNTIME_NOT_CONNECTED'));
      if (!controller.asked) return refuse(question.id, noController(question));
      asked.add(question.id);
      controller.asked(question);
    },
  });

  return {
    plug(next) {
      controller = next;
      if (lost > 0) next.skipped?.(lost);
      lost = 0;
      for (const batch of missed.take()) next.events(batch);
      if (sceneNames) next.scenes?.(sceneNames);
      if (idleGraphs) next.idle?.(idleGraphs);
    },
    unplug(failure, unsent = { batches: [], skipped: 0 }) {
      controller = undefined;
      lost += unsent.skipped;
      for (const batch of unsent.batches) lost += missed.add(batch);
      lateAnswers.giveUp(failure);
      for (const id of asked) refuse(id, new ApiError('RUNTIME_NOT_CONNECTED'));
      asked.clear();
    },
    request<C extends RuntimeCommand>(
      command: C,
      params: RuntimeCommands[C]['params'],
      { timeoutMs, isWanted = () => true }: Waiting = {},
    ) {
      const begin = (): MaybePromise<RuntimeCommands[C]['result']> =>
        target.betweenTicks(() => {
          if (!controller || !isWanted()) throw new ApiError('RUNTIME_NOT_CONNECTED');
          const prepared = target.prepare(command, params);
          if (prepared) return lateAnswers.wait(prepared, timeoutMs).then(begin);
          if ('id' in params && command === 'question.answer') asked.delete(params.id);
          const answer = target.execute(command, params);
          return answer instanceof Promise ? lateAnswers.wait(answer, timeoutMs) : answer;
        });
      return begin();
    },
  };
};
