import type { GraphSnapshot } from '../link/runtime-link.ts';
import type { GraphProgram } from './compile-graph.ts';
import type { GraphCall, GraphRun } from './graph-run.ts';

/** A graph in the state in which it was last loaded. */
export interface LoadedGraph {
  readonly image: GraphSnapshot;
  readonly program: GraphProgram;
  /** The graph's current run, or else its last one. */
  run: GraphRun | undefined;
  /** The ended calls of the program, which later calls use again. */
  readonly pooledCalls: GraphCall[];
}

/** The graphs that can be run, in the order in which they were first loaded. */
export const createLoadedGraphs = () => {
  const byId = new Map<string, LoadedGraph>();
  /**
   * The index by name is built on the first lookup, because a handler may repeatedly look up names among thousands of
   * graphs.
   */
  let byName: Map<string, LoadedGraph> | undefined;

  const indexByName = (): Map<string, LoadedGraph> => {
    const index = new Map<string, LoadedGraph>();
    for (const loaded of byId.values())
      if (!index.has(loaded.program.name)) index.set(loaded.program.name, loaded);
    return index;
  };

  return {
    get: (graphId: string): LoadedGraph | undefined => byId.get(graphId),
    /** Stores a graph and replaces any graph with the same id. */
    put(loaded: Omit<LoadedGraph, 'pooledCalls'>) {
      byId.set(loaded.program.graphId, { ...loaded, pooledCalls: [] });
      byName = undefined;
    },
    delete(graphId: string) {
      byId.delete(graphId);
      byName = undefined;
    },
    /** Finds the graph with this id. If no graph has this id, finds the first graph with this name. */
    find(idOrName: string): LoadedGraph | undefined {
      const existing = byId.get(idOrName);
      if (existing) return existing;
      byName ??= indexByName();
      return byName.get(idOrName);
    },
    all: (): Iterable<LoadedGraph> => byId.values(),
  };
};
