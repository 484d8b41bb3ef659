import type { SleepingGraphs } from './sleeping-graphs.ts';
import type { GraphRun } from './graph-run.ts';

/** The assumed cost of a graph before its first turn. */
const minGraphCost = 1;

/**
 * Returns the urgency of a graph: the number of ticks that the graph has waited, divided by the cost of its last turn.
 */
const getUrgency = ({ ticksWaited, usedSteps }: GraphRun): number =>
  (ticksWaited + 1) / Math.max(usedSteps, minGraphCost);

/** Decides which graphs run in a tick. Sleeping graphs are woken when too few steps are available for all graphs. */
type ScheduleGraphs = (graphs: SleepingGraphs) => void;

/**
 * Creates a scheduler that runs all graphs, unless their last turns together used more steps than a tick allows. In
 * that case, the most urgent graphs run: light graphs run in every tick, and heavy graphs take turns.
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

  return (graphs) => {
    const awake = graphs.listAwake();
    let total = graphs.countSleepingSteps();
    for (const run of awake) total += run.usedSteps;
    if (total <= stepsOfTick) {
      scheduleAll(awake);
      return;
    }
    graphs.wakeAll();
    scheduleMostUrgent(graphs.listAwake());
  };
};

const markScheduled = (run: GraphRun): void => {
  run.ticksWaited = 0;
  run.skipsTick = false;
};
