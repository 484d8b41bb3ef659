import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { filterRecords, filterStrings } from '../../json.ts';
import { findAction } from '../../target/find-action.ts';
import { replacePlaceholders } from '../../target/placeholders.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { toActionPath, findLogParameters } from '../../audit-helpers/run-action.ts';
import { mustBeBatchResponse, runtimeDataTypes } from './runtime-dependent-routes.ts';
import type { AuditTools } from '../../audit.ts';

const instances = defineAuditArea('instances', 'condition:noRuntime');
const instancesWithRuntime = defineAuditArea('instances', 'token', 'runtime', 'condition:noRuntime');

const expectedCode = 'RUNTIME_NOT_CONNECTED';

/** Audits of a target whose runtime is absent. */
export const noRuntimeAudits = [
  instances.audit(
    'no-runtime',
    ['OVER-RUNTIME-001', 'HTTP-016', 'ERR-028'],
    { likelyCause: 'a route that calls the runtime without checking that it is available' },
    async (t) => {
      const { http, fixtures } = await t.underCondition('noRuntime');
      const assertions = t.for('OVER-RUNTIME-001', 'HTTP-016', 'ERR-028');
      for (const dataType of ['spawnables', ...runtimeDataTypes]) {
        assertions.mustFail(await http.get(pathTo`/api/discovery/${dataType}`), 503, expectedCode);
      }
      const { id } = await fixtures.graph();
      assertions.mustFail(await http.post(pathTo`/api/graphs/${id}/sync`), 503, expectedCode);
      // The result of running a graph without a sync is not documented, but the call needs the runtime.
      for (const verb of ['run', 'ports/sync']) {
        const reply = await http.send('POST', `/api/graphs/${encodeURIComponent(id)}/${verb}`);
        assertions.mustNotSucceed(reply, `${verb} does not succeed without a runtime`);
        t.observe(`${verb} without a runtime`, describeReply(reply).actual);
      }
    },
  ),
  instances.audit('no-runtime-spawnables', ['DISC-SPAWN-003'], async (t) => {
    const { http } = await t.underCondition('noRuntime');
    t.mustFail(await http.get('/api/discovery/spawnables'), 503, expectedCode);
  }),
  instances.audit('no-runtime-health', ['OVER-RUNTIME-002'], async (t) => {
    const { http } = await t.underCondition('noRuntime');
    t.mustEqual((await http.get('/api/health')).at('runtimeConnected'), false, 'runtimeConnected is false');
  }),
  instances.audit(
    'no-runtime-batch',
    ['BATCH-RUN-001'],
    { likelyCause: 'sync=true of the batch calls the runtime before the operations do' },
    async (t) => {
      const { http, fixtures } = await t.underCondition('noRuntime');
      const { id } = await fixtures.graph();
      const add = {
        method: 'POST',
        path: pathTo`/api/graphs/${id}/nodes`,
        body: { category: await findAnyNodeType(t) },
      };
      const operations = [{ method: 'GET', path: '/api/health' }, add, { method: 'GET', path: '/api/types' }];
      const batchReply = await http.post('/api/batch', { operations });
      t.given(
        batchReply.status === 200 && batchReply.at('failed') === 0,
        'a batch without sync succeeds',
        describeReply(batchReply),
      );
      const reply = await http.post('/api/batch?sync=true', { operations });
      mustBeBatchResponse(t, reply, operations.length);
      const results = filterRecords(reply.at('results'));
      const getStatus = (index: number) => results.find((result) => result.index === index)?.status;
      const areExecuted = [getStatus(0), getStatus(2)].every(
        (status) => Math.floor(Number(status) / 100) === 2,
      );
      t.must(areExecuted, 'operations that need no runtime are carried out', describeReply(reply));
      t.observe('an edit with sync=true', getStatus(1));
    },
  ),
  instancesWithRuntime.audit('no-runtime-action', ['ACT-005'], async (t) => {
    const parameters = await findLogParameters(t, 'nobody listens');
    const { http } = await t.underCondition('noRuntime');
    t.mustFail(await http.post(toActionPath('log.console'), parameters), 503, expectedCode);
  }),
  instances.audit('no-runtime-project-open', ['PROJECT-002'], async (t) => {
    const { http } = await t.underCondition('noRuntime');
    const reply = await http.post('/api/project/open', createOpenProjectBody(t));
    t.given(reply.status !== 404, 'the route POST /api/project/open', { actual: reply.status });
    t.given(reply.status !== 400, 'a body that opens a project (choices.bodies.openProject)', {
      actual: reply.text.slice(0, 200),
    });
    t.mustFail(reply, 503, expectedCode);
  }),
  instancesWithRuntime.audit('no-runtime-project-refresh', ['PROJECT-003'], async (t) => {
    const schema = (await t.http.get('/api/actions/schema')).json;
    t.given(findAction(schema, 'project.refresh') !== undefined, 'project.refresh in the action schema');
    const refreshed = await t.http.post('/api/actions/project/refresh', {});
    t.must(refreshed.ok, 'project.refresh succeeds while the runtime is available', {
      actual: refreshed.status,
    });
    const { http } = await t.underCondition('noRuntime');
    t.mustFail(await http.post('/api/actions/project/refresh', {}), 503, expectedCode);
  }),
];

/** Finds a node type whose nodes the target can create. */
const findAnyNodeType = async (t: AuditTools): Promise<string> => {
  const values = await t.http.get('/api/node-types/enum-values');
  return filterStrings(t.fields.items(values.json))[0] ?? t.unverified('a node type that can be created');
};

/**
 * Returns a request body for a project that does not exist. Without a runtime, the target rejects the request before it
 * looks for the project.
 */
const createOpenProjectBody = (t: AuditTools): Record<string, unknown> => {
  const path = `/${t.manifest.namespace}/no-such-project`;
  return replacePlaceholders(t.manifest.choices.bodies.openProject ?? { path: 'PATH' }, { PATH: path });
};
