import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { deletionOf } from '../../target/discard.ts';
import { pathOf } from '../../target/routes.ts';
import { isDone, resultsOf, sendBatch } from '../../lab/batch.ts';
import { createVariable } from '../../lab/variables.ts';
import type { AuditTools } from '../../audit.ts';

const batch = area('batch', 'token', 'project');

/** Something of the kit's own with a route that deletes it, and a read that finds it as long as it is there. */
const deletable = async (t: AuditTools): Promise<{ path: string; read: string }> => {
  const ofGraph = t.route('deleteGraph');
  if (ofGraph?.method === 'DELETE') {
    const { id } = await t.lab.graph();
    return { path: deletionOf(ofGraph, id).path, read: pathTo`/api/graphs/${id}/nodes` };
  }
  const ofVariable = t.route('deleteVariable');
  const ofRead = t.route('readVariable');
  if (ofVariable?.method === 'DELETE' && ofRead) {
    const { id } = await createVariable(t);
    return { path: pathOf(ofVariable, id), read: pathOf(ofRead, id) };
  }
  return t.unverified('a route with DELETE (choices.routes.deleteGraph)');
};

export const batchDeleteAudits = [
  batch.audit('delete', ['BATCH-RUN-013'], async (t) => {
    const proven = await deletable(t);
    t.given((await t.http.delete(proven.path)).ok, 'DELETE succeeds by itself');
    const { path, read } = await deletable(t);
    t.given((await t.http.get(read)).ok, 'what is to be deleted is there');
    const reply = await sendBatch(t, [{ method: 'DELETE', path }]);
    t.must(reply.ok && isDone(resultsOf(reply)[0]), 'DELETE succeeds in a batch', inShort(reply));
    t.must(!(await t.http.get(read)).ok, 'and what it names is gone');
  }),
];
