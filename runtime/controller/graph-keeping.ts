import { countEdit, touchHead } from './graphs/changes.ts';
import type { GraphDocument } from './graphs/document.ts';
import { addGraph, graphRunning, putBack, removeGraph } from './graphs/edit.ts';
import { jsonBytes, requireRoom } from './graphs/size.ts';
import type { GraphStore } from './graphs/store.ts';
import { copyGraph } from './projects/open-graph.ts';
import { graphPath, titleOf } from './projects/graph-paths.ts';
import type { Place } from './projects/places.ts';
import type { ProjectFiles } from './projects/project-home.ts';

/** How graphs come to be in the project, are named, saved, and leave it. */
export interface GraphKeeping {
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
  rename(graph: GraphDocument, name: string): void;
  /** Takes a graph out of the controller, and stops it; its file stays unless it is to go. */
  remove(graph: GraphDocument, options: { deleteFile: boolean }): Promise<void>;
  /** Writes a graph to its file. @throws Fault GRAPH_RUNNING */
  save(graph: GraphDocument): Promise<void>;
  /** @throws Fault GRAPH_RUNNING, NO_PROJECT, DUPLICATE_PATH, INVALID_REQUEST for a path that is not for graphs */
  duplicate(
    graph: GraphDocument,
    request: { name?: string | undefined; path?: string | undefined },
  ): Promise<GraphDocument>;
}

interface GraphKeepingOptions {
  readonly store: GraphStore;
  /** Of the open project, if any. */
  files(): ProjectFiles | undefined;
  /** The same. @throws Fault NO_PROJECT */
  requireFiles(): ProjectFiles;
  /** Creations take turns, so that two callers never win one path or one generated name. */
  inTurn<T>(create: () => Promise<T>): Promise<T>;
  /** The runtime gives up a graph that may come back. */
  unload(graph: GraphDocument): Promise<void>;
  /** The runtime gives up a graph that will never come back. */
  letGo(graph: GraphDocument): Promise<void>;
}

export const createGraphKeeping = ({
  store,
  files,
  requireFiles,
  inTurn,
  unload,
  letGo,
}: GraphKeepingOptions): GraphKeeping => {
  /** A name that no graph has, and whose file is free: the stem and a number. */
  const nextName = async (stem: string): Promise<string> => {
    const unusedFrom = (number: number): number => store.graphs.unusedNumber(stem, number);
    for (let number = unusedFrom(1); ; number = unusedFrom(number + 1)) {
      const name = `${stem} ${number}`;
      const { isTaken } = await requireFiles().places.find(graphPath(name, undefined));
      if (!isTaken) return name;
    }
  };

  const placeFor = (title: string, path: string | undefined, replace: boolean): Promise<Place> =>
    requireFiles().places.free(graphPath(title, path), replace);

  return {
    createGraph: ({ name, path, replace }) =>
      inTurn(async () => {
        const title = name ?? (path ? titleOf(path) : await nextName('Graph'));
        const place = await placeFor(title, path, replace);
        const { graph: present } = place;
        if (present) {
          await files()?.forget(present, { deleteFile: false });
          removeGraph(store, present);
        }
        const graph = addGraph(store, title, place.path);
        if (present) await letGo(present);
        return graph;
      }),

    rename(graph, name) {
      const growth = jsonBytes(name) - jsonBytes(graph.name);
      requireRoom(graph, growth);
      store.graphs.rename(graph, name);
      graph.bytes += growth;
      touchHead(graph);
      countEdit(graph);
    },

    async remove(graph, options) {
      // First of all, so that nobody edits what is about to go.
      removeGraph(store, graph);
      try {
        if (!options.deleteFile) await files()?.save(graph);
        await files()?.forget(graph, options);
      } catch (failure) {
        putBack(store, graph);
        throw failure;
      }
      await (options.deleteFile ? letGo(graph) : unload(graph));
    },

    async save(graph) {
      if (graph.running) throw graphRunning(graph);
      await files()?.save(graph);
    },

    duplicate: (graph, { name, path }) =>
      inTurn(async () => {
        if (graph.running) throw graphRunning(graph);
        const title = name ?? (path ? titleOf(path) : await nextName(`${graph.name} copy`));
        const place = await placeFor(title, path, false);
        return copyGraph(store, graph, title, place.path);
      }),
  };
};
