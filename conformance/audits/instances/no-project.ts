import { defineAuditArea } from '../../define-audit-area.ts';

const instances = defineAuditArea('instances', 'condition:noProject');

/** Audits of a target without an open project. */
export const noProjectAudits = [
  instances.audit('no-project', ['GRAPH-CREATE-003', 'ERR-024'], async (t) => {
    const { http } = await t.underCondition('noProject');
    const reply = await http.post('/api/graphs', { name: `${t.manifest.namespace}-1` });
    t.for('GRAPH-CREATE-003', 'ERR-024').mustFail(reply, 409, 'NO_PROJECT');
  }),
  instances.audit('no-project-health', ['HEALTH-014'], async (t) => {
    const { http } = await t.underCondition('noProject');
    const health = await http.get('/api/health');
    t.mustEqual(
      health.json === undefined ? undefined : health.at('projectName'),
      null,
      'projectName is null',
    );
  }),
];
