import { pathTo } from '../../target/id.ts';
import { array, constant, integer, oneof } from 'fast-check';
import { at, isRecord, recordsOf } from '../../json.ts';
import { absentId } from '../../lab/lab.ts';
import { area } from '../../area.ts';
import type { AuditContext } from '../../audit.ts';
import type { RequestOptions, Reply } from '../../target/http/exchange.ts';
import type { LabPort } from '../../lab/palette.ts';

const batch = area('batch', 'token');
const batchWithProject = area('batch', 'token', 'project');
const batchWithRuntime = area('batch', 'token', 'project', 'runtime');

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const send = (t: AuditContext, operations: readonly Operation[], options?: RequestOptions): Promise<Reply> =>
  t.http.post('/api/batch', { operations }, options);

const results = (reply: Reply) => recordsOf(reply.at('results'));

const health: Operation = { method: 'GET', path: '/api/health' };
const missing: Operation = { method: 'GET', path: pathTo`/api/graphs/${absentId}/nodes` };

/** A Float port to write to, so that every operation leaves a trace. */
const floatPort = async (t: AuditContext): Promise<{ port: LabPort; path: string }> => {
  const graph = await t.lab.graph();
  const { port } = await t.lab.port(graph, 'Float', 'input');
  return { port, path: pathTo`/api/ports/${port.id}/value` };
};

/** A batch that works: without it, a refusal means nothing. */
const proven = async (t: AuditContext): Promise<void> => {
  const reply = await send(t, [health]);
  t.given(
    reply.status === 200 && results(reply)[0]?.status === 200,
    'a batch of one valid operation succeeds',
    { actual: reply.text.slice(0, 200) },
  );
};

/** Whether an operation was kept from running: with the whole batch, or by a status of its own. */
const blocked = (reply: Reply, index: number): boolean =>
  reply.status === 400 || (reply.status === 200 && Number(results(reply)[index]?.status) >= 400);

