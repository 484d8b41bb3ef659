import type { GraphRun } from './graph-run.ts';

/** Finds idle graphs: running graphs that have no pending work and no connected node that waits for events. */
export interface IdleTracker {
  /** Marks a graph that has received work or has stopped. */
  markChanged(run: GraphRun): void;
  /**
   * Returns the ids of the idle graphs if they have changed since the last call, or if an idle graph has received work
   * since then.
   * @param awake the graphs whose state may have changed
   */
  takeIdleGraphs(
    running: ReadonlyMap<string, GraphRun>,
    awake: Iterable<GraphRun>,
  ): readonly string[] | undefined;
}

export const createIdleTracker = (): IdleTracker => {
  let isMarkedChanged = false;

  const hasChanged = (awake: Iterable<GraphRun>): boolean => {
    for (const run of awake) if (isIdle(run) !== run.isReportedIdle) return true;
    return false;
  };

  return {
    markChanged({ isReportedIdle }) {
      isMarkedChanged ||= isReportedIdle;
    },
    takeIdleGraphs(running, awake) {
      if (!isMarkedChanged && !hasChanged(awake)) return undefined;
      isMarkedChanged = false;
      const idle: string[] = [];
      for (const run of running.values()) {
        run.isReportedIdle = isIdle(run);
        if (run.isReportedIdle) idle.push(run.graphId);
      }
      return idle;
    },
  };
};

export const isIdle = ({ graph, clock, latents, jobs, queue, halted, backlog }: GraphRun): boolean =>
  !graph.listensForEvents &&
  clock.frame > 0 &&
  latents === 0 &&
  jobs === 0 &&
  queue.length === 0 &&
  halted === undefined &&
  backlog.length === 0;
