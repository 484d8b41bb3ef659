import type { Occurrences } from '../nodes/dsl/handler-context.ts';
import type { GraphRun } from './graph-run.ts';

/** Which running graphs have nodes that wait for what; asked in every tick, whatever number of graphs runs. */
export interface ListenerRegistry {
  add(run: GraphRun): void;
  /** With the nodes that it had when it joined. */
  remove(run: GraphRun): void;
  getListening(kind: keyof Occurrences): ReadonlySet<GraphRun>;
}

const noRuns: ReadonlySet<never> = new Set();

export const createListenerRegistry = (): ListenerRegistry => {
  const byKind = new Map<keyof Occurrences, Set<GraphRun>>();
  return {
    add(run) {
      for (const kind of run.graph.eventHandlers.keys()) {
        const known = byKind.get(kind);
        if (known) known.add(run);
        else byKind.set(kind, new Set([run]));
      }
    },
    remove(run) {
      for (const kind of run.graph.eventHandlers.keys()) byKind.get(kind)?.delete(run);
    },
    getListening: (kind) => byKind.get(kind) ?? noRuns,
  };
};