export const batchAudits = [
  batch.audit('shape', ['BATCH-001', 'BATCH-002', 'BATCH-003', 'BATCH-RUN-014'], async (t) => {
    const reply = await send(t, [health, missing, health]);
    t.mustEqual(reply.status, 200, 'a batch answers 200');
    t.mustEqual(reply.at('totalOperations'), 3, 'totalOperations counts the operations');
    t.mustEqual(reply.at('succeeded'), 2, 'succeeded counts the successes');
    t.mustEqual(reply.at('failed'), 1, 'failed counts the failures');
    t.mustEqual(
      results(reply).map(({ index }) => index),
      [0, 1, 2],
      'results are numbered from 0 in order',
    );
    t.mustEqual(results(reply)[0]?.status, 200, 'a result has the status of its operation');
    t.must(isRecord(results(reply)[0]?.body), 'a result has the body of its operation', {
      actual: results(reply)[0],
    });
    t.must(isRecord(results(reply)[1]?.body), 'a result has the body of an operation that failed too', {
      actual: results(reply)[1],
    });
  }),
  batch.audit('same-as-alone', ['BATCH-RUN-012'], async (t) => {
    const paths = [
      '/api/types',
      '/api/errors/GRAPH_NOT_FOUND',
      missing.path,
      '/api/node-types/no-such-category',
      '/api/node-types?limit=1&offset=1',
      '/api/node-types/search?q=vector',
    ];
    const reply = await send(
      t,
      paths.map((path) => ({ method: 'GET', path })),
    );
    t.mustEqual(reply.status, 200, 'a batch answers 200');
    for (const [index, path] of paths.entries()) {
      const alone = await t.http.get(path);
      t.mustEqual(
        results(reply)[index]?.status,
        alone.status,
        `${path} has the status of the call made alone`,
      );
      const body = results(reply)[index]?.body;
      if (alone.ok) t.mustEqual(body, alone.json, `${path} has its body`);
      else t.mustEqual(at(body, 'error.code'), alone.at('error.code'), `${path} has its error code`);
    }
  }),
  batch.audit('all-failing', ['BATCH-RUN-001'], async (t) => {
    await proven(t);
    const reply = await send(t, [missing, missing]);
    t.mustEqual(reply.status, 200, 'a batch answers 200 even if every operation fails');
    t.mustEqual([reply.at('succeeded'), reply.at('failed')], [0, 2], 'and counts the failures');
    t.mustEqual(
      results(reply).map(({ status }) => status),
      [404, 404],
      'each with its own status',
    );
  }),
  batch.audit('empty', ['BATCH-RUN-002', 'ERR-004'], async (t) => {
    await proven(t);
    t.mustFail(await send(t, []), 400, 'INVALID_REQUEST');
  }),
  batch.audit('method', ['BATCH-RUN-003'], async (t) => {
    await proven(t);
    for (const method of ['PATCH', 'HEAD', 'FETCH', 'OPTIONS']) {
      const reply = await send(t, [{ method, path: '/api/health' }]);
      t.must(blocked(reply, 0), `${method} is not run`, {
        expected: '400, for the batch or the operation',
        actual: reply.text.slice(0, 200),
      });
      t.observe(method, reply.status);
    }
  }),
  batch.audit('path', ['BATCH-RUN-004'], async (t) => {
    await proven(t);
    for (const path of ['/llms.txt', 'api/health', '/', `${t.target.url}/api/health`, '/apis/health']) {
      const reply = await send(t, [{ method: 'GET', path }]);
      t.must(blocked(reply, 0), `${path} is not run`, {
        expected: '400, for the batch or the operation',
        actual: reply.text.slice(0, 200),
      });
      t.observe(path.replace(t.target.url, '{base_url}'), reply.status);
    }
  }),
  batchWithProject.audit(
    'order',
    ['BATCH-RUN-005'],
    { likelyCause: 'operations run at the same time, or in another order' },
    async (t) => {
      const { port, path } = await floatPort(t);
      t.given((await t.lab.write(port.id, 0)).ok, 'a value can be written');
      await t.property(
        'every read sees the last write before it',
        array(oneof(integer({ min: 1, max: 1000 }), constant(undefined)), { minLength: 2, maxLength: 12 }),
        async (steps) => {
          t.given((await t.lab.write(port.id, 0)).ok, 'the value can be reset');
          const reply = await send(
            t,
            steps.map((value) =>
              value === undefined ? { method: 'GET', path } : { method: 'PUT', path, body: { value } },
            ),
          );
          t.mustEqual(reply.status, 200, 'the batch answers 200');
          t.mustEqual(results(reply).length, steps.length, 'every operation has a result');
          let expected = 0;
          for (const [index, value] of steps.entries()) {
            if (value !== undefined) expected = value;
            else
              t.mustEqual(
                t.fields.portValue(results(reply)[index]?.body),
                expected,
                `operation ${index} reads what was written last`,
              );
          }
          t.mustEqual(await t.lab.read(port.id), expected, 'the last write stays');
        },
      );
    },
  ),
  batchWithProject.audit(
    'failure-goes-on',
    ['BATCH-001', 'BATCH-RUN-006', 'BATCH-RUN-008', 'BATCH-RUN-010'],
    { likelyCause: 'the batch stops at the first failure' },
    async (t) => {
      const graph = await t.lab.graph();
      const { node, port } = await t.lab.port(graph, 'Float', 'input');
      const path = pathTo`/api/ports/${port.id}/value`;
      const before = (await t.lab.nodesOf(graph)).length;
      const reply = await send(t, [
        { method: 'PUT', path, body: { value: 1 } },
        { method: 'PUT', path, body: { value: 'no number' } },
        { method: 'PUT', path, body: {} },
        missing,
        {
          method: 'POST',
          path: pathTo`/api/graphs/${graph.id}/nodes`,
          body: { category: node.category, locationX: 0, locationY: 0 },
        },
        { method: 'PUT', path, body: { value: 3 } },
        { method: 'GET', path },
      ]);
      t.mustEqual(reply.status, 200, 'the batch answers 200');
      const statuses = results(reply).map(({ status }) => Number(status));
      t.mustEqual(
        statuses.map((status) => status < 400),
        [true, false, false, false, true, true, true],
        'each operation stands for itself',
      );
      t.mustEqual(statuses.slice(1, 4), [400, 400, 404], 'with its own status');
      t.mustEqual(await t.lab.read(port.id), 3, 'what came after the failures was done');
      t.mustEqual((await t.lab.nodesOf(graph)).length, before + 1, 'once');
    },
  ),
  batchWithProject.audit('nested', ['BATCH-RUN-007'], async (t) => {
    await proven(t);
    const { port, path } = await floatPort(t);
    t.given((await t.lab.write(port.id, 5)).ok, 'a value can be written');
    const inner = { operations: [{ method: 'PUT', path, body: { value: 6 } }] };
    for (const nested of [
      '/api/batch',
      '/api/batch?sync=false',
      '/API/batch',
      '/api/batch/',
      '/api/./batch',
      '/api//batch',
      '/api/graphs/../batch',
      '/api/%62atch',
    ]) {
      const reply = await send(t, [{ method: 'POST', path: nested, body: inner }]);
      t.must(blocked(reply, 0), `${nested} inside a batch is blocked`, {
        actual: reply.text.slice(0, 200),
      });
      t.mustEqual(await t.lab.read(port.id), 5, `nothing of ${nested} was done`);
    }
  }),
  batchWithProject.audit('authentication', ['BATCH-RUN-009'], async (t) => {
    await proven(t);
    const { port, path } = await floatPort(t);
    const operations = [{ method: 'PUT', path, body: { value: 8 } }];
    t.given(
      results(await send(t, [{ method: 'PUT', path, body: { value: 7 } }]))[0]?.status === 200,
      'with the token the operation is done',
    );
    const reply = await send(t, operations, { token: null });
    t.must(
      !reply.ok || results(reply).every(({ status }) => Number(status) >= 400),
      'without the token no gated operation succeeds',
      { actual: reply.text.slice(0, 200) },
    );
    t.mustEqual(await t.lab.read(port.id), 7, 'and nothing is changed');
  }),
  batchWithRuntime.audit('sync', ['BATCH-RUN-011'], async (t) => {
    const { path } = await floatPort(t);
    for (const query of ['', '?sync=false', '?sync=true']) {
      const reply = await t.http.post(`/api/batch${query}`, {
        operations: [{ method: 'PUT', path, body: { value: 1 } }],
      });
      t.must(reply.status === 200 && results(reply)[0]?.status === 200, `a batch with "${query}" succeeds`, {
        actual: reply.text.slice(0, 200),
      });
    }
  }),
];
