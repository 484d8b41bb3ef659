import { audit } from '../../audit.ts';

/** Audits of a target without an open project. */
export const noProject = [
  audit({
    id: 'instances/no-project',
    requirements: ['GRAPH-CREATE-003', 'ERR-024'],
    needs: ['condition:noProject'],
    async run(t) {
      const { http } = await t.under('noProject');
      t.mustFail(await http.post('/api/graphs', { name: `${t.manifest.namespace}-1` }), 409, 'NO_PROJECT');
    },
  }),
  audit({
    id: 'instances/no-project-health',
    requirements: ['HEALTH-014'],
    needs: ['condition:noProject'],
    async run(t) {
      const { http } = await t.under('noProject');
      const health = await http.get('/api/health');
      t.mustEqual(
        health.json === undefined ? undefined : health.at('projectName'),
        null,
        'projectName is null',
      );
    },
  }),
];
