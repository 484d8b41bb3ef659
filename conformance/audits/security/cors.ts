import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { absentId } from '../../lab/lab.ts';
import { offeredRoutes } from '../../lab/offered-routes.ts';
import { createBench } from '../../replay/bench.ts';
import { gatedOperations, gatedRequests } from '../../replay/gated-requests.ts';
import { sendRequest } from '../../replay/request.ts';
import { pathTo } from '../../target/id.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const cors = area('cors');
const corsWithToken = area('cors', 'token');
const corsWithProject = area('cors', 'token', 'project');

const page = 'http://localhost:3000';
const loopback = [page, 'http://127.0.0.1:5173', 'http://[::1]:8080', 'http://localhost'];
const foreign = ['https://example.com', 'http://192.168.1.20:3000', 'null'];
const lookalikes = [
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://notlocalhost:3000',
  'http://localhost@example.com',
];

const health = '/api/health';
/** Free by the description, beside what is free under /api. */
const viewers = ['/llms.txt', '/llms', '/asyncapi'];
const pages = ['/', ...viewers];

const allowedBy = ({ headers }: Reply): string | undefined => headers['access-control-allow-origin'];

const allowedFor = async (t: AuditTools, path: string, origin: string): Promise<string | undefined> =>
  allowedBy(await t.http.get(path, { headers: { origin } }));

const isOpen = (allowed: string | undefined, origin: string): boolean =>
  allowed === origin || allowed === '*';

/** Otherwise an absent header proves nothing. */
const givenPolicy = async (t: AuditTools): Promise<void> => {
  const reply = await t.http.get(health);
  t.given(reply.ok && reply.at('status') === 'ok', `${health} answers`, inShort(reply));
  t.given((await allowedFor(t, health, page)) === page, 'a loopback origin is reflected');
};

/** Reads that succeed, free ones and, where there is a token, gated ones. */
const reads = async (t: AuditTools): Promise<readonly string[]> => {
  const listed = (await offeredRoutes(t, t.http)).filter(({ method }) => method === 'GET');
  const answering: string[] = [];
  const known = [health, '/api/types', '/api/node-types/search?q=e'];
  for (const path of new Set([...known, ...listed.map((route) => route.path)])) {
    if (!/^\/api\/events(?!\/types$)/.test(path) && (await t.http.get(path)).ok) answering.push(path);
  }
  return answering;
};

/** What else a page elsewhere may try: pages, what is not there, and every gated operation, without a token so that nothing is done. */
const attempts = (t: AuditTools, origin: string): Readonly<Record<string, () => Promise<Reply>>> => {
  const headers = { origin };
  const nodes = pathTo`/api/graphs/${absentId}/nodes`;
  return {
    ...Object.fromEntries(pages.map((path) => [path, () => t.http.get(path, { headers })])),
    'an unknown route': () => t.http.get('/api/no-such-route-at-all', { headers }),
    'a change': () => t.http.post(nodes, { category: 'none' }, { headers }),
    ...Object.fromEntries(
      gatedOperations.map(({ method, path }) => [
        `${method} ${path} without a token`,
        () => t.http.send(method, path.replace(/\{\w+\}/g, absentId), { headers, token: null }),
      ]),
    ),
  };
};

