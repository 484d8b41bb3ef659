import { Breakdown } from './limits.ts';
import type { Activation, Executor, Outcome } from './executor.ts';
import type { Limits } from './limits.ts';
import type { Pace, Parts } from './pace.ts';
import type { Run } from './run.ts';

/** Has the activations of graphs executed, those of graphs that stand still later. */
export interface Firing {
  /** Runs one activation, or keeps it for later while its graph stands still or sits out. New nodes get their state first. */
  fire(run: Run, activation: Activation, occurrence?: unknown): void;
  /** Makes the state of every node that has none yet, also while the graph stands still. */
  prepare(run: Run): void;
  /** Whether a pause is due, perhaps in the middle of what was fired: then `pause` comes before anything else. */
  isPausing(): boolean;
  /** Pauses, and completes what was fired. */
  pause(): Parts;
  /** Whether something stands still or waits that may go on in this tick. */
  isHeldUp(run: Run): boolean;
  /** Goes on with what stands still, then with what came up in the meantime. */
  proceed(run: Run): Parts;
  /** Gives up what stands still and what waits behind it. */
  drop(run: Run): void;
}

/** @param breakDown told of a graph that broke a limit or whose node threw. */
export const createFiring = (
  executor: Executor,
  limits: Limits,
  pace: Pace,
  breakDown: (run: Run, breakdown: Breakdown) => void,
): Firing => {
  /** The graph that makes a pause in the middle of an activation. */
  let unfinished: Run | undefined;
  const allowance = (run: Run): number => limits.stepsPerTick - run.used;

  const settle = (run: Run, { used, breakdown, halted, paused }: Outcome): void => {
    unfinished = paused ? run : undefined;
    run.used += used;
    if (halted) run.halted = halted;
    if (breakdown) breakDown(run, breakdown);
  };

  const prepare: Firing['prepare'] = (run) => {
    const nodes = run.unprepared;
    if (nodes.length === 0) return;
    run.unprepared = [];
    for (const { prepare: activation } of nodes) {
      if (activation) settle(run, executor.run(activation, undefined, allowance(run)));
      if (run.phase === 'stopped') return;
    }
  };

  const fire: Firing['fire'] = (run, activation, occurrence) => {
    if (!run.sitsOut) prepare(run);
    if (run.phase === 'stopped') return;
    if (!run.halted && !run.sitsOut) {
      pace.enter?.(run);
      settle(run, executor.run(activation, occurrence, allowance(run)));
    } else if (run.backlog.length < limits.waitingEvents) {
      run.backlog.push({ activation, occurrence });
    } else {
      breakDown(
        run,
        new Breakdown(activation.nodeId, 'executionLimit', 'Too much waits for the graph to go on.'),
      );
    }
  };

  const isPausing = (): boolean =>
    unfinished !== undefined || (pace.isLate !== undefined && executor.isPauseDue());

  function* pause(): Parts {
    do {
      yield;
      if (unfinished) settle(unfinished, executor.resume());
    } while (unfinished);
  }

  return {
    fire,
    prepare,
    isPausing,
    pause,
    isHeldUp: ({ halted, backlog, sitsOut }) => !sitsOut && (halted !== undefined || backlog.length > 0),
    *proceed(run) {
      const { halted, backlog } = run;
      run.halted = undefined;
      run.backlog = [];
      if (halted) {
        pace.enter?.(run);
        settle(run, executor.proceed(halted, allowance(run)));
        if (isPausing()) yield* pause();
      }
      for (const { activation, occurrence } of backlog) {
        if (run.phase !== 'running') return;
        fire(run, activation, occurrence);
        if (isPausing()) yield* pause();
      }
    },
    drop(run) {
      if (run.halted) executor.abandon(run.halted);
      run.halted = undefined;
      run.backlog = [];
    },
  };
};
