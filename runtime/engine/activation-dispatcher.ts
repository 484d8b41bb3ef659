import { ExecutionError } from './execution-limits.ts';
import type { Activation, ActivationExecutor, ActivationOutcome } from './activation-executor.ts';
import type { Limits } from './execution-limits.ts';
import type { TimeSlicing, TickSlices } from './time-slicing.ts';
import type { GraphRun } from './graph-run.ts';

/** Executes the activations of graphs, and defers those of suspended graphs. */
export interface ActivationDispatcher {
  /** Runs one activation, or defers it while its graph is suspended or skips its turn. Initializes new nodes first. */
  dispatch(run: GraphRun, activation: Activation, occurrence?: unknown): void;
  /** Creates the state of every node that has none yet, even while the graph is suspended. */
  initializeNodes(run: GraphRun): void;
  /**
   * Whether a yield is due, possibly in the middle of an activation. If so, call `yieldAndComplete` before anything
   * else.
   */
  shouldYield(): boolean;
  /** Yields, and completes the activation. */
  yieldAndComplete(): TickSlices;
  /** Whether there is suspended or deferred work that may continue in this tick. */
  hasHeldWork(run: GraphRun): boolean;
  /** Continues the suspended activation, then runs what was deferred in the meantime. */
  resumeHeldWork(run: GraphRun): TickSlices;
  /** Drops the suspended activation and everything deferred behind it. */
  dropHeldWork(run: GraphRun): void;
}

/** @param breakDown called with a graph that exceeded a limit or whose node threw. */
export const createActivationDispatcher = (
  executor: ActivationExecutor,
  limits: Limits,
  pace: TimeSlicing,
  breakDown: (run: GraphRun, breakdown: ExecutionError) => void,
): ActivationDispatcher => {
  /** The graph that yielded in the middle of an activation. */
  let unfinished: GraphRun | undefined;
  const allowance = (run: GraphRun): number => limits.stepsPerTick - run.usedSteps;

  const settle = (run: GraphRun, { usedSteps, error, halted, isPaused }: ActivationOutcome): void => {
    unfinished = isPaused ? run : undefined;
    run.usedSteps += usedSteps;
    if (halted) run.halted = halted;
    if (error) breakDown(run, error);
  };

  const prepare: ActivationDispatcher['initializeNodes'] = (run) => {
    const nodes = run.uninitializedNodes;
    if (nodes.length === 0) return;
    run.uninitializedNodes = [];
    for (const { initializeState: activation } of nodes) {
      if (activation) settle(run, executor.run(activation, undefined, allowance(run)));
      if (run.phase === 'stopped') return;
    }
  };

  const fire: ActivationDispatcher['dispatch'] = (run, activation, occurrence) => {
    if (!run.skipsTick) prepare(run);
    if (run.phase === 'stopped') return;
    if (!run.halted && !run.skipsTick) {
      pace.onGraphEnter?.(run);
      settle(run, executor.run(activation, occurrence, allowance(run)));
    } else if (run.backlog.length < limits.waitingEvents) {
      run.backlog.push({ activation, occurrence });
    } else {
      breakDown(
        run,
        new ExecutionError(
          activation.nodeId,
          'executionLimit',
          'Too much work is waiting for the suspended graph.',
        ),
      );
    }
  };

  const isPausing = (): boolean =>
    unfinished !== undefined || (pace.shouldYield !== undefined && executor.shouldYield());

  function* pause(): TickSlices {
    do {
      yield;
      if (unfinished) settle(unfinished, executor.resume());
    } while (unfinished);
  }

  return {
    dispatch: fire,
    initializeNodes: prepare,
    shouldYield: isPausing,
    yieldAndComplete: pause,
    hasHeldWork: ({ halted, backlog, skipsTick }) =>
      !skipsTick && (halted !== undefined || backlog.length > 0),
    *resumeHeldWork(run) {
      const { halted, backlog } = run;
      run.halted = undefined;
      run.backlog = [];
      if (halted) {
        pace.onGraphEnter?.(run);
        settle(run, executor.resumeHalted(halted, allowance(run)));
        if (isPausing()) yield* pause();
      }
      for (const { activation, occurrence } of backlog) {
        if (run.phase !== 'running') return;
        fire(run, activation, occurrence);
        if (isPausing()) yield* pause();
      }
    },
    dropHeldWork(run) {
      if (run.halted) executor.abandonHalted(run.halted);
      run.halted = undefined;
      run.backlog = [];
    },
  };
};
