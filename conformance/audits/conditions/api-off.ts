import { absentId } from '../../lab/lab.ts';
import { audit } from '../../audit.ts';

const free = ['/api/health', '/api/toc', '/api/schemas/layer1', '/api/actions/schema', '/llms.txt'];

/** Audits of a target whose external API is switched off. */
export const apiOff = [
  audit({
    id: 'instances/api-off',
    requirements: ['AUTH-OFF-002', 'ERR-013'],
    needs: ['condition:apiOff'],
    async run(t) {
      const { http } = await t.under('apiOff');
      for (const path of ['/api/types', '/api/console', `/api/graphs/${absentId}/nodes`]) {
        t.mustFail(await http.get(path), 403, 'API_DISABLED');
      }
      t.mustFail(await http.post('/api/graphs', { name: `${t.manifest.namespace}-1` }), 403, 'API_DISABLED');
      const negotiation = await http.send('POST', '/api/events/negotiate?negotiateVersion=1');
      t.observe('negotiation of the hub', `${negotiation.status} ${String(negotiation.at('error.code'))}`);
    },
  }),
  audit({
    id: 'instances/api-off-free',
    requirements: ['AUTH-OFF-003'],
    needs: ['condition:apiOff'],
    async run(t) {
      const { http } = await t.under('apiOff');
      for (const path of free) {
        const reply = await http.get(path, { token: null });
        t.must(reply.ok && reply.text !== '', `${path} answers while the API is off`, {
          actual: reply.status,
        });
      }
    },
  }),
  audit({
    id: 'instances/api-off-health',
    requirements: ['HEALTH-015'],
    needs: ['condition:apiOff'],
    async run(t) {
      const { http } = await t.under('apiOff');
      t.mustEqual((await http.get('/api/health')).at('apiEnabled'), false, 'apiEnabled is false');
    },
  }),
];
