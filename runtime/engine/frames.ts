import { Breakdown } from './limits.ts';
import type { Occurrences } from '../nodes/context.ts';
import type { Firing } from './firing.ts';
import type { Limits } from './limits.ts';
import type { Run } from './run.ts';

/** Gives the nodes of a graph that wait for something their turn. */
export interface Frames {
  /** Fires every node that waits for this, in creation order. */
  occur<K extends keyof Occurrences>(run: Run, kind: K, occurrence: Occurrences[K]): void;
  /** Runs one frame: makes the state of new nodes, takes up what is queued, then Start nodes in the first, then OnNewFrame. */
  frame(run: Run): void;
}

/** @param breakDown told of a graph for which too much is queued. */
export const createFrames = (
  { fire, prepare }: Firing,
  limits: Limits,
  breakDown: (run: Run, breakdown: Breakdown) => void,
): Frames => {
  const occur = <K extends keyof Occurrences>(
    run: Run,
    kind: K,
    occurrence: Occurrences[K],
    meant: (nodeId: string) => boolean = () => true,
  ): void => {
    for (const { nodeId, activation } of run.graph.waiting.get(kind) ?? []) {
      if (meant(nodeId)) fire(run, activation, occurrence);
      if (run.phase === 'stopped') return;
    }
  };

  const drain = (run: Run): void => {
    const queue = run.queue;
    run.queue = [];
    if (queue.length > limits.waitingEvents) {
      const { nodeId } = run.graph.waiting.get(queue.at(-1)!.kind)![0]!;
      breakDown(run, new Breakdown(nodeId, 'executionLimit', 'The graph has too many events waiting.'));
      return;
    }
    for (const { kind, occurrence } of queue) {
      if (kind === 'press') occur(run, kind, occurrence, (nodeId) => nodeId === occurrence.nodeId);
      else occur(run, kind, occurrence);
      if (run.phase === 'stopped') return;
    }
  };

  return {
    occur,
    frame(run) {
      prepare(run);
      if (run.phase === 'running') drain(run);
      if (run.phase === 'running' && run.frame === 1) occur(run, 'start', undefined);
      if (run.phase === 'running') occur(run, 'frame', undefined);
    },
  };
};
