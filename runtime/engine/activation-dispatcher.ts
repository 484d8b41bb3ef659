import { ExecutionError } from './execution-limits.ts';
import type { Activation, ActivationExecutor, ActivationOutcome } from './activation-executor.ts';
import type { Limits } from './execution-limits.ts';
import type { TimeSlicing, TickSlices } from './time-slicing.ts';
import type { GraphRun } from './graph-run.ts';

/** Executes the activations of graphs, and defers the activations of suspended graphs. */
export interface ActivationDispatcher {
  /**
   * Runs an activation, after initializing new nodes. The activation is deferred while its graph is suspended or skips
   * its turn.
   */
  dispatch(run: GraphRun, activation: Activation, occurrence?: unknown): void;
  /** Creates the state of every node that has no state yet, even while the graph is suspended. */
  initializeNodes(run: GraphRun): void;
  /**
   * Returns whether a yield is due, possibly in the middle of an activation. If so, `yieldAndComplete` must be called
   * before anything else.
   */
  shouldYield(): boolean;
  /** Yields, and then completes the activation. */
  yieldAndComplete(): TickSlices;
  /** Returns whether there is suspended or deferred work that may continue in this tick. */
  hasHeldWork(run: GraphRun): boolean;
  /** Continues the suspended activation, and then runs the activations that were deferred in the meantime. */
  resumeHeldWork(run: GraphRun): TickSlices;
  /** Drops the suspended activation and all activations that were deferred after it. */
  dropHeldWork(run: GraphRun): void;
}

/**
 * Creates a dispatcher.
 * @param stopWithError a function that is called with each graph that has exceeded a limit or whose node has thrown an
 * error
 */
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
