import type { Resting } from './resting.ts';
import type { Run } from './run.ts';

/** What a graph is known to cost before it has had a turn. */
const leastCost = 1;

/** How urgent the turn of a graph is: how long it waits, in proportion to what its last turn took. */
const urgencyOf = ({ waited, used }: Run): number => (waited + 1) / Math.max(used, leastCost);

/** Decides which graphs have their turn in a tick; it wakes those that rest where there are too few turns for all. */
type GiveTurns = (running: ReadonlyMap<string, Run>, resting: Resting) => void;

/**
 * All graphs have their turn, unless their last ones took more steps together than a tick has; then the most urgent have
 * it, so that light graphs go on as if nothing were, and heavy ones one after another.
 */
export const createTurns = (stepsOfTick: number): GiveTurns => {
  let someSitOut = false;

  const giveAll = (runs: Iterable<Run>): void => {
    if (someSitOut) for (const run of runs) take(run);
    someSitOut = false;
  };

  const giveSome = (runs: Iterable<Run>): void => {
    let left = stepsOfTick;
    const byUrgency = [...runs].sort((a, b) => urgencyOf(b) - urgencyOf(a));
    byUrgency.forEach((run, place) => {
      if (place === 0 || run.used <= left) {
        left -= run.used;
        take(run);
      } else {
        run.waited += 1;
        run.sitsOut = true;
        someSitOut = true;
      }
    });
  };

  return (running, resting) => {
    const awake = resting.awake();
    let total = resting.steps();
    for (const run of awake) total += run.used;
    if (total <= stepsOfTick) {
      giveAll(awake);
      return;
    }
    resting.wakeAll();
    giveSome(running.values());
  };
};

const take = (run: Run): void => {
  run.waited = 0;
  run.sitsOut = false;
};