export const corsAudits = [
  cors.audit('loopback', ['CORS-001', 'CORS-004'], async (t) => {
    const reply = await t.http.get(health);
    t.given(reply.ok && reply.at('status') === 'ok', 'health answers', inShort(reply));
    for (const origin of loopback) {
      const allowed = await allowedFor(t, health, origin);
      t.of('CORS-001').mustEqual(allowed, origin, `${origin} is reflected by ${health}`);
    }
    for (const path of await reads(t))
      t.of('CORS-004').mustEqual(await allowedFor(t, path, page), page, `${path} reflects ${page}`);
    for (const path of viewers) {
      const viewer = await t.http.get(path, { headers: { origin: page } });
      if (viewer.ok) t.of('CORS-004').mustEqual(allowedBy(viewer), page, `${path} reflects ${page}`);
    }
  }),
  corsWithProject.audit('every-operation', ['CORS-004'], { timeout: 120_000 }, async (t) => {
    await givenPolicy(t);
    const bench = createBench(t);
    for await (const request of gatedRequests(bench)) {
      const reply = await sendRequest(t.http, { ...request, headers: { ...request.headers, origin: page } });
      if (!reply.ok) continue;
      bench.adopt(request.operation.path, reply.json);
      t.mustEqual(allowedBy(reply), page, `${reply.title} reflects ${page}`);
    }
  }),
  cors.audit('foreign', ['CORS-002', 'CORS-004'], async (t) => {
    await givenPolicy(t);
    const paths = await reads(t);
    for (const origin of foreign) {
      for (const path of paths) {
        const allowed = await allowedFor(t, path, origin);
        t.of('CORS-002', 'CORS-004').must(!isOpen(allowed, origin), `${origin} is not reflected by ${path}`, {
          actual: allowed,
        });
      }
      for (const [what, attempt] of Object.entries(attempts(t, origin))) {
        const allowed = allowedBy(await attempt());
        t.of('CORS-002').must(!isOpen(allowed, origin), `${origin} is not reflected by ${what}`, {
          actual: allowed,
        });
      }
    }
  }),
  cors.audit('lookalikes', ['CORS-009'], async (t) => {
    await givenPolicy(t);
    for (const path of await reads(t)) {
      for (const origin of lookalikes) {
        const allowed = await allowedFor(t, path, origin);
        t.must(!isOpen(allowed, origin), `${origin} is not reflected by ${path}`, { actual: allowed });
      }
    }
  }),
  cors.audit(
    'no-wildcard',
    ['CORS-003'],
    { likelyCause: 'a CORS middleware with its default of *' },
    async (t) => {
      await givenPolicy(t);
      const never = (reply: Reply, what: string) =>
        t.must(allowedBy(reply) !== '*', `${what} never answers *`, { actual: allowedBy(reply) });
      for (const path of await reads(t)) {
        for (const origin of [page, 'https://example.com'])
          never(await t.http.get(path, { headers: { origin } }), `${path} to ${origin}`);
        never(await t.http.get(path), `${path} to no origin`);
      }
      for (const origin of [...loopback, ...foreign]) {
        for (const [what, attempt] of Object.entries(attempts(t, origin)))
          never(await attempt(), `${what} to ${origin}`);
      }
    },
  ),
  corsWithToken.audit(
    'no-browser',
    ['CORS-007'],
    { likelyCause: 'a check that takes a missing Origin for a foreign one' },
    async (t) => {
      const browser = await t.http.get('/api/types', { headers: { origin: page } });
      const isServed = (reply: Reply): boolean => reply.ok && reply.at('PortTypes') !== undefined;
      t.given(isServed(browser), 'a browser on this machine is served with the token', inShort(browser));
      const plain = await t.http.get('/api/types');
      t.must(isServed(plain), 'a client that sends no Origin is served with the token', inShort(plain));
    },
  ),
  cors.audit('preflight', ['CORS-008'], async (t) => {
    await givenPolicy(t);
    for (const [method, path] of [
      ['GET', '/api/types'],
      ['POST', '/api/graphs'],
      ['PUT', pathTo`/api/ports/${absentId}/value`],
    ] as const) {
      const granted = await askPreflight(t, method, path, page);
      t.must(granted.ok, `a preflight of ${method} is a success, and needs no token`, inShort(granted));
      t.mustEqual(allowedBy(granted), page, `a preflight of ${method} from loopback is granted`);
      const named = granted.headers['access-control-allow-headers'];
      t.must(/x-api-key|\*/i.test(named ?? ''), 'for the header X-API-Key', { actual: named });
      const methods = granted.headers['access-control-allow-methods'];
      // Simple methods need not be named (Fetch, CORS-safelisted method).
      t.must(method !== 'PUT' || /\bput\b|\*/i.test(methods ?? ''), 'for PUT', { actual: methods });
      const refused = await askPreflight(t, method, path, 'https://example.com');
      t.must(
        !isOpen(allowedBy(refused), 'https://example.com'),
        `a preflight of ${method} from elsewhere is not`,
      );
    }
  }),
];

const askPreflight = (t: AuditTools, method: string, path: string, origin: string): Promise<Reply> =>
  t.http.send('OPTIONS', path, {
    token: null,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'x-api-key',
    },
  });
