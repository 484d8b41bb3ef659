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

/** Runs jobs as they are given. */
export const createJobRunner = (): JobRunner => {
  let arrivals: JobResult[] = [];
  return {
    begin(number, job, signal) {
      job((outcome) => arrivals.push({ job: number, outcome }), signal);
    },
    take() {
      const results = arrivals;
      arrivals = [];
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
  complete(arrival: JobResult): Owner | undefined;
}

export const createNodeJobs = <Owner>(outside: JobRunner = createJobRunner()): NodeJobs<Owner> => {
  const underWay = new Map<number, { readonly owner: Owner; readonly controller: AbortController }>();
  let started = 0;

  return {
    start(job, owner) {
      started += 1;
      const number = started;
      const controller = new AbortController();
      outside.begin(number, job, controller.signal);
      underWay.set(number, { owner, controller });
      return number;
    },
    abort(job) {
      underWay.get(job)?.controller.abort();
      underWay.delete(job);
    },
    takeResults: outside.take,
    complete({ job }) {
      const owner = underWay.get(job)?.owner;
      underWay.delete(job);
      return owner;
    },
  };
};
