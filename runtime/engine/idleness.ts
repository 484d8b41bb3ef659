import type { Run } from './run.ts';

/** Finds the running graphs whose work is over: nothing of them is due, and nothing that leads anywhere waits. */
interface Idleness {
  /** A graph was given work. */
  renew(graphId: string): void;
  /** Their ids, when they are others than before, or one of them was given work since. */
  take(running: ReadonlyMap<string, Run>): readonly string[] | undefined;
}

export const createIdleness = (): Idleness => {
  let told: readonly string[] = [];
  let isRenewed = false;
  return {
    renew(graphId) {
      isRenewed ||= told.includes(graphId);
    },
    take(running) {
      let count = 0;
      let isSame = !isRenewed;
      for (const run of running.values()) {
        if (!isIdle(run)) continue;
        isSame &&= told[count] === run.graphId;
        count += 1;
      }
      if (isSame && count === told.length) return undefined;
      isRenewed = false;
      told = [...running.values()].filter(isIdle).map(({ graphId }) => graphId);
      return told;
    },
  };
};

const isIdle = ({ graph, frame, latents, jobs, queue, halted, backlog }: Run): boolean =>
  !graph.listens &&
  frame > 0 &&
  latents === 0 &&
  jobs === 0 &&
  queue.length === 0 &&
  halted === undefined &&
  backlog.length === 0;
