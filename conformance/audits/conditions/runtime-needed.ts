import { area } from '../../area.ts';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { answered, givenTroubled } from '../../lab/runtime-trouble.ts';
import { dataTypes, localType } from '../discovery/data-types.ts';
import type { Audit, Judgements } from '../../audit.ts';
import type { Trouble } from '../../lab/runtime-trouble.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { RequirementId } from '../../requirements/index.ts';

/** The discovery data types that need the runtime. */
export const runtimeTypes = dataTypes.filter((dataType) => dataType !== localType);

const statuses = { slowRuntime: 504, failingRuntime: 422 } as const;

/** Reads of what only the runtime knows. Some may be answered from what is known already. */
const readAudit = (id: string, requirement: RequirementId, condition: Trouble, paths: readonly string[]) =>
  area('instances', 'token', 'runtime', `condition:${condition}`).audit(id, [requirement], async (t) => {
    const { http } = await givenTroubled(t, condition);
    const asked: Reply[] = [];
    for (const path of paths) {
      const reply = await answered(t, http.get(path));
      if (!reply.ok) asked.push(reply);
    }
    t.given(asked.length > 0, 'a read for which the runtime is asked, rather than what is known already');
    for (const reply of asked) t.mustFail(reply, statuses[condition]);
  });

const syncAudit = (condition: Trouble): Audit =>
  area('instances', 'token', 'runtime', 'project', `condition:${condition}`).audit(
    `${condition === 'slowRuntime' ? 'slow' : 'failing'}-runtime-sync`,
    ['SYNC-003'],
    async (t) => {
      const { http, lab } = await givenTroubled(t, condition);
      const { id } = await lab.graph();
      const reply = await answered(t, http.post(pathTo`/api/graphs/${id}/sync`));
      t.mustFail(reply, statuses[condition]);
    },
  );

const spawnables = ['/api/discovery/spawnables'];
const types = runtimeTypes.map((dataType) => `/api/discovery/${dataType}`);

/** What a batch of this answers: 200, whatever becomes of its operations. */
export const mustBeBatch = (judge: Judgements, reply: Reply, operations: number): void => {
  judge.mustEqual(reply.status, 200, 'a batch is 200 whatever its operations come to');
  judge.mustEqual(reply.at('totalOperations'), operations, 'and tells of all of them');
};

const batchAudit = (condition: Trouble): Audit =>
  area('instances', 'token', 'runtime', 'project', `condition:${condition}`).audit(
    `${condition === 'slowRuntime' ? 'slow' : 'failing'}-runtime-batch`,
    ['BATCH-RUN-001'],
    async (t) => {
      const { http, lab } = await givenTroubled(t, condition);
      const { id } = await lab.graph();
      const operations = [
        { method: 'GET', path: '/api/health' },
        { method: 'POST', path: pathTo`/api/graphs/${id}/sync` },
      ];
      const reply = await answered(t, http.post('/api/batch', { operations }));
      mustBeBatch(t, reply, operations.length);
      t.observe('a batch with a synchronisation', inShort(reply).actual);
    },
  );

/** Audits of what needs the runtime while that fails, or does not answer in time. */
export const runtimeNeededAudits: readonly Audit[] = [
  readAudit('slow-runtime-spawnables', 'DISC-SPAWN-004', 'slowRuntime', spawnables),
  readAudit('failing-runtime-spawnables', 'DISC-SPAWN-005', 'failingRuntime', spawnables),
  readAudit('slow-runtime-types', 'DISC-TYPE-008', 'slowRuntime', types),
  readAudit('failing-runtime-types', 'DISC-TYPE-009', 'failingRuntime', types),
  syncAudit('slowRuntime'),
  syncAudit('failingRuntime'),
  batchAudit('slowRuntime'),
  batchAudit('failingRuntime'),
];
