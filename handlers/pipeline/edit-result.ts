import type { Controller } from '#runtime/controller/controller.ts';
import type { GraphDocument } from '#runtime/controller/graphs/graph-document.ts';

interface EditDetails<T> {
  /** The graph that was made, where the ids of the path name none or another. */
  readonly graph?: GraphDocument;
  /** How the runtime is told; the whole graph is pushed when absent. */
  readonly push?: () => Promise<unknown>;
  /** Makes the answer, once the runtime has been told where that was asked for. */
  readonly createResult: () => T;
}

/** What a handler returns of an edit that is not just about the graph of the path, or whose answer tells of the push. */
export class EditResult<T> {
  readonly edit: EditDetails<T>;

  constructor(edit: EditDetails<T>) {
    this.edit = edit;
  }
}

/** Tells the runtime of an edit. A graph that is gone was given up there by whoever removed it. */
export const pushEdit = async (
  { store, sync }: Controller,
  graph: GraphDocument | undefined,
  push: EditDetails<unknown>['push'],
): Promise<void> => {
  if (push) await push();
  else if (graph && store.graphs.get(graph.id) === graph) await sync(graph);
};
