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

/** @param stopWithError called with a graph that exceeded a limit or whose node threw. */
export const createActivationDispatcher = (
  executor: ActivationExecutor,
  limits: Limits,
  timeSlicing: TimeSlicing,
  stopWithError: (run: GraphRun, error: ExecutionError) => void,
): ActivationDispatcher => {
  /** The graph that yielded in the middle of an activation. */
  let unfinished: GraphRun | undefined;
  const getAllowance = (run: GraphRun): number => limits.stepsPerTick - run.usedSteps;

  const applyOutcome = (run: GraphRun, { usedSteps, error, halted, isPaused }: ActivationOutcome): void => {
    unfinished = isPaused ? run : undefined;
    run.usedSteps += usedSteps;
    if (halted) run.halted = halted;
    if (error) stopWithError(run, error);
  };

  const initializeNodes: ActivationDispatcher['initializeNodes'] = (run) => {
    const nodes = run.uninitializedNodes;
    if (nodes.length === 0) return;
    run.uninitializedNodes = [];
    for (const { initializeState: activation } of nodes) {
      if (activation) applyOutcome(run, executor.run(activation, undefined, getAllowance(run)));
      if (run.phase === 'stopped') return;
    }
  };

  const dispatch: ActivationDispatcher['dispatch'] = (run, activation, occurrence) => {
    if (!run.skipsTick) initializeNodes(run);
    if (run.phase === 'stopped') return;
    if (!run.halted && !run.skipsTick) {
      timeSlicing.onGraphEnter?.(run);
      applyOutcome(run, executor.run(activation, occurrence, getAllowance(run)));
    } else if (run.backlog.length < limits.waitingEvents) {
      run.backlog.push({ activation, occurrence });
    } else {
      stopWithError(
        run,
        new ExecutionError(
          activation.nodeId,
          'executionLimit',
          'Too much work is waiting for the suspended graph.',
        ),
      );
    }
  };

  const shouldYield = (): boolean =>
    unfinished !== undefined || (timeSlicing.shouldYield !== undefined && executor.shouldYield());

  function* yieldAndComplete(): TickSlices {
    do {
      yield;
      if (unfinished) applyOutcome(unfinished, executor.resume());
    } while (unfinished);
  }

  return {
    dispatch,
    initializeNodes,
    shouldYield,
    yieldAndComplete,
    hasHeldWork: ({ halted, backlog, skipsTick }) =>
      !skipsTick && (halted !== undefined || backlog.length > 0),
    *resumeHeldWork(run) {
      const { halted, backlog } = run;
      run.halted = undefined;
      run.backlog = [];
      if (halted) {
        timeSlicing.onGraphEnter?.(run);
        applyOutcome(run, executor.resumeHalted(halted, getAllowance(run)));
        if (shouldYield()) yield* yieldAndComplete();
      }
      for (const { activation, occurrence } of backlog) {
        if (run.phase !== 'running') return;
        dispatch(run, activation, occurrence);
        if (shouldYield()) yield* yieldAndComplete();
      }
    },
    dropHeldWork(run) {
      if (run.halted) executor.abandonHalted(run.halted);
      run.halted = undefined;
      run.backlog = [];
    },
  };
};
