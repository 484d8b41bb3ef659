import { takeWaiting } from './waiting.ts';
import type { Occurrences } from '../nodes/grammar/context.ts';
import type { Activation } from './executor.ts';
import type { Firing } from './firing.ts';
import type { Parts } from './pace.ts';
import type { Queued, Run } from './run.ts';

/** Gives the nodes of a graph that wait for something their turn. */
export interface Frames {
  /** Fires every node that waits for this, in creation order. */
  occur<K extends keyof Occurrences>(run: Run, kind: K, occurrence: Occurrences[K]): Parts;
  /**
   * Runs one frame: makes the state of new nodes, takes up what is queued, then Start nodes in the first, then OnNewFrame.
   * @returns what is left of it when a pause is due; most frames are made at once.
   */
  frame(run: Run): Parts | undefined;
}

/** @param settleMissed tells of what found no room in the queue of a graph, or stops it for that */
export const createFrames = (
  { fire, prepare, isPausing, pause }: Firing,
  settleMissed: (run: Run, waiting: readonly Queued[]) => void,
): Frames => {
  function* occur<K extends keyof Occurrences>(
    run: Run,
    kind: K,
    occurrence: Occurrences[K],
    meant: (nodeId: string) => boolean = () => true,
  ): Parts {
    for (const activation of run.graph.waiting.get(kind) ?? []) {
      if (!meant(activation.nodeId)) continue;
      fire(run, activation, occurrence);
      if (isPausing()) yield* pause();
      if (run.phase === 'stopped') return;
    }
  }

  function* drain(run: Run): Parts {
    const queue = takeWaiting(run);
    settleMissed(run, queue);
    if (isStopped(run)) return;
    for (const { kind, occurrence } of queue) {
      if (kind === 'press') yield* occur(run, kind, occurrence, (nodeId) => nodeId === occurrence.nodeId);
      else yield* occur(run, kind, occurrence);
      if (run.phase === 'stopped') return;
    }
  }

  function* eventful(run: Run): Parts {
    yield* drain(run);
    if (run.phase === 'running' && run.course.frame === 1) yield* occur(run, 'start', undefined);
    if (run.phase === 'running') yield* occur(run, 'frame', undefined);
  }

  function* rest(run: Run, waiting: readonly Activation[], from: number): Parts {
    yield* pause();
    for (let place = from; place < waiting.length && !isStopped(run); place++) {
      // biome-ignore lint/style/noNonNullAssertion: the loop stays within those that wait
      fire(run, waiting[place]!);
      if (isPausing()) yield* pause();
    }
  }

  return {
    occur,
    frame(run) {
      prepare(run);
      if (run.phase !== 'running') return undefined;
      if (run.queue.length > 0 || run.course.frame === 1) return eventful(run);
      const waiting = run.graph.everyFrame;
      for (let place = 0; place < waiting.length; place++) {
        // biome-ignore lint/style/noNonNullAssertion: the loop stays within those that wait
        fire(run, waiting[place]!);
        if (isPausing()) return rest(run, waiting, place + 1);
        if (isStopped(run)) return undefined;
      }
      return undefined;
    },
  };
};

/** Asked in a function, because the compiler takes a phase for known that a body may have changed. */
const isStopped = ({ phase }: Run): boolean => phase === 'stopped';
