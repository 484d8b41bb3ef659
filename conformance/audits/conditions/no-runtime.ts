import { inShort } from '../../target/http/in-short.ts';
import { recordsOf, stringsOf } from '../../json.ts';
import { actionIn } from '../../target/actions.ts';
import { audit } from '../../audit.ts';
import { actionPath, workingLog } from '../../lab/action-calls.ts';
import type { AuditContext } from '../../audit.ts';

const code = 'RUNTIME_NOT_CONNECTED';

/** Audits of a target whose runtime is not there. */
export const noRuntime = [
  audit({
    id: 'instances/no-runtime',
    requirements: ['OVER-RUNTIME-001', 'HTTP-016', 'ERR-028'],
    needs: ['condition:noRuntime'],
    likelyCause: 'a route that reaches for the runtime without asking whether it is there',
    async run(t) {
      const { http, lab } = await t.under('noRuntime');
      for (const dataType of ['spawnables', 'scene-objects']) {
        t.mustFail(await http.get(`/api/discovery/${dataType}`), 503, code);
      }
      const { id } = await lab.graph();
      for (const verb of ['sync', 'run']) t.mustFail(await http.post(`/api/graphs/${id}/${verb}`), 503, code);
    },
  }),
  audit({
    id: 'instances/no-runtime-health',
    requirements: ['OVER-RUNTIME-002'],
    needs: ['condition:noRuntime'],
    async run(t) {
      const { http } = await t.under('noRuntime');
      t.mustEqual((await http.get('/api/health')).at('runtimeConnected'), false, 'runtimeConnected is false');
    },
  }),
  audit({
    id: 'instances/no-runtime-batch',
    requirements: ['BATCH-RUN-001'],
    needs: ['condition:noRuntime'],
    likelyCause: 'sync=true of the batch asks for the runtime before the operations do',
    async run(t) {
      const { http, lab } = await t.under('noRuntime');
      const { id } = await lab.graph();
      const add = {
        method: 'POST',
        path: `/api/graphs/${id}/nodes`,
        body: { category: await anyCategory(t) },
      };
      const operations = [{ method: 'GET', path: '/api/health' }, add, { method: 'GET', path: '/api/types' }];
      const alone = await http.post('/api/batch', { operations });
      t.given(
        alone.status === 200 && alone.at('failed') === 0,
        'a batch without sync succeeds',
        inShort(alone),
      );
      const reply = await http.post('/api/batch?sync=true', { operations });
      t.mustEqual(reply.status, 200, 'a batch is 200 when nothing can be synchronised');
      const results = recordsOf(reply.at('results'));
      const statusOf = (index: number) => results.find((result) => result.index === index)?.status;
      t.mustEqual([statusOf(0), statusOf(2)], [200, 200], 'and what needs no runtime is carried out');
      t.observe('an edit that was to be synchronised', statusOf(1));
    },
  }),
  audit({
    id: 'instances/no-runtime-action',
    requirements: ['ACT-005'],
    needs: ['token', 'runtime', 'condition:noRuntime'],
    async run(t) {
      const parameters = await workingLog(t, 'nobody listens');
      const { http } = await t.under('noRuntime');
      t.mustFail(await http.post(actionPath('log.console'), parameters), 503, code);
    },
  }),
  audit({
    id: 'instances/no-runtime-project-open',
    requirements: ['PROJECT-002'],
    needs: ['condition:noRuntime'],
    async run(t) {
      const { http } = await t.under('noRuntime');
      const reply = await http.post('/api/project/open', openBody(t));
      t.given(reply.status !== 404, 'the route POST /api/project/open', { actual: reply.status });
      t.given(reply.status !== 400, 'a body that opens a project (choices.bodies.openProject)', {
        actual: reply.text.slice(0, 200),
      });
      t.mustFail(reply, 503, code);
    },
  }),
  audit({
    id: 'instances/no-runtime-project-refresh',
    requirements: ['PROJECT-003'],
    needs: ['token', 'runtime', 'condition:noRuntime'],
    async run(t) {
      const schema = (await t.http.get('/api/actions/schema')).json;
      t.given(actionIn(schema, 'project.refresh') !== undefined, 'project.refresh in the action schema');
      const refreshed = await t.http.post('/api/actions/project/refresh', {});
      t.must(refreshed.ok, 'project.refresh succeeds while the runtime is there', {
        actual: refreshed.status,
      });
      const { http } = await t.under('noRuntime');
      t.mustFail(await http.post('/api/actions/project/refresh', {}), 503, code);
    },
  }),
];

/** A node type that can be placed. */
const anyCategory = async (t: AuditContext): Promise<string> => {
  const values = await t.http.get('/api/node-types/enum-values');
  return stringsOf(t.fields.items(values.json))[0] ?? t.unverified('a node type to place');
};

/** A body for a project that is nowhere: without a runtime nobody gets to look for it. */
const openBody = (t: AuditContext): Record<string, unknown> => {
  const path = `/${t.manifest.namespace}/no-such-project`;
  const body = t.manifest.choices.bodies.openProject ?? { path: 'PATH' };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === 'PATH' ? path : value]),
  );
};
