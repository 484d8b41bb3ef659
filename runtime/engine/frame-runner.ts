import { takeQueued } from './event-queue.ts';
import type { Occurrences } from '../nodes/dsl/handler-context.ts';
import type { Activation } from './activation-executor.ts';
import type { ActivationDispatcher } from './activation-dispatcher.ts';
import type { TickSlices } from './time-slicing.ts';
import type { QueuedOccurrence, GraphRun } from './graph-run.ts';

/** Runs the frames of a graph, and delivers occurrences to its nodes. */
export interface FrameRunner {
  /** Fires every node that waits for this, in creation order. */
  dispatchOccurrence<K extends keyof Occurrences>(
    run: GraphRun,
    kind: K,
    occurrence: Occurrences[K],
  ): TickSlices;
  /**
   * Runs one frame: initializes new nodes, delivers queued occurrences, fires Start nodes in the first frame, then
   * OnNewFrame.
   * @returns the rest of the frame when a yield is due; most frames complete at once.
   */
  runFrame(run: GraphRun): TickSlices | undefined;
}

/** @param settleMissed reports what the queue of a graph dropped, or stops the graph for it */
export const createFrameRunner = (
  { dispatch, initializeNodes, shouldYield, yieldAndComplete }: ActivationDispatcher,
  settleMissed: (run: GraphRun, waiting: readonly QueuedOccurrence[]) => void,
): FrameRunner => {
  function* occur<K extends keyof Occurrences>(
    run: GraphRun,
    kind: K,
    occurrence: Occurrences[K],
    meant: (nodeId: string) => boolean = () => true,
  ): TickSlices {
    for (const activation of run.graph.eventHandlers.get(kind) ?? []) {
      if (!meant(activation.nodeId)) continue;
      dispatch(run, activation, occurrence);
      if (shouldYield()) yield* yieldAndComplete();
      if (run.phase === 'stopped') return;
    }
  }

  function* drain(run: GraphRun): TickSlices {
    const queue = takeQueued(run);
    settleMissed(run, queue);
    if (isStopped(run)) return;
    for (const { kind, occurrence } of queue) {
      if (kind === 'press') yield* occur(run, kind, occurrence, (nodeId) => nodeId === occurrence.nodeId);
      else yield* occur(run, kind, occurrence);
      if (run.phase === 'stopped') return;
    }
  }

  function* eventful(run: GraphRun): TickSlices {
    yield* drain(run);
    if (run.phase === 'running' && run.clock.frame === 1) yield* occur(run, 'start', undefined);
    if (run.phase === 'running') yield* occur(run, 'frame', undefined);
  }

  function* rest(run: GraphRun, waiting: readonly Activation[], from: number): TickSlices {
    yield* yieldAndComplete();
    for (let place = from; place < waiting.length && !isStopped(run); place++) {
      // biome-ignore lint/style/noNonNullAssertion: the loop stays within those that wait
      dispatch(run, waiting[place]!);
      if (shouldYield()) yield* yieldAndComplete();
    }
  }

  return {
    dispatchOccurrence: occur,
    runFrame(run) {
      initializeNodes(run);
      if (run.phase !== 'running') return undefined;
      if (run.queue.length > 0 || run.clock.frame === 1) return eventful(run);
      const waiting = run.graph.frameHandlers;
      for (let place = 0; place < waiting.length; place++) {
        // biome-ignore lint/style/noNonNullAssertion: the loop stays within those that wait
        dispatch(run, waiting[place]!);
        if (shouldYield()) return rest(run, waiting, place + 1);
        if (isStopped(run)) return undefined;
      }
      return undefined;
    },
  };
};

/** A function, because the compiler would narrow a phase that a handler may have changed. */
const isStopped = ({ phase }: GraphRun): boolean => phase === 'stopped';
