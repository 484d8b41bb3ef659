import type { GraphStore } from './graphs/graph-store.ts';

/**
 * Creates a tracker that marks running graphs as idle.
 * @returns a function that receives the ids of all idle graphs, as reported by the runtime
 */
export const createIdleGraphTracker = ({
  graphs,
}: Pick<GraphStore, 'graphs'>): ((graphIds: readonly string[]) => void) => {
  let idle: readonly string[] = [];
  const mark = (isIdle: boolean): void => {
    for (const id of idle) {
      const graph = graphs.get(id);
      if (graph) graph.idle = isIdle;
    }
  };
  return (graphIds) => {
    mark(false);
    idle = graphIds;
    mark(true);
  };
};
