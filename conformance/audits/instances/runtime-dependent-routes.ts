import { defineAuditArea } from '../../define-audit-area.ts';
import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { awaitReply, givenRuntimeFailure } from '../../audit-helpers/runtime-failure.ts';
import { dataTypes, localDataType } from '../discovery/data-types.ts';
import type { Audit, Assertions } from '../../audit.ts';
import type { RuntimeFailure } from '../../audit-helpers/runtime-failure.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { RequirementId } from '../../requirements/index.ts';

/** The discovery data types that need the runtime. */
export const runtimeDataTypes = dataTypes.filter((dataType) => dataType !== localDataType);

const failureStatuses = { slowRuntime: 504, failingRuntime: 422 } as const;

/** Reads of what only the runtime knows. Some may be answered from what is known already. */
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
      const asked: Reply[] = [];
      for (const path of paths) {
        const reply = await awaitReply(t, http.get(path));
        if (!reply.ok) asked.push(reply);
      }
      t.given(asked.length > 0, 'a read for which the runtime is asked, rather than what is known already');
      for (const reply of asked) t.mustFail(reply, failureStatuses[condition]);
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

/** What a batch of this answers: 200, whatever becomes of its operations. */
export const mustBeBatchResponse = (judge: Assertions, reply: Reply, operations: number): void => {
  judge.mustEqual(reply.status, 200, 'a batch is 200 whatever its operations come to');
  judge.mustEqual(reply.at('totalOperations'), operations, 'and tells of all of them');
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
      t.observe('a batch with a synchronisation', describeReply(reply).actual);
    },
  );

/** Audits of what needs the runtime while that fails, or does not answer in time. */
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
