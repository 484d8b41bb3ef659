import { type PageStorage, readStoredList } from '../session/page-storage.ts';

const storageKey = 'scene-runtime opened graphs';
const maxGraphs = 50;

const readOpenedGraphs = (storage: Pick<PageStorage, 'getItem'>): readonly string[] =>
  readStoredList(storage, storageKey).map(String);

/** Remembers that a graph was opened. The graphs of several projects are remembered, because ids are unique. */
export const rememberOpenedGraph = (storage: PageStorage, graphId: string): void => {
  const others = readOpenedGraphs(storage).filter((id) => id !== graphId);
  storage.setItem(storageKey, JSON.stringify([graphId, ...others].slice(0, maxGraphs)));
};

/** Returns the graph that was opened last, of those that exist. */
export const findLastOpenedGraph = <T extends { readonly id: string }>(
  storage: Pick<PageStorage, 'getItem'>,
  graphs: readonly T[],
): T | undefined => {
  for (const openedId of readOpenedGraphs(storage)) {
    const graph = graphs.find(({ id }) => id === openedId);
    if (graph) return graph;
  }
  return undefined;
};
