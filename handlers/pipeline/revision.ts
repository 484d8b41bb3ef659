import { ApiError } from '#spec/errors.ts';
import type { GraphDocument } from '#runtime/controller/graphs/graph-document.ts';
import type { GraphStore } from '#runtime/controller/graphs/graph-store.ts';
import type { Call, Reply } from './call.ts';

/** The ETag of a graph is its revision (register: C-01). */
const toETag = (revision: number): string => `"${revision}"`;

/**
 * Refuses an edit of another revision than the one that If-Match names. In a batch a revision that the batch itself has
 * made is as good (register: C-70).
 * @throws Fault REVISION_CONFLICT
 */
export const checkRevision = (
  { id, revision }: GraphDocument,
  { ifMatch, batch }: Pick<Call, 'ifMatch' | 'batch'>,
): void => {
  if (ifMatch === undefined || ifMatch === '*' || batch?.revisions.get(id) === revision) return;
  const present = toETag(revision);
  if (ifMatch.split(',').some((tag) => tag.trim() === present)) return;
  throw new ApiError(
    'REVISION_CONFLICT',
    `If-Match is ${ifMatch}; the present revision of the graph is ${present}.`,
    { revision },
  );
};

/** The reply with the ETag of the graph that it is about, when that still exists. */
export const addETag = (reply: Reply, graph: GraphDocument | undefined, { graphs }: GraphStore): Reply =>
  graph && graphs.get(graph.id) === graph
    ? {
        status: reply.status,
        // Assigned rather than spread, which costs more here, where every answer about a graph passes.
        headers: Object.assign({ ETag: toETag(graph.revision) }, reply.headers),
        body: reply.body,
      }
    : reply;
