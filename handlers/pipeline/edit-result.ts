import type { Controller } from '../controller/controller.ts';
import type { GraphDocument } from '../controller/graphs/graph-document.ts';

interface EditDetails<T> {
  /** The edited graph, if it is not the graph in the path. */
  readonly graph?: GraphDocument;
  /** Sends the edit to the runtime. By default, the whole graph is pushed. */
  readonly push?: () => Promise<unknown>;
  /** Creates the result for the response. If a push was requested, this function is called after the push. */
  readonly createResult: () => T;
}

/**
 * What a handler returns for an edit if the edited graph is not the one in the path, or if the response depends on the
 * push.
 */
export class EditResult<T> {
  readonly edit: EditDetails<T>;

  constructor(edit: EditDetails<T>) {
    this.edit = edit;
  }
}

/**
 * Sends an edit to the runtime. Deleted graphs are skipped, because their deletion has already removed them from the
 * runtime.
 */
export const pushEdit = async (
  { store, sync }: Controller,
  graph: GraphDocument | undefined,
  push: EditDetails<unknown>['push'],
): Promise<void> => {
  if (push) await push();
  else if (graph && store.graphs.get(graph.id) === graph) await sync(graph);
};
