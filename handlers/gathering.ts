import type { Scheduler } from './scheduler.ts';

/** Calls that take longer than this in milliseconds let nobody wait for the end of their turn. */
const slowMs = 1;

/** @param began when the call began whose work this is, by the clock of the scheduler */
export type Gather = (run: () => void, began: number) => void;

/**
 * Gathers what the calls of one turn of the event loop leave to do until its end. What a slow call leaves is done at once,
 * together with what waits.
 * @param before called before what was gathered is done
 */
export const createGathering = (
  { now, atEndOfTurn }: Pick<Scheduler, 'now' | 'atEndOfTurn'>,
  before: () => void = () => {},
): Gather => {
  let gathered: (() => void)[] = [];
  const end = (): void => {
    const due = gathered;
    gathered = [];
    if (due.length > 0) before();
    for (const run of due) run();
  };
  return (run, began) => {
    if (gathered.push(run) === 1) atEndOfTurn(end);
    if (now() - began > slowMs) end();
  };
};
