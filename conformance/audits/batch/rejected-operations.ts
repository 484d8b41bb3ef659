import { nonexistentId } from '../../audit-helpers/fixtures.ts';
import {
  type BatchOperation,
  getBatchResults,
  getOperationStatus,
  givenBatches,
  isOperationBlocked,
  isOperationDone,
  sendBatch,
} from '../../audit-helpers/send-batch.ts';
import { createVariable } from '../../audit-helpers/variable-fixtures.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { createDeleteRequest, toRoutePath } from '../../target/routes.ts';
import { createFloatPort } from './batch.ts';

const batchWithProject = defineAuditArea('batch', 'token', 'project');

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

const batch = defineAuditArea('batch', 'token');

const expectedOutcome = '400, for the batch or the operation';

export const audits = [
  batch.audit('method', ['BATCH-RUN-003', 'BATCH-RUN-015'], async (t) => {
    await givenBatches(t);
    for (const method of ['PATCH', 'HEAD', 'FETCH', 'OPTIONS']) {
      const reply = await sendBatch(t, [{ method, path: '/api/health' }]);
      t.for('BATCH-RUN-003').must(isOperationBlocked(reply, 0), `${method} is not carried out`, {
        expected: expectedOutcome,
        actual: reply.text.slice(0, 200),
      });
      t.for('BATCH-RUN-015').mustEqual(
        getOperationStatus(reply, 0),
        400,
        `an operation with the method ${method} is answered with 400`,
      );
      t.observe(method, reply.status);
    }
  }),
  batch.audit('path', ['BATCH-RUN-004', 'BATCH-RUN-015'], async (t) => {
    await givenBatches(t);
    for (const path of ['/llms.txt', 'api/health', '/', `${t.target.url}/api/health`, '/apis/health']) {
      const reply = await sendBatch(t, [{ method: 'GET', path }]);
      t.for('BATCH-RUN-004').must(isOperationBlocked(reply, 0), `${path} is not carried out`, {
        expected: expectedOutcome,
        actual: reply.text.slice(0, 200),
      });
      t.for('BATCH-RUN-015').mustEqual(
        getOperationStatus(reply, 0),
        400,
        `an operation with the path ${path} is answered with 400`,
      );
      t.observe(path.replace(t.target.url, '{base_url}'), reply.status);
    }
  }),
  batchWithProject.audit('nested', ['BATCH-RUN-007'], async (t) => {
    await givenBatches(t);
    const { port, path } = await createFloatPort(t);
    t.given((await t.fixtures.write(port.id, 5)).ok, 'a value can be written');
    const inner = { operations: [{ method: 'PUT', path, body: { value: 6 } }] };
    for (const nested of [
      '/api/batch',
      '/api/batch?sync=false',
      '/API/batch',
      '/api/Batch',
      '/api/batch/',
      '/api/./batch',
      '/api//batch',
      '//api/batch',
      '/api/graphs/../batch',
      '/api/graphs/%2e%2e/batch',
      '/api/%62atch',
      '/%61pi/batch',
      '/api/batch#',
      '/api/batch;',
    ]) {
      const reply = await sendBatch(t, [{ method: 'POST', path: nested, body: inner }]);
      t.must(isOperationBlocked(reply, 0), `${nested} inside a batch is rejected`, {
        actual: reply.text.slice(0, 200),
      });
      t.mustEqual(await t.fixtures.read(port.id), 5, `${nested} has no effect`);
    }
  }),
  batchWithProject.audit('authentication', ['BATCH-RUN-009'], async (t) => {
    await givenBatches(t);
    const { port, path } = await createFloatPort(t);
    const write = (value: number): BatchOperation => ({ method: 'PUT', path, body: { value } });
    t.given(
      isOperationDone(getBatchResults(await sendBatch(t, [write(7)]))[0]),
      'the operation is carried out with the token',
    );
    const gated: readonly BatchOperation[] = [
      write(8),
      { method: 'GET', path },
      { method: 'POST', path: '/api/graphs', body: { name: `${t.manifest.namespace}-unasked` } },
      { method: 'DELETE', path: pathTo`/api/graphs/${nonexistentId}` },
    ];
    for (const token of [null, `${t.target.token}x`]) {
      const reply = await sendBatch(t, gated, { token });
      const words = token === null ? 'without the token' : 'with a wrong token';
      t.must(
        !reply.ok || !getBatchResults(reply).some(isOperationDone),
        `${words} no operation that needs the token succeeds`,
        { actual: reply.text.slice(0, 200) },
      );
      t.mustEqual(await t.fixtures.read(port.id), 7, `${words} nothing is changed`);
    }
  }),

  batchWithProject.audit('delete', ['BATCH-RUN-013'], async (t) => {
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
