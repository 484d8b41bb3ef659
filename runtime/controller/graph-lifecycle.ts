import { countContentEdit, markHeadChanged } from './graphs/change-tracking.ts';
import type { GraphDocument } from './graphs/graph-document.ts';
import { addGraph, createGraphRunningError, restoreGraph, removeGraph } from './graphs/graph-edits.ts';
import { measureJsonBytes, checkGraphSize } from './graphs/graph-file-size.ts';
import type { GraphStore } from './graphs/graph-store.ts';
import { copyGraph } from './projects/open-graph.ts';
import { resolveGraphPath, getTitleFromPath } from './projects/graph-paths.ts';
import type { GraphLocation } from './projects/graph-locations.ts';
import type { ProjectFiles } from './projects/project-storage.ts';

/** How graphs come to be in the project, are named, saved, and leave it. */
export interface GraphLifecycle {
  /**
   * Creates a graph with Start and OnNewFrame.
   * @throws Fault NO_PROJECT, DUPLICATE_PATH, INVALID_REQUEST for a path that is not for graphs
   */
  createGraph(request: {
    name?: string | undefined;
    path?: string | undefined;
    replace: boolean;
  }): Promise<GraphDocument>;
  /** Gives a graph another name; its file stays where it is. @throws Fault INVALID_VALUE when the graph would be too large */
  renameGraph(graph: GraphDocument, name: string): void;
  /** Takes a graph out of the controller, and stops it; its file stays unless it is to go. */
  removeGraph(graph: GraphDocument, options: { deleteFile: boolean }): Promise<void>;
  /** Writes a graph to its file. @throws Fault GRAPH_RUNNING */
  saveGraph(graph: GraphDocument): Promise<void>;
  /** @throws Fault GRAPH_RUNNING, NO_PROJECT, DUPLICATE_PATH, INVALID_REQUEST for a path that is not for graphs */
  duplicateGraph(
    graph: GraphDocument,
    request: { name?: string | undefined; path?: string | undefined },
  ): Promise<GraphDocument>;
}

interface GraphLifecycleOptions {
  readonly store: GraphStore;
  /** Of the open project, if any. */
  getFiles(): ProjectFiles | undefined;
  /** The same. @throws Fault NO_PROJECT */
  requireFiles(): ProjectFiles;
  /** Creations take turns, so that two callers never win one path or one generated name. */
  enqueue<T>(create: () => Promise<T>): Promise<T>;
  /** The runtime gives up a graph that may come back. */
  unload(graph: GraphDocument): Promise<void>;
  /** The runtime gives up a graph that will never come back. */
  discard(graph: GraphDocument): Promise<void>;
}

export const createGraphLifecycle = ({
  store,
  getFiles,
  requireFiles,
  enqueue,
  unload,
  discard,
}: GraphLifecycleOptions): GraphLifecycle => {
  /** A name that no graph has, and whose file is free: the stem and a number. */
  const nextName = async (stem: string): Promise<string> => {
    const unusedFrom = (number: number): number => store.graphs.findUnusedNumber(stem, number);
    for (let number = unusedFrom(1); ; number = unusedFrom(number + 1)) {
      const name = `${stem} ${number}`;
      const { isTaken } = await requireFiles().locations.find(resolveGraphPath(name, undefined));
      if (!isTaken) return name;
    }
  };

  const placeFor = (title: string, path: string | undefined, replace: boolean): Promise<GraphLocation> =>
    requireFiles().locations.requireFree(resolveGraphPath(title, path), replace);

  return {
    createGraph: ({ name, path, replace }) =>
      enqueue(async () => {
        const title = name ?? (path ? getTitleFromPath(path) : await nextName('Graph'));
        const place = await placeFor(title, path, replace);
        const { graph: present } = place;
        if (present) {
          await getFiles()?.removeGraph(present, { deleteFile: false });
          removeGraph(store, present);
        }
        const graph = addGraph(store, title, place.path);
        if (present) await discard(present);
        return graph;
      }),

    renameGraph(graph, name) {
      const growth = measureJsonBytes(name) - measureJsonBytes(graph.name);
      checkGraphSize(graph, growth);
      store.graphs.rename(graph, name);
      graph.bytes += growth;
      markHeadChanged(graph);
      countContentEdit(graph);
    },

    async removeGraph(graph, options) {
      // First of all, so that nobody edits what is about to go.
      removeGraph(store, graph);
      try {
        if (!options.deleteFile) await getFiles()?.saveGraph(graph);
        await getFiles()?.removeGraph(graph, options);
      } catch (failure) {
        restoreGraph(store, graph);
        throw failure;
      }
      await (options.deleteFile ? discard(graph) : unload(graph));
    },

    async saveGraph(graph) {
      if (graph.running) throw createGraphRunningError(graph);
      await getFiles()?.saveGraph(graph);
    },

    duplicateGraph: (graph, { name, path }) =>
      enqueue(async () => {
        if (graph.running) throw createGraphRunningError(graph);
        const title = name ?? (path ? getTitleFromPath(path) : await nextName(`${graph.name} copy`));
        const place = await placeFor(title, path, false);
        return copyGraph(store, graph, title, place.path);
      }),
  };
};
