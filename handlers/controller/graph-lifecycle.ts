import { countContentEdit, markHeadChanged } from './graphs/change-tracking.ts';
import { updateCallers } from './graphs/graph-callers.ts';
import { attributeEdit } from './graphs/history/edit-history.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import { type ExtractedGraph, extractGraph } from './subgraphs/extract-graph.ts';
import { type InlinedGraph, inlineGraph } from './subgraphs/inline-graph.ts';
import type { EditSource, GraphDocument, NodeDocument } from './graphs/graph-document.ts';
import { addGraph, createGraphRunningError, restoreGraph, removeGraph } from './graphs/graph-edits.ts';
import { recordRename } from './graphs/history/edit-history.ts';
import { measureJsonBytes, checkGraphSize } from './graphs/file-size.ts';
import type { GraphStore } from './graphs/graph-store.ts';
import { copyGraph } from './projects/open-graph.ts';
import { resolveGraphPath, getTitleFromPath } from './projects/project-paths.ts';
import type { GraphLocation } from './projects/graph-locations.ts';
import type { OpenProjectFiles } from './projects/project-lifecycle.ts';
import type { VariableEditor } from './variables/variable-editor.ts';
import type { VariableDocument, Variables } from './variables/variables.ts';

interface GraphLifecycleOptions extends OpenProjectFiles {
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly variableEditor: VariableEditor;
  log(line: ConsoleLine): void;
  /** Runs creations one after another, so that two callers never receive the same path or generated name. */
  enqueue<T>(create: () => Promise<T>): Promise<T>;
  /** Removes a graph from the runtime. The graph may be opened again later. */
  unload(graph: GraphDocument): Promise<void>;
  /** Permanently removes a graph from the runtime, together with its variables. */
  discard(graph: GraphDocument): Promise<void>;
}

