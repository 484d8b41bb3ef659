import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { createDeleteRequest } from '../../target/delete-request.ts';
import { toRoutePath } from '../../target/optional-routes.ts';
import { isOperationDone, getBatchResults, sendBatch } from '../../audit-helpers/batch.ts';
import { createVariable } from '../../audit-helpers/variables.ts';
import type { AuditTools } from '../../audit.ts';

const batch = defineAuditArea('batch', 'token', 'project');

/** Creates a resource with a DELETE route and a route that reads it while it exists. */
const createDeletable = async (t: AuditTools): Promise<{ path: string; read: string }> => {
  const ofGraph = t.route('deleteGraph');
  if (ofGraph?.method === 'DELETE') {
    const { id } = await t.fixtures.graph();
    return { path: createDeleteRequest(ofGraph, id).path, read: pathTo`/api/graphs/${id}/nodes` };
  }
  const ofVariable = t.route('deleteVariable');
  const ofRead = t.route('readVariable');
  if (ofVariable?.method === 'DELETE' && ofRead) {
    const { id } = await createVariable(t);
    return { path: toRoutePath(ofVariable, id), read: toRoutePath(ofRead, id) };
  }
  return t.unverified('a route with DELETE (choices.routes.deleteGraph)');
};

export const deleteOperationAudits = [
  batch.audit('delete', ['BATCH-RUN-013'], async (t) => {
    const proven = await createDeletable(t);
    t.given((await t.http.delete(proven.path)).ok, 'DELETE succeeds as a single call');
    const { path, read } = await createDeletable(t);
    t.given((await t.http.get(read)).ok, 'the resource to delete exists');
    const reply = await sendBatch(t, [{ method: 'DELETE', path }]);
    t.must(
      reply.ok && isOperationDone(getBatchResults(reply)[0]),
      'DELETE succeeds in a batch',
      describeReply(reply),
    );
    t.must(!(await t.http.get(read)).ok, 'the deleted resource no longer exists');
  }),
];
