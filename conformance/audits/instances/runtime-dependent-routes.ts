import { defineAuditArea } from '../../define-audit-area.ts';
import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { awaitReply, givenRuntimeFailure } from '../../audit-helpers/runtime-failure.ts';
import { dataTypes, localDataType } from '../discovery/discovery-requests.ts';
import type { Audit, Assertions } from '../../audit.ts';
import type { RuntimeFailure } from '../../audit-helpers/runtime-failure.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { RequirementId } from '../../requirements/index.ts';

/** Discovery data types for which the runtime is needed. */
export const runtimeDataTypes = dataTypes.filter((dataType) => dataType !== localDataType);

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
export const mustBeBatchResponse = (assertions: Assertions, reply: Reply, operations: number): void => {
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

/** Audits of calls that need the runtime while the runtime fails or does not respond in time. */
export const runtimeDependentRouteAudits: readonly Audit[] = [
  defineReadAudit('slow-runtime-spawnables', 'DISC-SPAWN-004', 'slowRuntime', spawnablesPath),
  defineReadAudit('failing-runtime-spawnables', 'DISC-SPAWN-005', 'failingRuntime', spawnablesPath),
  defineReadAudit('slow-runtime-types', 'DISC-TYPE-008', 'slowRuntime', dataTypePaths),
  defineReadAudit('failing-runtime-types', 'DISC-TYPE-009', 'failingRuntime', dataTypePaths),
  defineSyncAudit('slowRuntime'),
  defineSyncAudit('failingRuntime'),
  defineBatchAudit('slowRuntime'),
  defineBatchAudit('failingRuntime'),
];
