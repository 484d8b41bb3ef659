import { findLogParameters, toActionPath } from '../../audit-helpers/run-action.ts';
import {
  awaitReply,
  givenRuntimeFailure,
  runActionUnderFailure,
  type RuntimeFailure,
} from '../../audit-helpers/runtime-failure.ts';
import { type Assertions, type Audit, type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterRecords, filterStrings } from '../../json.ts';
import { findAction } from '../../target/action-schema.ts';
import { describeReply, type Reply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { replacePlaceholders } from '../../target/placeholders.ts';
import { dataTypes, localDataType } from '../discovery.ts';
import type { RequirementId } from '../../requirements/index.ts';

/** Discovery data types for which the runtime is needed. */
const runtimeDataTypes = dataTypes.filter((dataType) => dataType !== localDataType);

const failureStatuses = { slowRuntime: 504, failingRuntime: 422 } as const;

/** Defines an audit that reads data which only the runtime has. Some of the data may come from a cache. */
const defineReadAudit = (
  id: string,
  requirement: RequirementId,
  condition: RuntimeFailure,
  paths: readonly string[],
) =>
  defineAuditArea('instances', 'token', 'runtime', `condition:${condition}`).audit(
    id,
    [requirement],
    async (t) => {
      const { http } = await givenRuntimeFailure(t, condition);
      const replies: Reply[] = [];
      for (const path of paths) {
        const reply = await awaitReply(t, http.get(path));
        if (!reply.ok) replies.push(reply);
      }
      t.given(replies.length > 0, 'a read that calls the runtime instead of using a cache');
      for (const reply of replies) t.mustFail(reply, failureStatuses[condition]);
    },
  );

const defineSyncAudit = (condition: RuntimeFailure): Audit =>
  defineAuditArea('instances', 'token', 'runtime', 'project', `condition:${condition}`).audit(
    `${condition === 'slowRuntime' ? 'slow' : 'failing'}-runtime-sync`,
    ['SYNC-003'],
    async (t) => {
      const { http, fixtures } = await givenRuntimeFailure(t, condition);
      const { id } = await fixtures.graph();
      const reply = await awaitReply(t, http.post(pathTo`/api/graphs/${id}/sync`));
      t.mustFail(reply, failureStatuses[condition]);
    },
  );

const spawnablesPath = ['/api/discovery/spawnables'];
const dataTypePaths = runtimeDataTypes.map((dataType) => `/api/discovery/${dataType}`);

/** Asserts that a batch returns 200 regardless of the results of its operations. */
const mustBeBatchResponse = (assertions: Assertions, reply: Reply, operations: number): void => {
  assertions.mustEqual(reply.status, 200, 'a batch returns 200 whatever the results of its operations');
  assertions.mustEqual(reply.at('totalOperations'), operations, 'the batch reports all of its operations');
};

const defineBatchAudit = (condition: RuntimeFailure): Audit =>
  defineAuditArea('instances', 'token', 'runtime', 'project', `condition:${condition}`).audit(
    `${condition === 'slowRuntime' ? 'slow' : 'failing'}-runtime-batch`,
    ['BATCH-RUN-001'],
    async (t) => {
      const { http, fixtures } = await givenRuntimeFailure(t, condition);
      const { id } = await fixtures.graph();
      const operations = [
        { method: 'GET', path: '/api/health' },
        { method: 'POST', path: pathTo`/api/graphs/${id}/sync` },
      ];
      const reply = await awaitReply(t, http.post('/api/batch', { operations }));
      mustBeBatchResponse(t, reply, operations.length);
      t.observe('a batch with a sync', describeReply(reply).actual);
    },
  );

const instances = defineAuditArea('instances', 'condition:noRuntime');
const instancesWithRuntime = defineAuditArea('instances', 'token', 'runtime', 'condition:noRuntime');

const expectedCode = 'RUNTIME_NOT_CONNECTED';

/** Audits of a target whose runtime is absent. */
export const audits = [
  instances
    .with({ likelyCause: 'a route that calls the runtime without checking that it is available' })
    .audit('no-runtime', ['OVER-RUNTIME-001', 'HTTP-016', 'ERR-028'], async (t) => {
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
    }),
  instances.audit('no-runtime-spawnables', ['DISC-SPAWN-003'], async (t) => {
    const { http } = await t.underCondition('noRuntime');
    t.mustFail(await http.get('/api/discovery/spawnables'), 503, expectedCode);
  }),
  instances.audit('no-runtime-health', ['OVER-RUNTIME-002'], async (t) => {
    const { http } = await t.underCondition('noRuntime');
    t.mustEqual((await http.get('/api/health')).at('runtimeConnected'), false, 'runtimeConnected is false');
  }),
  instances
    .with({ likelyCause: 'sync=true of the batch calls the runtime before the operations do' })
    .audit('no-runtime-batch', ['BATCH-RUN-001'], async (t) => {
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
    }),
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

  defineAuditArea('instances', 'token', 'runtime', 'condition:failingRuntime').audit(
    'failing-runtime',
    ['HTTP-018', 'ERR-027'],
    async (t) => {
      const { reply } = await runActionUnderFailure(t, 'failingRuntime');
      t.for('HTTP-018', 'ERR-027').mustFail(reply, 422);
      t.observe('code of 422', reply.at('error.code'));
    },
  ),
  defineAuditArea('instances', 'token', 'runtime', 'condition:slowRuntime').audit(
    'slow-runtime',
    ['HTTP-017', 'ERR-029'],
    async (t) => {
      const { reply } = await runActionUnderFailure(t, 'slowRuntime');
      t.for('HTTP-017', 'ERR-029').mustFail(reply, 504);
      t.observe('code of 504', reply.at('error.code'));
    },
  ),

  defineReadAudit('slow-runtime-spawnables', 'DISC-SPAWN-004', 'slowRuntime', spawnablesPath),
  defineReadAudit('failing-runtime-spawnables', 'DISC-SPAWN-005', 'failingRuntime', spawnablesPath),
  defineReadAudit('slow-runtime-types', 'DISC-TYPE-008', 'slowRuntime', dataTypePaths),
  defineReadAudit('failing-runtime-types', 'DISC-TYPE-009', 'failingRuntime', dataTypePaths),
  defineSyncAudit('slowRuntime'),
  defineSyncAudit('failingRuntime'),
  defineBatchAudit('slowRuntime'),
  defineBatchAudit('failingRuntime'),
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
