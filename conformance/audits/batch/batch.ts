import { array, constant, integer, oneof } from 'fast-check';
import { nonexistentId } from '../../audit-helpers/fixtures.ts';
import {
  type BatchOperation,
  getBatchResults,
  givenBatches,
  isOperationDone,
  sendBatch,
} from '../../audit-helpers/send-batch.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { getByPath, isRecord } from '../../json.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { isId, pathTo } from '../../target/id.ts';
import type { TargetPort } from '../../audit-helpers/node-type-survey.ts';

const batch = defineAuditArea('batch', 'token');
const batchWithProject = defineAuditArea('batch', 'token', 'project');
const batchWithRuntime = defineAuditArea('batch', 'token', 'project', 'runtime');

const healthOperation: BatchOperation = { method: 'GET', path: '/api/health' };
const unknownOperation: BatchOperation = { method: 'GET', path: pathTo`/api/graphs/${nonexistentId}/nodes` };

/** Creates a Float port, so that every write operation has an observable effect. */
export const createFloatPort = async (t: AuditTools): Promise<{ port: TargetPort; path: string }> => {
  const graph = await t.fixtures.graph();
  const { port } = await t.fixtures.plainInput(graph, 'Float');
  return { port, path: pathTo`/api/ports/${port.id}/value` };
};

