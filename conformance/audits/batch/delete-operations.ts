import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { createDeleteRequest } from '../../target/delete-request.ts';
import { toRoutePath } from '../../target/optional-routes.ts';
import { isOperationDone, getBatchResults, sendBatch } from '../../audit-helpers/send-batch.ts';
import { createVariable } from '../../audit-helpers/variable-fixtures.ts';
import type { AuditTools } from '../../audit.ts';

const batch = defineAuditArea('batch', 'token', 'project');

/** Creates a resource that has a DELETE route, and a route that reads the resource while it exists. */
const createDeletable = async (t: AuditTools): Promise<{ path: string; read: string }> => {
  const deleteGraphRoute = t.route('deleteGraph');
  if (deleteGraphRoute?.method === 'DELETE') {
    const { id } = await t.fixtures.graph();
    return { path: createDeleteRequest(deleteGraphRoute, id).path, read: pathTo`/api/graphs/${id}/nodes` };
  }
  const deleteVariableRoute = t.route('deleteVariable');
  const readVariableRoute = t.route('readVariable');
  if (deleteVariableRoute?.method === 'DELETE' && readVariableRoute) {
    const { id } = await createVariable(t);
    return { path: toRoutePath(deleteVariableRoute, id), read: toRoutePath(readVariableRoute, id) };
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
