import type { SleepingGraphs } from './sleeping-graphs.ts';
import type { GraphRun } from './graph-run.ts';

/** Assumed cost of a graph before its first turn. */
const minGraphCost = 1;

/** Urgency of a graph: the ticks it has waited, divided by the cost of its last turn. */
const getUrgency = ({ ticksWaited, usedSteps }: GraphRun): number =>
  (ticksWaited + 1) / Math.max(usedSteps, minGraphCost);

/** Decides which graphs run in a tick. It wakes sleeping graphs when there are not enough steps for all. */
type ScheduleGraphs = (running: ReadonlyMap<string, GraphRun>, sleeping: SleepingGraphs) => void;

/**
 * Runs all graphs unless their last turns used more steps in total than a tick has. In that case it runs the most
 * urgent ones: light graphs run in every tick, and heavy ones take turns.
 */
export const createBudgetScheduler = (stepsOfTick: number): ScheduleGraphs => {
  let isBudgetExceeded = false;

  const scheduleAll = (runs: Iterable<GraphRun>): void => {
    if (isBudgetExceeded) for (const run of runs) markScheduled(run);
    isBudgetExceeded = false;
  };

  const scheduleMostUrgent = (runs: Iterable<GraphRun>): void => {
    let remaining = stepsOfTick;
    const byUrgency = [...runs].sort((a, b) => getUrgency(b) - getUrgency(a));
    byUrgency.forEach((run, rank) => {
      if (rank === 0 || run.usedSteps <= remaining) {
        remaining -= run.usedSteps;
        markScheduled(run);
      } else {
        run.ticksWaited += 1;
        run.skipsTick = true;
        isBudgetExceeded = true;
      }
    });
  };

  return (running, sleeping) => {
    const awake = sleeping.listAwake();
    let total = sleeping.countSleepingSteps();
    for (const run of awake) total += run.usedSteps;
    if (total <= stepsOfTick) {
      scheduleAll(awake);
      return;
    }
    sleeping.wakeAll();
    scheduleMostUrgent(running.values());
  };
};

const markScheduled = (run: GraphRun): void => {
  run.ticksWaited = 0;
  run.skipsTick = false;
};
