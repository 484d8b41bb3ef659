import { ExecutionError, type Limits } from './execution-limits.ts';
import { takeQueued } from './event-router.ts';
import type { Occurrences } from '../nodes/dsl/handler-context.ts';
import type { TimeSlicing, TickSlices } from '../frame/time-slicing.ts';
import type { Activation, ActivationExecutor, ActivationOutcome } from './activation-executor.ts';
import type { GraphRun, QueuedOccurrence } from './graph-run.ts';

/**
 * Runs the frames of graphs and their activations, and defers the activations of suspended graphs.
 *
 * @param stopWithError called with each graph that has exceeded a limit or whose node has thrown an error
 * @param handleDroppedEvents reports the events that a graph's queue dropped, or stops the graph because of them
 * @param finishCall ends the call of a called graph that has nothing left to do
 */
export const createActivationDispatcher = (
  executor: ActivationExecutor,
  limits: Limits,
  timeSlicing: TimeSlicing,
  stopWithError: (run: GraphRun, error: ExecutionError) => void,
  handleDroppedEvents: (run: GraphRun, queued: readonly QueuedOccurrence[]) => void,
  finishCall: (run: GraphRun) => void,
) => {
  /** The graph that yielded in the middle of an activation. */
  let unfinished: GraphRun | undefined;
  const getAllowance = (run: GraphRun): number => limits.stepsPerTick - run.usedSteps;

  const applyOutcome = (run: GraphRun, { usedSteps, error, halted, isPaused }: ActivationOutcome): void => {
    unfinished = isPaused ? run : undefined;
    run.usedSteps += usedSteps;
    if (halted) run.halted = halted;
    if (error) stopWithError(run, error);
    else if (run.call && !isPaused) finishCall(run);
  };

  /** Creates the state of every node that has no state yet, even while the graph is suspended. */
  const initializeNodes = (run: GraphRun): void => {
    const nodes = run.uninitializedNodes;
    if (nodes.length === 0) return;
    run.uninitializedNodes = [];
    for (const { initializeState: activation } of nodes) {
      if (activation) applyOutcome(run, executor.run(activation, undefined, getAllowance(run)));
      if (run.phase === 'stopped') return;
    }
  };

  const dispatch = (run: GraphRun, activation: Activation, occurrence?: unknown): void => {
    if (!run.skipsTick) initializeNodes(run);
    if (run.phase === 'stopped') return;
    if (!run.halted && !run.skipsTick && run.call?.hasStarted !== false) {
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

  function* dispatchOccurrence<K extends keyof Occurrences>(
    run: GraphRun,
    kind: K,
    occurrence: Occurrences[K],
    isTarget: (nodeId: string) => boolean = () => true,
  ): TickSlices {
    for (const activation of run.graph.eventHandlers.get(kind) ?? []) {
      if (!isTarget(activation.nodeId)) continue;
      dispatch(run, activation, occurrence);
      if (shouldYield()) yield* yieldAndComplete();
      if (run.phase === 'stopped') return;
    }
  }

  function* drainQueue(run: GraphRun): TickSlices {
    const queue = takeQueued(run);
    handleDroppedEvents(run, queue);
    if (shouldYield()) yield* yieldAndComplete();
    if (isStopped(run)) return;
    for (const { kind, occurrence } of queue) {
      if (kind === 'press')
        yield* dispatchOccurrence(run, kind, occurrence, (nodeId) => nodeId === occurrence.nodeId);
      else yield* dispatchOccurrence(run, kind, occurrence);
      if (run.phase === 'stopped') return;
    }
  }

  function* runWithEvents(run: GraphRun): TickSlices {
    yield* drainQueue(run);
    if (run.phase === 'running' && run.clock.frame === 1) yield* dispatchOccurrence(run, 'start', undefined);
    if (run.phase === 'running') yield* dispatchOccurrence(run, 'frame', undefined);
  }

  function* runRemaining(run: GraphRun, activations: readonly Activation[], from: number): TickSlices {
    yield* yieldAndComplete();
    for (let index = from; index < activations.length && !isStopped(run); index++) {
      // biome-ignore lint/style/noNonNullAssertion: the index stays within the list
      dispatch(run, activations[index]!);
      if (shouldYield()) yield* yieldAndComplete();
    }
  }

  return {
    /**
     * Runs an activation, after initializing new nodes. The activation is deferred while its graph is suspended or skips
     * its turn.
     */
    dispatch,
    /** Fires every node that waits for this occurrence, in creation order. */
    dispatchOccurrence,
    /**
     * Runs one frame: initializes new nodes, delivers queued occurrences, fires the Start nodes if this is the first
     * frame, and then fires OnNewFrame.
     * @returns the rest of the frame when the frame must yield; `undefined` when the frame is complete, which is the
     * usual case
     */
    runFrame(run: GraphRun): TickSlices | undefined {
      initializeNodes(run);
      if (run.phase !== 'running') return undefined;
      if (run.queue.length > 0 || run.clock.frame === 1) return runWithEvents(run);
      const activations = run.graph.frameHandlers;
      for (let index = 0; index < activations.length; index++) {
        // biome-ignore lint/style/noNonNullAssertion: the index stays within the list
        dispatch(run, activations[index]!);
        if (shouldYield()) return runRemaining(run, activations, index + 1);
        if (isStopped(run)) return undefined;
      }
      return undefined;
    },
    /**
     * Returns whether a yield is due, possibly in the middle of an activation. If so, `yieldAndComplete` must be called
     * before anything else.
     */
    shouldYield,
    yieldAndComplete,
    /** Returns whether there is suspended or deferred work that may continue in this tick. */
    hasHeldWork: ({ halted, backlog, skipsTick }: GraphRun): boolean =>
      !skipsTick && (halted !== undefined || backlog.length > 0),
    /** Continues the suspended activation, and then runs the activations that were deferred in the meantime. */
    *resumeHeldWork(run: GraphRun): TickSlices {
      const { halted, backlog } = run;
      run.halted = undefined;
      run.backlog = [];
      run.isResuming = backlog.length > 0;
      if (halted) {
        timeSlicing.onGraphEnter?.(run);
        applyOutcome(run, executor.resumeHalted(halted, getAllowance(run)));
        if (shouldYield()) yield* yieldAndComplete();
      }
      for (const [index, { activation, occurrence }] of backlog.entries()) {
        if (run.phase !== 'running') break;
        run.isResuming = index < backlog.length - 1;
        dispatch(run, activation, occurrence);
        if (shouldYield()) yield* yieldAndComplete();
      }
      run.isResuming = false;
    },
    /** Drops the suspended activation and all activations that were deferred after it. */
    dropHeldWork(run: GraphRun) {
      if (run.halted) executor.abandonHalted(run.halted);
      run.halted = undefined;
      run.backlog = [];
      for (const call of run.startingCalls.splice(0)) call.abandon();
    },
  };
};

/** This check is a function, because the compiler would otherwise assume that a handler cannot change the phase. */
const isStopped = ({ phase }: GraphRun): boolean => phase === 'stopped';
