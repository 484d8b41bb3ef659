import { concernsGraph, editsGraph, type OperationSpec } from '#spec/contract/operation.ts';
import { Fault } from '#spec/errors.ts';
import type { GraphStore } from '#runtime/graph/store.ts';
import type { Call, Reply } from './call.ts';

/** The ETag of a graph is its revision (register: C-01). */
const tagOf = (revision: number): string => `"${revision}"`;

/**
 * Refuses an edit of another revision than the one that If-Match names.
 * @throws Fault REVISION_CONFLICT
 */
export const checkRevision = (
  operation: OperationSpec,
  params: Readonly<Record<string, string>>,
  { ifMatch }: Call,
  store: GraphStore,
): void => {
  if (ifMatch === undefined || ifMatch === '*' || !editsGraph(operation)) return;
  const graph = store.graphs.get(params.graphId ?? '');
  if (!graph) return;
  const present = tagOf(graph.revision);
  if (ifMatch.split(',').some((tag) => tag.trim() === present)) return;
  throw new Fault(
    'REVISION_CONFLICT',
    `If-Match is ${ifMatch}; the present revision of the graph is ${present}.`,
    {
      revision: graph.revision,
    },
  );
};

/** The reply with the ETag of the graph that it is about, when that still exists. */
export const withRevision = (
  operation: OperationSpec,
  params: Readonly<Record<string, string>>,
  reply: Reply,
  store: GraphStore,
): Reply => {
  const graph = concernsGraph(operation) ? store.graphs.get(params.graphId ?? '') : undefined;
  return graph ? { ...reply, headers: { ...reply.headers, ETag: tagOf(graph.revision) } } : reply;
};
