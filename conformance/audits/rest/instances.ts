import { absentId } from '../../lab/lab.ts';
import { audit } from '../../audit.ts';

/** Audits of extra copies of the target, each in a condition that the interface itself cannot bring about. */
export const instances = [
  audit({
    id: 'instances/no-runtime',
    requirements: ['OVER-RUNTIME-001', 'HTTP-016', 'ACT-005', 'ERR-028'],
    needs: ['instance:noRuntime'],
    async run(t) {
      const { http } = t.instance('noRuntime');
      const health = await http.get('/api/health');
      t.given(
        health.at('status') === 'ok' && health.at('runtimeConnected') === false,
        'a copy whose health shows no runtime',
      );
      const action = await http.post('/api/actions/log/console', { message: 'nobody listens' });
      t.mustFail(action, 503, 'RUNTIME_NOT_CONNECTED');
      const graph = await http.post('/api/graphs?replace=true', { name: `${t.manifest.namespace}-1` });
      const id = graph.at('id');
      if (!graph.ok || typeof id !== 'string') return;
      for (const verb of ['sync', 'run']) {
        t.mustFail(await http.post(`/api/graphs/${id}/${verb}`), 503, 'RUNTIME_NOT_CONNECTED');
      }
    },
  }),
  audit({
    id: 'instances/api-off',
    requirements: ['AUTH-OFF-002', 'AUTH-OFF-003', 'ERR-013', 'HEALTH-015'],
    needs: ['instance:apiOff'],
    async run(t) {
      const { http } = t.instance('apiOff');
      const health = await http.get('/api/health');
      t.must(health.ok && health.at('status') === 'ok', 'health answers while the API is off', {
        actual: health.status,
      });
      t.mustEqual(health.at('apiEnabled'), false, 'apiEnabled is false');
      t.must((await http.get('/api/toc')).ok, 'the toc answers while the API is off');
      t.mustFail(await http.get('/api/types'), 403, 'API_DISABLED');
      t.mustFail(await http.get(`/api/graphs/${absentId}/nodes`), 403, 'API_DISABLED');
      t.mustFail(await http.post('/api/graphs', {}), 403, 'API_DISABLED');
    },
  }),
  audit({
    id: 'instances/no-project',
    requirements: ['GRAPH-CREATE-003', 'ERR-024', 'HEALTH-014'],
    needs: ['instance:noProject'],
    async run(t) {
      const { http } = t.instance('noProject');
      const health = await http.get('/api/health');
      t.given(health.at('status') === 'ok', 'a healthy copy without a project');
      t.mustEqual(health.at('projectName'), null, 'projectName is null');
      t.mustFail(await http.post('/api/graphs', { name: `${t.manifest.namespace}-1` }), 409, 'NO_PROJECT');
    },
  }),
];
