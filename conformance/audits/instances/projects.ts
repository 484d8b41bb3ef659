import { connectHub, describeReceived } from '../../audit-helpers/hub-client.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';

const instances = defineAuditArea('instances', 'condition:noProject');

const projects = defineAuditArea(
  'projects',
  'token',
  'runtime',
  'project',
  'events',
  'destructive',
  'control:noProject',
);

/**
 * Returns the request body that opens another project, as given in the manifest. Returns `undefined` if the manifest
 * has none.
 */
const getOtherProjectBody = ({ manifest }: AuditTools): Readonly<Record<string, unknown>> | undefined => {
  const body = manifest.choices.bodies.openProject;
  return body && !Object.values(body).includes('PATH') ? body : undefined;
};

const otherProjectRequirement =
  'the body that opens another project (choices.bodies.openProject, without PATH)';

/** Audits that check whether the target can open another project. */
export const audits = [
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

  projects.audit('open', ['PROJECT-001', 'EVENT-018'], async (t) => {
    const body = getOtherProjectBody(t) ?? t.unverified(otherProjectRequirement);
    const openName = async (): Promise<unknown> => (await t.http.get('/api/health')).at('projectName');
    const before = await openName();
    const client = await connectHub(t);
    await client.subscribe('project.opened');
    t.defer(async () => (await t.enterCondition('noProject'))());
    const reply = await t.http.post('/api/project/open', body);
    const assertions = t.for('PROJECT-001', 'EVENT-018');
    if (!assertions.mustSucceed(reply, 'POST /api/project/open succeeds')) return;
    const after = await openName();
    t.for('PROJECT-001').must(
      typeof after === 'string' && after !== before,
      'health shows that another project is open',
      { expected: `a project other than ${String(before)}`, actual: after },
    );
    const opened = await client.event('project.opened');
    t.for('EVENT-018').must(opened !== undefined, 'project.opened arrives', describeReceived(client));
  }),
  projects.audit('refused', ['ERR-001', 'HTTP-019', 'HTTP-020'], async (t) => {
    const body = getOtherProjectBody(t);
    if (!body) return t.notApplicable(`the manifest does not contain ${otherProjectRequirement}`);
    t.defer(async () => (await t.enterCondition('noProject'))());
    const reply = await t.http.post('/api/project/open', body);
    t.givenSuccess(reply, 'POST /api/project/open succeeds');
    const malformed = await t.http.send('POST', '/api/project/open', { body: '{"' });
    t.for('ERR-001', 'HTTP-019').mustFail(malformed, 400, 'INVALID_REQUEST');
    const missing = await t.http.post('/api/project/open');
    t.for('ERR-001', 'HTTP-020').mustFail(missing, 400, 'INVALID_REQUEST');
  }),
];
