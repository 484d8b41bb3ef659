import type { GraphStore } from './graphs/graph-store.ts';

/** Marks the running graphs that have nothing left to do. @returns takes the ids of all of them, as the runtime tells */
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