export const audits = [
  batch.audit('shape', ['BATCH-001', 'BATCH-002', 'BATCH-003', 'BATCH-RUN-014'], async (t) => {
    const reply = await sendBatch(t, [healthOperation, unknownOperation, healthOperation]);
    const results = getBatchResults(reply);
    t.for('BATCH-001').must(
      reply.status === 200 && results.length === 3,
      'a batch returns 200 with a result for every operation',
      describeReply(reply),
    );
    const totals = t.for('BATCH-002');
    totals.mustEqual(reply.at('totalOperations'), 3, 'totalOperations counts the operations');
    totals.mustEqual(reply.at('succeeded'), 2, 'succeeded counts the successes');
    totals.mustEqual(reply.at('failed'), 1, 'failed counts the failures');
    const indexes = results.map(({ index }) => index);
    t.for('BATCH-RUN-014').must(
      results.length === 3 && indexes.every(isId) && new Set(indexes).size === 3,
      'every operation has one result with its own index',
      { actual: indexes },
    );
    t.observe('indexes of the results', indexes);
    const referring = await t.http.post('/api/batch', {
      references: true,
      operations: [
        { method: 'GET', path: '/api/errors/GRAPH_NOT_FOUND', as: 'error' },
        { method: 'GET', path: '/api/errors/{error.body.code}' },
      ],
    });
    t.observe('references to earlier results', isOperationDone(getBatchResults(referring)[1]));
    const [first, second] = results;
    const records = t.for('BATCH-003');
    records.must(isOperationDone(first), 'a result has the status of its operation', { actual: first });
    records.must(isRecord(first?.body), 'a result has the body of its operation', { actual: first });
    records.must(isRecord(second?.body), 'a result has the body of a failed operation too', {
      actual: second,
    });
  }),
  batch.audit('same-as-alone', ['BATCH-RUN-012'], async (t) => {
    const paths = [
      '/api/types',
      '/api/errors/GRAPH_NOT_FOUND',
      unknownOperation.path,
      '/api/node-types/no-such-category',
      '/api/node-types?limit=1&offset=1',
      '/api/node-types/search?q=vector',
    ];
    const operations = paths.map((path) => ({ method: 'GET', path }));
    const inBatch = async (index: number) => getBatchResults(await sendBatch(t, operations))[index];
    for (const [index, path] of paths.entries()) {
      const single = await t.http.get(path);
      const result = await inBatch(index);
      t.mustEqual(result?.status, single.status, `${path} in a batch has the status of a single call`);
      if (single.ok) {
        const snapshot = await t.snapshot(async () => (await t.http.get(path)).json);
        const read = async () => (await inBatch(index))?.body;
        await t.mustBeUnchanged({ ...snapshot, read }, `${path} in a batch has the body of a single call`);
      } else
        t.mustEqual(
          getByPath(result, 'body.error.code'),
          single.at('error.code'),
          `${path} in a batch has the error code of a single call`,
        );
    }
  }),
  batch.audit('all-failing', ['BATCH-RUN-001'], async (t) => {
    await givenBatches(t);
    const reply = await sendBatch(t, [unknownOperation, unknownOperation]);
    t.mustEqual(reply.status, 200, 'a batch returns 200 even if every operation fails');
    t.mustEqual([reply.at('succeeded'), reply.at('failed')], [0, 2], 'the batch counts the failures');
    t.mustEqual(
      getBatchResults(reply).map(({ status }) => status),
      [404, 404],
      'each failure has its own status',
    );
  }),
  batch.audit('any-operation', ['BATCH-RUN-001'], async (t) => {
    await givenBatches(t);
    const operations: Record<string, BatchOperation> = {
      'an unknown route': { method: 'GET', path: '/api/no-such-route-at-all' },
      'a method that the route does not support': { method: 'DELETE', path: '/api/health' },
      'a body of another type': { method: 'POST', path: '/api/graphs', body: 'a text' },
      'an unknown code': { method: 'GET', path: '/api/errors/NO_SUCH_CODE' },
      'a bad query': { method: 'GET', path: '/api/console?limit=0' },
    };
    for (const [words, operation] of Object.entries(operations)) {
      const reply = await sendBatch(t, [operation, healthOperation]);
      t.mustEqual(reply.status, 200, `a batch with ${words} returns 200`);
      t.mustEqual(reply.at('totalOperations'), 2, `a batch with ${words} counts it as a failure`);
      t.must(
        isOperationDone(getBatchResults(reply)[1]),
        `operations after ${words} are carried out`,
        describeReply(reply),
      );
    }
  }),
  batch.audit('many', ['BATCH-RUN-001'], async (t) => {
    await givenBatches(t);
    for (const count of [501, 1000]) {
      const reply = await sendBatch(
        t,
        Array.from({ length: count }, () => healthOperation),
      );
      // The maximum body size is not documented, so a 413 does not show how many operations are permitted.
      if (reply.status === 413) t.observe(`a batch of ${count}`, 413);
      else t.mustEqual(reply.status, 200, `a batch of ${count} operations returns 200`);
      if (reply.ok) t.mustEqual(reply.at('succeeded'), count, 'the batch counts all of its operations');
    }
  }),
  batch.audit('empty', ['BATCH-RUN-002', 'ERR-004'], async (t) => {
    await givenBatches(t);
    t.for('BATCH-RUN-002', 'ERR-004').mustFail(await sendBatch(t, []), 400, 'INVALID_REQUEST');
  }),
  batchWithProject
    .with({ likelyCause: 'operations run concurrently, or in another order' })
    .audit('order', ['BATCH-RUN-005'], async (t) => {
      const { port, path } = await createFloatPort(t);
      t.given((await t.fixtures.write(port.id, 0)).ok, 'a value can be written');
      await t.property(
        'every read sees the last write before it',
        array(oneof(integer({ min: 1, max: 1000 }), constant(undefined)), { minLength: 2, maxLength: 12 }),
        async (steps) => {
          t.given((await t.fixtures.write(port.id, 0)).ok, 'the value can be reset');
          const reply = await sendBatch(
            t,
            steps.map((value) =>
              value === undefined ? { method: 'GET', path } : { method: 'PUT', path, body: { value } },
            ),
          );
          t.mustEqual(reply.status, 200, 'the batch returns 200');
          const results = getBatchResults(reply);
          t.mustEqual(results.length, steps.length, 'every operation has a result');
          let expected = 0;
          for (const [index, value] of steps.entries()) {
            if (value !== undefined) expected = value;
            else
              t.mustEqual(
                t.fields.portValue(results[index]?.body),
                expected,
                `operation ${index} reads the last value written`,
              );
          }
          t.mustEqual(await t.fixtures.read(port.id), expected, 'the last write is kept');
        },
      );
    }),
  batchWithProject
    .with({ likelyCause: 'the batch stops at the first failure' })
    .audit('failure-goes-on', ['BATCH-001', 'BATCH-RUN-006', 'BATCH-RUN-008', 'BATCH-RUN-010'], async (t) => {
      const graph = await t.fixtures.graph();
      const { node, port } = await t.fixtures.plainInput(graph, 'Float');
      const path = pathTo`/api/ports/${port.id}/value`;
      const before = (await t.fixtures.listNodes(graph)).length;
      const reply = await sendBatch(t, [
        { method: 'PUT', path, body: { value: 1 } },
        { method: 'PUT', path, body: { value: 'no number' } },
        { method: 'PUT', path, body: {} },
        unknownOperation,
        {
          method: 'POST',
          path: pathTo`/api/graphs/${graph.id}/nodes`,
          body: { category: node.category, locationX: 0, locationY: 0 },
        },
        { method: 'PUT', path, body: { value: 3 } },
        { method: 'GET', path },
      ]);
      t.for('BATCH-001').mustEqual(reply.status, 200, 'the batch returns 200');
      const results = getBatchResults(reply);
      const statuses = results.map(({ status }) => Number(status));
      t.for('BATCH-RUN-008').mustEqual(
        statuses.slice(1, 4),
        [400, 400, 404],
        'failed operations have their own status',
      );
      t.for('BATCH-001').must(
        isOperationDone(results[0]) && isOperationDone(results[5]),
        'operations run with their bodies',
        { actual: statuses },
      );
      const continueAssertions = t.for('BATCH-RUN-006');
      continueAssertions.must(
        results.slice(4).every(isOperationDone),
        'operations after failed ones succeed',
        { actual: statuses },
      );
      continueAssertions.mustEqual(
        await t.fixtures.read(port.id),
        3,
        'operations after failed ones took effect',
      );
      continueAssertions.mustEqual((await t.fixtures.listNodes(graph)).length, before + 1, 'once');
      const methods = t.for('BATCH-RUN-010');
      for (const [method, index] of [
        ['PUT', 0],
        ['POST', 4],
        ['GET', 6],
      ] as const) {
        methods.must(isOperationDone(results[index]), `${method} succeeds in a batch`, {
          actual: results[index],
        });
      }
    }),
  batchWithRuntime.audit('sync', ['BATCH-RUN-011'], async (t) => {
    const { path } = await createFloatPort(t);
    for (const query of ['', '?sync=false', '?sync=true']) {
      const reply = await t.http.post(`/api/batch${query}`, {
        operations: [{ method: 'PUT', path, body: { value: 1 } }],
      });
      t.must(
        reply.status === 200 && isOperationDone(getBatchResults(reply)[0]),
        `a batch with "${query}" succeeds`,
        { actual: reply.text.slice(0, 200) },
      );
    }
  }),
];
