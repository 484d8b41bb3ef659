import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import type { AuditContext } from '../../audit.ts';

const cors = area('cors');
const corsWithToken = area('cors', 'token');

const loopback = ['http://localhost:3000', 'http://127.0.0.1:5173', 'http://[::1]:8080', 'http://localhost'];
const foreign = ['https://example.com', 'http://192.168.1.20:3000', 'null'];
const lookalikes = [
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://notlocalhost:3000',
  'http://localhost@example.com',
];

const allowedFor = async (t: AuditContext, path: string, origin: string): Promise<string | undefined> =>
  (await t.http.get(path, { headers: { origin } })).headers['access-control-allow-origin'];

/** The path answers what it should and reflects loopback: otherwise an absent header proves nothing. */
const proven = async (t: AuditContext, path: string): Promise<void> => {
  const [origin] = loopback as [string];
  const reply = await t.http.get(path);
  const itself = path === '/api/health' ? reply.at('status') === 'ok' : Array.isArray(reply.at('PortTypes'));
  t.given(reply.ok && itself, `${path} answers`, { actual: reply.status });
  t.given((await allowedFor(t, path, origin)) === origin, 'a loopback origin is reflected');
};

const paths = (t: AuditContext): readonly string[] =>
  t.target.token === undefined ? ['/api/health'] : ['/api/health', '/api/types'];

export const corsAudits = [
  cors.audit('loopback', ['CORS-001', 'CORS-004'], async (t) => {
    const health = await t.http.get('/api/health');
    t.must(health.ok && health.at('status') === 'ok', 'health answers', { actual: health.status });
    for (const path of paths(t)) {
      for (const origin of loopback)
        t.mustEqual(await allowedFor(t, path, origin), origin, `${origin} is reflected by ${path}`);
    }
    const foreignOrigin = await allowedFor(t, '/api/health', 'https://example.com');
    t.must(foreignOrigin !== 'https://example.com', 'not every origin is reflected', {
      actual: foreignOrigin,
    });
  }),
  cors.audit('foreign', ['CORS-002', 'CORS-004'], async (t) => {
    for (const path of paths(t)) {
      await proven(t, path);
      for (const origin of foreign) {
        const allowed = await allowedFor(t, path, origin);
        t.must(allowed !== origin && allowed !== '*', `${origin} is not reflected by ${path}`, {
          actual: allowed,
        });
      }
    }
  }),
  cors.audit('lookalikes', ['CORS-009'], async (t) => {
    for (const path of paths(t)) {
      await proven(t, path);
      for (const origin of lookalikes) {
        const allowed = await allowedFor(t, path, origin);
        t.must(allowed !== origin && allowed !== '*', `${origin} is not reflected by ${path}`, {
          actual: allowed,
        });
      }
    }
  }),
  cors.audit(
    'no-wildcard',
    ['CORS-003'],
    { likelyCause: 'a CORS middleware with its default of *' },
    async (t) => {
      for (const path of paths(t)) {
        await proven(t, path);
        for (const origin of [...loopback, ...foreign])
          t.must((await allowedFor(t, path, origin)) !== '*', `${path} never answers * (origin ${origin})`);
        const plain = await t.http.get(path);
        t.must(plain.headers['access-control-allow-origin'] !== '*', `${path} never answers * (no origin)`);
      }
    },
  ),
  corsWithToken.audit(
    'no-browser',
    ['CORS-007'],
    { likelyCause: 'a check that takes a missing Origin for a foreign one' },
    async (t) => {
      const [origin] = loopback as [string];
      const browser = await t.http.get('/api/types', { headers: { origin } });
      const isServed = browser.ok && Array.isArray(browser.at('PortTypes'));
      t.given(isServed, 'a browser on this machine is served with the token', inShort(browser));
      const plain = await t.http.get('/api/types');
      t.must(plain.ok, 'a client that sends no Origin is served with the token', inShort(plain));
    },
  ),
  cors.audit('preflight', ['CORS-008'], async (t) => {
    for (const path of paths(t)) await proven(t, path);
    const ask = (origin: string) =>
      t.http.send('OPTIONS', '/api/types', {
        token: null,
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-api-key',
        },
      });
    const [origin] = loopback as [string];
    const granted = await ask(origin);
    t.must(granted.ok, 'a preflight is answered with a success, and needs no token', inShort(granted));
    t.mustEqual(
      granted.headers['access-control-allow-origin'],
      origin,
      'a preflight from loopback is granted',
    );
    t.must(
      /x-api-key|\*/i.test(granted.headers['access-control-allow-headers'] ?? ''),
      'for the header X-API-Key',
      {
        actual: granted.headers['access-control-allow-headers'],
      },
    );
    const refused = await ask('https://example.com');
    t.must(
      refused.headers['access-control-allow-origin'] !== 'https://example.com',
      'a preflight from elsewhere is not',
    );
  }),
];
