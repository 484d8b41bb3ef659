import type { Scheduler } from '#runtime/shared/scheduler.ts';

/** Calls that take longer than this many milliseconds don't wait for the end of their turn. */
const slowCallMs = 1;

/**
 * Runs a function together with the final work of other calls.
 * @param startedAt the time at which this call began, on the scheduler's clock
 */
export type RunBatched = (run: () => void, startedAt: number) => void;

/**
 * Creates a function that batches the final work of all calls in an event-loop turn. A single or slow call runs its
 * work immediately, together with any work that is waiting.
 * @param beforeBatch called before each batch
 */
export const createTurnBatcher = (
  { now, atEndOfTurn }: Pick<Scheduler, 'now' | 'atEndOfTurn'>,
  beforeBatch: () => void = () => {},
): RunBatched => {
  let batch: (() => void)[] = [];
  let calls = 0;
  let isBusy = false;
  const flush = (): void => {
    const due = batch;
    batch = [];
    if (due.length > 0) beforeBatch();
    for (const run of due) run();
  };
  const endTurn = (): void => {
    isBusy = calls > 1;
    calls = 0;
    flush();
  };
  return (run, startedAt) => {
    calls += 1;
    if (calls === 1) atEndOfTurn(endTurn);
    batch.push(run);
    const isAlone = calls === 1 && !isBusy;
    if (isAlone || now() - startedAt > slowCallMs) flush();
  };
};
