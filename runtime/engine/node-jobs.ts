import type { Json } from '#spec/values.ts';
import type { Job } from '../nodes/dsl/handler-context.ts';

/** The outcome of a job. Plain data: together with its tick, it is all that a journal needs to record. */
export interface JobResult {
  /** Jobs are numbered in the order in which they were started, so that a replay gives the same numbers. */
  readonly job: number;
  readonly outcome: Json;
}

/** Runs jobs. */
export interface JobRunner {
  begin(number: number, job: Job, signal: AbortSignal): void;
  /** The outcomes since the last call, in order of arrival. */
  take(): JobResult[];
}

/** Runs jobs immediately. */
export const createJobRunner = (): JobRunner => {
  let finishedJobs: JobResult[] = [];
  return {
    begin(number, job, signal) {
      job((outcome) => finishedJobs.push({ job: number, outcome }), signal);
    },
    take() {
      const results = finishedJobs;
      finishedJobs = [];
      return results;
    },
  };
};

/**
 * The running jobs of nodes. Outcomes arrive at any moment of real time, and enter a tick only through `takeResults`.
 */
export interface NodeJobs<Owner> {
  /** @returns the number of the job. */
  start(job: Job, owner: Owner): number;
  /** Aborts a job. Its outcome never arrives. */
  abort(job: number): void;
  /** The outcomes since the last call, in order of arrival. */
  takeResults(): JobResult[];
  /**
   * Ends a job whose outcome has arrived. @returns its owner; undefined when it was aborted or has already completed.
   */
  complete(result: JobResult): Owner | undefined;
}

export const createNodeJobs = <Owner>(runner: JobRunner = createJobRunner()): NodeJobs<Owner> => {
  const runningJobs = new Map<number, { readonly owner: Owner; readonly controller: AbortController }>();
  let started = 0;

  return {
    start(job, owner) {
      started += 1;
      const number = started;
      const controller = new AbortController();
      runner.begin(number, job, controller.signal);
      runningJobs.set(number, { owner, controller });
      return number;
    },
    abort(job) {
      runningJobs.get(job)?.controller.abort();
      runningJobs.delete(job);
    },
    takeResults: runner.take,
    complete({ job }) {
      const owner = runningJobs.get(job)?.owner;
      runningJobs.delete(job);
      return owner;
    },
  };
};
