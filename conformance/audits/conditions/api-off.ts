import { pathTo } from '../../target/id.ts';
import { absentId } from '../../lab/lab.ts';
import { area } from '../../area.ts';

const instances = area('instances', 'condition:apiOff');

const free = ['/api/health', '/api/toc', '/api/schemas/layer1', '/api/actions/schema', '/llms.txt'];

/** Audits of a target whose external API is switched off. */
export const apiOffAudits = [
  instances.audit('api-off', ['AUTH-OFF-002', 'ERR-013'], async (t) => {
    const { http } = await t.under('apiOff');
    for (const path of ['/api/types', '/api/console', pathTo`/api/graphs/${absentId}/nodes`]) {
      t.mustFail(await http.get(path), 403, 'API_DISABLED');
    }
    t.mustFail(await http.post('/api/graphs', { name: `${t.manifest.namespace}-1` }), 403, 'API_DISABLED');
    const negotiation = await http.send('POST', '/api/events/negotiate?negotiateVersion=1');
    t.observe('negotiation of the hub', `${negotiation.status} ${String(negotiation.at('error.code'))}`);
  }),
  instances.audit('api-off-free', ['AUTH-OFF-003'], async (t) => {
    const { http } = await t.under('apiOff');
    for (const path of free) {
      const reply = await http.get(path, { token: null });
      t.must(reply.ok && reply.text !== '', `${path} answers while the API is off`, {
        actual: reply.status,
      });
    }
  }),
  instances.audit('api-off-health', ['HEALTH-015'], async (t) => {
    const { http } = await t.under('apiOff');
    t.mustEqual((await http.get('/api/health')).at('apiEnabled'), false, 'apiEnabled is false');
  }),
];
