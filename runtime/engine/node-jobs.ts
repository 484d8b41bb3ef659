import type { Json } from '#spec/values.ts';
import type { Job } from '../nodes/dsl/handler-context.ts';

/** What a job outside came to. Plain data: with its tick, all that a record of the outside world needs to hold. */
export interface JobResult {
  /** Jobs are numbered in the order in which they were started, so that a repeated run gives the same numbers. */
  readonly job: number;
  readonly outcome: Json;
}

/** Where jobs are done. */
export interface JobRunner {
  begin(number: number, job: Job, signal: AbortSignal): void;
  /** What has arrived since the last call, in order of arrival. */
  take(): JobResult[];
}

/** Does jobs as they are given. */
export const createJobRunner = (): JobRunner => {
  let arrivals: JobResult[] = [];
  return {
    begin(number, job, signal) {
      job((outcome) => arrivals.push({ job: number, outcome }), signal);
    },
    take() {
      const taken = arrivals;
      arrivals = [];
      return taken;
    },
  };
};

/**
 * The jobs that nodes have under way outside the runtime. Outcomes come in at any moment of real time; `take` is the
 * only way by which they enter a tick.
 */
export interface NodeJobs<Owner> {
  /** @returns the number of the job. */
  start(job: Job, owner: Owner): number;
  /** Aborts a job; it never arrives. */
  abort(job: number): void;
  /** What has arrived since the last call, in order of arrival. */
  takeResults(): JobResult[];
  /** Ends a job that has arrived. @returns its owner; undefined when it was aborted or has arrived before. */
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
