/** What the pipeline does for edits: it checks revisions, pushes to the runtime, and waits until edits are saved. */
import { ApiError } from '#spec/errors.ts';
import { createTurnBatcher } from '../event-loop-turns.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Controller } from '../controller/controller.ts';
import type { GraphDocument } from '../controller/graphs/graph-document.ts';
import type { GraphStore } from '../controller/graphs/graph-store.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { Call, Reply } from './call.ts';
import type { Edit } from './result.ts';

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

/**
 * Sends an edit to the runtime. Deleted graphs are skipped, because their deletion has already removed them from the
 * runtime.
 */
export const pushEdit = async (
  { store, sync }: Controller,
  graph: GraphDocument | undefined,
  push: Edit<unknown>['push'],
): Promise<void> => {
  if (push) await push();
  else if (graph && store.graphs.get(graph.id) === graph) await sync(graph);
};

/**
 * Creates the error for an edit that was not made because the previous edit could not be saved.
 * @param failure the SAVE_FAILED error
 */
export const createEditRejectedError = ({ reason, details }: ApiError): ApiError =>
  new ApiError('SAVE_FAILED', `Nothing was changed: ${reason}`, { ...details, applied: false });

/**
 * Creates the error for the first edit that could not be saved. This edit can't be undone.
 * @param failure the SAVE_FAILED error
 */
export const createUnsavedEditError = ({ reason, details }: ApiError): ApiError =>
  new ApiError(
    'SAVE_FAILED',
    `The edit was made, but not saved: ${reason}`,
    { ...details, applied: true },
    'Do not repeat it: it will be saved as soon as possible. Until then GET /api/health shows unsavedSince.',
  );

/**
 * Delays a response until all edits made so far would survive a crash of the process. Edits from the same event-loop
 * turn share one write.
 * @param startedAt the time at which the call began, on the scheduler's clock
 * @param toUnsavedReply creates the response if edits could not be saved
 */
export type Acknowledge = <T>(
  reply: T,
  startedAt: number,
  toUnsavedReply: (failure: ApiError) => T,
) => MaybePromise<T>;

export const createAcknowledge = (
  controller: Pick<Controller, 'commitEdits' | 'hasUncommittedEdits' | 'editFailure'>,
  scheduler: Pick<Scheduler, 'now' | 'atEndOfTurn'>,
): Acknowledge => {
  const runBatched = createTurnBatcher(scheduler, controller.commitEdits);
  return (reply, startedAt, toUnsavedReply) => {
    if (!controller.hasUncommittedEdits) return reply;
    return new Promise((resolve) => {
      runBatched(() => {
        const failure = controller.hasUncommittedEdits ? controller.editFailure : undefined;
        resolve(failure ? toUnsavedReply(failure) : reply);
      }, startedAt);
    });
  };
};