/** Creates, renames, saves and removes the project's graphs. */
export const createGraphLifecycle = ({
  store,
  variables,
  variableEditor,
  log,
  getFiles,
  requireFiles,
  enqueue,
  unload,
  discard,
}: GraphLifecycleOptions) => {
  const editing = { store, variables, variableEditor };
  /**
   * Returns an unused name that consists of the base name and a number. No other graph has this name, and no file
   * exists for it.
   */
  const findUnusedName = async (baseName: string): Promise<string> => {
    const findUnusedNumber = (number: number): number => store.graphs.findUnusedNumber(baseName, number);
    for (let number = findUnusedNumber(1); ; number = findUnusedNumber(number + 1)) {
      const name = `${baseName} ${number}`;
      const { isTaken } = await requireFiles().locations.find(resolveGraphPath(name, undefined));
      if (!isTaken) return name;
    }
  };

  const requireFreeLocation = (
    title: string,
    path: string | undefined,
    replace: boolean,
  ): Promise<GraphLocation> => requireFiles().locations.requireFree(resolveGraphPath(title, path), replace);

  return {
    /**
     * Creates a graph with the nodes Start and OnNewFrame.
     * @throws ApiError NO_PROJECT, DUPLICATE_PATH, or INVALID_REQUEST for a path that graphs can't have
     */
    createGraph: ({
      name,
      path,
      replace,
    }: {
      name?: string | undefined;
      path?: string | undefined;
      replace: boolean;
    }): Promise<GraphDocument> =>
      enqueue(async () => {
        const title = name ?? (path ? getTitleFromPath(path) : await findUnusedName('Graph'));
        const location = await requireFreeLocation(title, path, replace);
        const { graph: existing } = location;
        if (existing) {
          await getFiles()?.removeGraph(existing, { deleteFile: false });
          removeGraph(store, existing);
        }
        const graph = addGraph(store, title, location.path);
        updateCallers(store, log);
        if (existing) await discard(existing);
        return graph;
      }),

    /**
     * Renames a graph without changing the path of its file.
     * @throws ApiError INVALID_VALUE when the graph would become too large
     */
    renameGraph(graph: GraphDocument, name: string) {
      const growth = measureJsonBytes(name) - measureJsonBytes(graph.name);
      checkGraphSize(graph, growth);
      const { name: before } = graph;
      store.graphs.rename(graph, name);
      graph.bytes += growth;
      recordRename(graph, before);
      markHeadChanged(graph);
      countContentEdit(graph);
      updateCallers(store, log);
    },

    /** Stops a graph and removes it from the project. Its file is kept unless `deleteFile` is set. */
    async removeGraph(graph: GraphDocument, options: { deleteFile: boolean }) {
      // The graph is removed from the store first, so that nobody can edit it in the meantime.
      removeGraph(store, graph);
      try {
        if (!options.deleteFile) await getFiles()?.saveGraph(graph);
        await getFiles()?.removeGraph(graph, options);
      } catch (failure) {
        restoreGraph(store, graph);
        throw failure;
      }
      updateCallers(store, log);
      await (options.deleteFile ? discard(graph) : unload(graph));
    },

    /**
     * Writes a graph to its file.
     * @throws ApiError GRAPH_RUNNING
     */
    async saveGraph(graph: GraphDocument) {
      if (graph.running) throw createGraphRunningError(graph);
      await getFiles()?.saveGraph(graph);
    },

    /**
     * Turns nodes of a graph into a graph of their own, and calls it in their place.
     * @param source the call to which the edit belongs
     * @throws ApiError NO_PROJECT, DUPLICATE_PATH, DUPLICATE_NAME, NODE_NOT_FOUND, or INVALID_VALUE if the nodes can't
     * become a graph that does the same
     */
    extractGraph: (
      graph: GraphDocument,
      nodeIds: readonly string[],
      { name, path }: { name?: string | undefined; path?: string | undefined },
      source: EditSource | undefined,
    ): Promise<ExtractedGraph> =>
      enqueue(async () => {
        const title = name ?? (path ? getTitleFromPath(path) : await findUnusedName(`${graph.name} part`));
        const location = await requireFreeLocation(title, path, false);
        const newGraph = { name: title, path: location.path };
        const extracted = attributeEdit(store.session, source, () =>
          extractGraph(editing, graph, nodeIds, newGraph),
        );
        updateCallers(store, log);
        return extracted;
      }),

    /**
     * Replaces a node that calls a graph with copies of the nodes of that graph.
     * @throws ApiError INVALID_VALUE if the node can't be replaced by nodes that do the same
     */
    inlineGraph: (node: NodeDocument): InlinedGraph => inlineGraph(editing, node),

    /**
     * Creates a copy of a graph and of its variables.
     * @throws ApiError GRAPH_RUNNING, NO_PROJECT, DUPLICATE_PATH, or INVALID_REQUEST for a path that graphs can't have
     */
    duplicateGraph: (
      graph: GraphDocument,
      { name, path }: { name?: string | undefined; path?: string | undefined },
    ): Promise<GraphDocument> =>
      enqueue(async () => {
        if (graph.running) throw createGraphRunningError(graph);
        const title = name ?? (path ? getTitleFromPath(path) : await findUnusedName(`${graph.name} copy`));
        const location = await requireFreeLocation(title, path, false);
        const copy = copyGraph(store, graph, title, location.path);
        try {
          copyVariables(editing, graph, copy);
        } catch (failure) {
          removeGraph(store, copy);
          throw failure;
        }
        updateCallers(store, log);
        return copy;
      }),
  };
};

export type GraphLifecycle = ReturnType<typeof createGraphLifecycle>;

/**
 * Copies the variables of a graph to another graph. Either all are copied, or none.
 * @throws ApiError INVALID_VALUE when project.json would become too large
 */
const copyVariables = (
  { variables, variableEditor }: Pick<GraphLifecycleOptions, 'variables' | 'variableEditor'>,
  from: GraphDocument,
  to: GraphDocument,
): void => {
  const created: VariableDocument[] = [];
  try {
    for (const { id: _, ...variable } of [...variables.values()])
      if (variable.graphId === from.id) created.push(variableEditor.create({ ...variable, graphId: to.id }));
  } catch (failure) {
    for (const variable of created) variableEditor.delete(variable);
    throw failure;
  }
};
