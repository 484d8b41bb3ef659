import type { GraphSnapshot } from '../link/runtime-link.ts';
import type { GraphProgram } from './graph-program.ts';
import type { GraphRun } from './graph-run.ts';

/** A graph as it was handed over last. */
export interface LoadedGraph {
  readonly image: GraphSnapshot;
  readonly program: GraphProgram;
  /** The current run, or the last one. */
  run: GraphRun | undefined;
}

/** The graphs that can run, in the order in which they came. */
interface LoadedGraphs {
  get(graphId: string): LoadedGraph | undefined;
  /** Keeps a graph, in place of the one of this id. */
  put(loaded: LoadedGraph): LoadedGraph;
  delete(graphId: string): void;
  /** The graph of this id, or else the first of this name. */
  find(idOrName: string): LoadedGraph | undefined;
  all(): Iterable<LoadedGraph>;
}

export const createLoadedGraphs = (): LoadedGraphs => {
  const byId = new Map<string, LoadedGraph>();
  /** Made when a name is asked for, as a body may ask again and again among thousands of graphs. */
  let byName: Map<string, LoadedGraph> | undefined;

  const indexed = (): Map<string, LoadedGraph> => {
    const index = new Map<string, LoadedGraph>();
    for (const loaded of byId.values())
      if (!index.has(loaded.program.name)) index.set(loaded.program.name, loaded);
    return index;
  };

  return {
    get: (graphId) => byId.get(graphId),
    put(loaded) {
      byId.set(loaded.program.graphId, loaded);
      byName = undefined;
      return loaded;
    },
    delete(graphId) {
      byId.delete(graphId);
      byName = undefined;
    },
    find(idOrName) {
      const known = byId.get(idOrName);
      if (known) return known;
      byName ??= indexed();
      return byName.get(idOrName);
    },
    all: () => byId.values(),
  };
};
