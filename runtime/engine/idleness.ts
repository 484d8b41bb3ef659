import type { Run } from './run.ts';

/** Finds the running graphs whose work is over: nothing of them is due, and nothing that leads anywhere waits. */
export interface Idleness {
  /** A graph was given work, or has stopped. */
  renew(run: Run): void;
  /**
   * Their ids, when they are others than before, or one of them was given work since.
   * @param awake those of them that may be others than before
   */
  take(running: ReadonlyMap<string, Run>, awake: Iterable<Run>): readonly string[] | undefined;
}

export const createIdleness = (): Idleness => {
  let isRenewed = false;

  const areOthers = (awake: Iterable<Run>): boolean => {
    for (const run of awake) if (isIdle(run) !== run.isToldIdle) return true;
    return false;
  };

  return {
    renew({ isToldIdle }) {
      isRenewed ||= isToldIdle;
    },
    take(running, awake) {
      if (!isRenewed && !areOthers(awake)) return undefined;
      isRenewed = false;
      const told: string[] = [];
      for (const run of running.values()) {
        run.isToldIdle = isIdle(run);
        if (run.isToldIdle) told.push(run.graphId);
      }
      return told;
    },
  };
};

export const isIdle = ({ graph, course, latents, jobs, queue, halted, backlog }: Run): boolean =>
  !graph.listens &&
  course.frame > 0 &&
  latents === 0 &&
  jobs === 0 &&
  queue.length === 0 &&
  halted === undefined &&
  backlog.length === 0;
