import type { Scheduler } from './scheduler.ts';

/** Calls that take longer than this in milliseconds let nobody wait for the end of their turn. */
const slowCallMs = 1;

/** @param began when the call began whose work this is, by the clock of the scheduler */
export type RunBatched = (run: () => void, began: number) => void;

/**
 * Gathers what the calls of one turn of the event loop leave to do until its end, while there are several in a turn. What
 * a call leaves that comes alone, or is slow, is done at once, together with what waits.
 * @param before called before what was gathered is done
 */
export const createTurnBatcher = (
  { now, atEndOfTurn }: Pick<Scheduler, 'now' | 'atEndOfTurn'>,
  before: () => void = () => {},
): RunBatched => {
  let gathered: (() => void)[] = [];
  let calls = 0;
  let isBusy = false;
  const settle = (): void => {
    const due = gathered;
    gathered = [];
    if (due.length > 0) before();
    for (const run of due) run();
  };
  const endTurn = (): void => {
    isBusy = calls > 1;
    calls = 0;
    settle();
  };
  return (run, began) => {
    calls += 1;
    if (calls === 1) atEndOfTurn(endTurn);
    gathered.push(run);
    const isAlone = calls === 1 && !isBusy;
    if (isAlone || now() - began > slowCallMs) settle();
  };
};
