import type { Json } from '#spec/values.ts';
import type { Job } from '../nodes/dsl/handler-context.ts';

/** The outcome of a job. The outcome is plain data, so that a journal needs to record only the outcome and its tick. */
export interface JobResult {
  /**
   * The job's number. Jobs are numbered in the order in which they start, so that a replay assigns the same numbers.
   */
  readonly job: number;
  readonly outcome: Json;
}

export interface JobRunner {
  begin(number: number, job: Job, signal: AbortSignal): void;
  /** Returns the outcomes that have arrived since the last call, in order of arrival. */
  take(): JobResult[];
}

/** Creates a runner that starts jobs immediately. */
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
 * The running jobs of nodes. An outcome may arrive at any moment of real time, but enters a tick only through
 * `takeResults`.
 */
export const createNodeJobs = <Owner>(runner: JobRunner = createJobRunner()) => {
  const runningJobs = new Map<number, { readonly owner: Owner; readonly controller: AbortController }>();
  let started = 0;

  return {
    /** @returns the number of the job */
    start(job: Job, owner: Owner): number {
      started += 1;
      const number = started;
      const controller = new AbortController();
      runner.begin(number, job, controller.signal);
      runningJobs.set(number, { owner, controller });
      return number;
    },
    /** Aborts a job. The outcome of an aborted job is never delivered. */
    abort(job: number) {
      runningJobs.get(job)?.controller.abort();
      runningJobs.delete(job);
    },
    /** Returns the outcomes that have arrived since the last call, in order of arrival. */
    takeResults: runner.take,
    /**
     * Ends a job whose outcome has arrived.
     * @returns the job's owner; `undefined` when the job was aborted or has already completed
     */
    complete({ job }: JobResult): Owner | undefined {
      const owner = runningJobs.get(job)?.owner;
      runningJobs.delete(job);
      return owner;
    },
  };
};

export type NodeJobs<Owner> = ReturnType<typeof createNodeJobs<Owner>>;
