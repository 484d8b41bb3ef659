import { ApiError } from '#spec/errors.ts';
import type { GraphDocument } from '../controller/graphs/graph-document.ts';
import type { GraphStore } from '../controller/graphs/graph-store.ts';
import type { Call, Reply } from './call.ts';

/** Formats a graph's ETag, which is its revision (C-01). */
const toETag = (revision: number): string => `"${revision}"`;

/**
 * Rejects an edit if the graph's revision differs from If-Match. In a batch, a revision that the batch itself has
 * created is accepted too (C-70).
 * @throws ApiError REVISION_CONFLICT
 */
export const checkRevision = (
  { id, revision }: GraphDocument,
  { ifMatch, batch }: Pick<Call, 'ifMatch' | 'batch'>,
): void => {
  if (ifMatch === undefined || ifMatch === '*' || batch?.revisions.get(id) === revision) return;
  const currentETag = toETag(revision);
  if (ifMatch.split(',').some((tag) => tag.trim() === currentETag)) return;
  throw new ApiError(
    'REVISION_CONFLICT',
    `If-Match is ${ifMatch}, but the graph is at revision ${currentETag}.`,
    { revision },
  );
};

/** Adds the graph's ETag to a reply, if the graph still exists. */
export const addETag = (reply: Reply, graph: GraphDocument | undefined, { graphs }: GraphStore): Reply =>
  graph && graphs.get(graph.id) === graph
    ? {
        status: reply.status,
        // Object.assign is faster than spread syntax here, and every reply about a graph executes this line.
        headers: Object.assign({ ETag: toETag(graph.revision) }, reply.headers),
        body: reply.body,
      }
    : reply;
