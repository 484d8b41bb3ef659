import { walkJson } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';

const meta = defineAuditArea('meta', 'token');
const publicMeta = defineAuditArea('meta');

export const entryPointAudits = [
  meta.audit('api', ['API-001'], async (t) => {
    const reply = await t.http.get('/api');
    t.must(reply.ok, 'GET /api succeeds', { actual: reply.status });
    for (const field of ['name', 'version', 'description']) {
      t.must(typeof reply.at(field) === 'string' && reply.at(field) !== '', `${field} is a string`, {
        actual: reply.at(field),
      });
    }
    const isLink = (value: unknown): boolean => typeof value === 'string' && value.includes('/');
    t.must([...walkJson(reply.at('links'))].some(isLink), 'links can be followed', {
      actual: reply.at('links'),
    });
  }),
  publicMeta.audit('llms-txt', ['LLMS-001'], async (t) => {
    const reply = await t.http.get('/llms.txt', { headers: { accept: 'text/plain, */*' } });
    t.must(reply.ok, '/llms.txt answers', { actual: reply.status });
    const type = reply.headers['content-type'] ?? '';
    t.must(/^text\//i.test(type) && !/html/i.test(type), '/llms.txt is plain text', { actual: type });
    t.must(
      reply.text.includes('/api/health') || reply.text.includes('/api/toc'),
      '/llms.txt names the first routes to call',
      {
        actual: reply.text.slice(0, 120),
      },
    );
  }),
  meta.audit('orientation', ['OVER-ORIENT-001'], async (t) => {
    const health = await t.http.get('/api/health');
    t.given(health.at('status') === 'ok', 'a healthy target');
    for (const path of [
      '/llms.txt',
      '/api/toc',
      '/api/node-types/enum-values',
      '/api/actions/schema',
      '/api/events/types',
    ]) {
      const reply = await t.http.get(path, { headers: { accept: '*/*' } });
      t.must(reply.ok && reply.text.length > 2, `${path} answers`, { actual: reply.status });
    }
  }),
  meta.audit('unknown-route', ['HTTP-021'], async (t) => {
    const existing = await t.http.get('/api/health');
    t.given(existing.ok && existing.at('status') === 'ok', 'an existing route succeeds');
    t.mustNotSucceed(await t.http.get('/api/no-such-route-at-all'), 'an unknown route does not succeed');
  }),
];
