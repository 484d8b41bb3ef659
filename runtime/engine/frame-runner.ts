import { takeQueued } from './event-queue.ts';
import type { Occurrences } from '../nodes/dsl/handler-context.ts';
import type { Activation } from './activation-executor.ts';
import type { ActivationDispatcher } from './activation-dispatcher.ts';
import type { TickSlices } from './time-slicing.ts';
import type { QueuedOccurrence, GraphRun } from './graph-run.ts';

/** Runs the frames of a graph and delivers occurrences to the graph's nodes. */
export interface FrameRunner {
  /** Fires every node that waits for this occurrence, in creation order. */
  dispatchOccurrence<K extends keyof Occurrences>(
    run: GraphRun,
    kind: K,
    occurrence: Occurrences[K],
  ): TickSlices;
  /**
   * Runs one frame: initializes new nodes, delivers queued occurrences, fires the Start nodes if this is the first
   * frame, and then fires OnNewFrame.
   * @returns the rest of the frame when the frame must yield; `undefined` when the frame is complete, which is the
   * usual case
   */
  runFrame(run: GraphRun): TickSlices | undefined;
}

/** @param handleDroppedEvents reports the events that a graph's queue dropped, or stops the graph because of them */
export const createFrameRunner = (
  { dispatch, initializeNodes, shouldYield, yieldAndComplete }: ActivationDispatcher,
  handleDroppedEvents: (run: GraphRun, activations: readonly QueuedOccurrence[]) => void,
): FrameRunner => {
  function* dispatchAll<K extends keyof Occurrences>(
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
    if (isStopped(run)) return;
    for (const { kind, occurrence } of queue) {
      if (kind === 'press')
        yield* dispatchAll(run, kind, occurrence, (nodeId) => nodeId === occurrence.nodeId);
      else yield* dispatchAll(run, kind, occurrence);
      if (run.phase === 'stopped') return;
    }
  }

  function* runWithEvents(run: GraphRun): TickSlices {
    yield* drainQueue(run);
    if (run.phase === 'running' && run.clock.frame === 1) yield* dispatchAll(run, 'start', undefined);
    if (run.phase === 'running') yield* dispatchAll(run, 'frame', undefined);
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
    dispatchOccurrence: dispatchAll,
    runFrame(run) {
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
  };
};

/** This check is a function, because the compiler would otherwise assume that a handler cannot change the phase. */
const isStopped = ({ phase }: GraphRun): boolean => phase === 'stopped';
