import type { Occurrences } from '../nodes/dsl/handler-context.ts';
import type { GraphRun } from './graph-run.ts';

/**
 * Indexes running graphs by the occurrences for which their nodes wait. A lookup, which happens in every tick, takes
 * the same time for any number of graphs.
 */
export interface ListenerRegistry {
  add(run: GraphRun): void;
  /** Removes a graph. The graph must still have the same nodes as when it was added. */
  remove(run: GraphRun): void;
  getListening(kind: keyof Occurrences): ReadonlySet<GraphRun>;
}

const noRuns: ReadonlySet<never> = new Set();

export const createListenerRegistry = (): ListenerRegistry => {
  const byKind = new Map<keyof Occurrences, Set<GraphRun>>();
  return {
    add(run) {
      for (const kind of run.graph.eventHandlers.keys()) {
        const existing = byKind.get(kind);
        if (existing) existing.add(run);
        else byKind.set(kind, new Set([run]));
      }
    },
    remove(run) {
      for (const kind of run.graph.eventHandlers.keys()) byKind.get(kind)?.delete(run);
    },
    getListening: (kind) => byKind.get(kind) ?? noRuns,
  };
};
