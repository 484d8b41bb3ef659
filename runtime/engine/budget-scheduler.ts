import type { SleepingGraphs } from './sleeping-graphs.ts';
import type { GraphRun } from './graph-run.ts';

/** What a graph is known to cost before it has had a turn. */
const minGraphCost = 1;

/** How urgent the turn of a graph is: how long it waits, in proportion to what its last turn took. */
const getUrgency = ({ ticksWaited, usedSteps }: GraphRun): number =>
  (ticksWaited + 1) / Math.max(usedSteps, minGraphCost);

/** Decides which graphs have their turn in a tick; it wakes those that rest where there are too few turns for all. */
type ScheduleGraphs = (running: ReadonlyMap<string, GraphRun>, resting: SleepingGraphs) => void;

/**
 * All graphs have their turn, unless their last ones took more steps together than a tick has; then the most urgent have
 * it, so that light graphs go on as if nothing were, and heavy ones one after another.
 */
export const createBudgetScheduler = (stepsOfTick: number): ScheduleGraphs => {
  let someSitOut = false;

  const giveAll = (runs: Iterable<GraphRun>): void => {
    if (someSitOut) for (const run of runs) markScheduled(run);
    someSitOut = false;
  };

  const giveSome = (runs: Iterable<GraphRun>): void => {
    let left = stepsOfTick;
    const byUrgency = [...runs].sort((a, b) => getUrgency(b) - getUrgency(a));
    byUrgency.forEach((run, place) => {
      if (place === 0 || run.usedSteps <= left) {
        left -= run.usedSteps;
        markScheduled(run);
      } else {
        run.ticksWaited += 1;
        run.skipsTick = true;
        someSitOut = true;
      }
    });
  };

  return (running, resting) => {
    const awake = resting.listAwake();
    let total = resting.countSleepingSteps();
    for (const run of awake) total += run.usedSteps;
    if (total <= stepsOfTick) {
      giveAll(awake);
      return;
    }
    resting.wakeAll();
    giveSome(running.values());
  };
};

const markScheduled = (run: GraphRun): void => {
  run.ticksWaited = 0;
  run.skipsTick = false;
};
