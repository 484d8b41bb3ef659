import { nonexistentId } from '../audit-helpers/fixtures.ts';
import { listFillableRoutes } from '../audit-helpers/listed-routes.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { sendRequest } from '../coverage/openapi-operations.ts';
import { createRequestFixtures } from '../coverage/request-fixtures.ts';
import { createGatedRequests, gatedOperations } from '../coverage/status-attempts.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';
import { describeReply, type Reply } from '../target/http/exchange.ts';
import { pathTo } from '../target/id.ts';

const cors = defineAuditArea('cors');
const corsWithToken = defineAuditArea('cors', 'token');
const corsWithProject = defineAuditArea('cors', 'token', 'project');

const pagePath = 'http://localhost:3000';
const loopbackOrigins = [pagePath, 'http://127.0.0.1:5173', 'http://[::1]:8080', 'http://localhost'];
const foreignOrigins = ['https://example.com', 'http://192.168.1.20:3000', 'null'];
const lookalikeOrigins = [
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://notlocalhost:3000',
  'http://localhost@example.com',
];

const healthPath = '/api/health';
/** Routes outside /api that need no token. */
const viewerPaths = ['/llms.txt', '/llms', '/asyncapi'];
const pagePaths = ['/', ...viewerPaths];

const getAllowedOrigin = ({ headers }: Reply): string | undefined => headers['access-control-allow-origin'];

const requestAllowedOrigin = async (
  t: AuditTools,
  path: string,
  origin: string,
): Promise<string | undefined> => getAllowedOrigin(await t.http.get(path, { headers: { origin } }));

const allowsOrigin = (allowed: string | undefined, origin: string): boolean =>
  allowed === origin || allowed === '*';

/**
 * Requires that the response to a loopback origin allows it, by default by reflecting it. Otherwise, an absent header
 * proves nothing.
 */
const givenCorsPolicy = async (
  t: AuditTools,
  isAllowed = (allowed: string | undefined): boolean => allowed === pagePath,
): Promise<void> => {
  const reply = await t.http.get(healthPath);
  t.given(reply.ok && reply.at('status') === 'ok', `${healthPath} answers`, describeReply(reply));
  t.given(isAllowed(await requestAllowedOrigin(t, healthPath, pagePath)), 'a loopback origin is reflected');
};

/** Lists reads that succeed: reads that need no token and, when a token is available, reads that need the token. */
const listReads = async (t: AuditTools): Promise<readonly string[]> => {
  const listed = (await listFillableRoutes(t, t.http)).filter(({ method }) => method === 'GET');
  const answering: string[] = [];
  const readPaths = [healthPath, '/api/types', '/api/node-types/search?q=e'];
  for (const path of new Set([...readPaths, ...listed.map((route) => route.path)])) {
    if (!/^\/api\/events(?!\/types$)/.test(path) && (await t.http.get(path)).ok) answering.push(path);
  }
  return answering;
};

/**
 * Lists other requests that a foreign page may try: pages, unknown routes, and every operation that needs the token.
 * The requests are sent without a token, so that they have no effect.
 */
const listCrossOriginAttempts = (
  t: AuditTools,
  origin: string,
): Readonly<Record<string, () => Promise<Reply>>> => {
  const headers = { origin };
  const nodes = pathTo`/api/graphs/${nonexistentId}/nodes`;
  return {
    ...Object.fromEntries(pagePaths.map((path) => [path, () => t.http.get(path, { headers })])),
    'an unknown route': () => t.http.get('/api/no-such-route-at-all', { headers }),
    'a change': () => t.http.post(nodes, { category: 'none' }, { headers }),
    ...Object.fromEntries(
      gatedOperations.map(({ method, path }) => [
        `${method} ${path} without a token`,
        () => t.http.send(method, path.replace(/\{\w+\}/g, nonexistentId), { headers, token: null }),
      ]),
    ),
  };
};

export const audits = [
  cors.audit('loopback', ['CORS-001', 'CORS-004'], async (t) => {
    const reply = await t.http.get(healthPath);
    t.given(reply.ok && reply.at('status') === 'ok', 'health answers', describeReply(reply));
    for (const origin of loopbackOrigins) {
      const allowed = await requestAllowedOrigin(t, healthPath, origin);
      t.for('CORS-001').mustEqual(allowed, origin, `${origin} is reflected by ${healthPath}`);
    }
    for (const path of await listReads(t))
      t.for('CORS-004').mustEqual(
        await requestAllowedOrigin(t, path, pagePath),
        pagePath,
        `${path} reflects ${pagePath}`,
      );
    for (const path of viewerPaths) {
      const viewer = await t.http.get(path, { headers: { origin: pagePath } });
      if (viewer.ok)
        t.for('CORS-004').mustEqual(getAllowedOrigin(viewer), pagePath, `${path} reflects ${pagePath}`);
    }
  }),
  corsWithProject.with({ timeout: 120_000 }).audit('every-operation', ['CORS-004'], async (t) => {
    await givenCorsPolicy(t);
    const requestFixtures = createRequestFixtures(t);
    for await (const request of createGatedRequests(requestFixtures)) {
      const headers = { ...request.headers, origin: pagePath };
      const reply = await undefinedIfUnverified(sendRequest(t.http, { ...request, headers }));
      if (!reply?.ok) continue;
      requestFixtures.adopt(request.operation.path, reply.json);
      t.mustEqual(getAllowedOrigin(reply), pagePath, `${reply.title} reflects ${pagePath}`);
    }
  }),
  cors.audit('foreign', ['CORS-002', 'CORS-004'], async (t) => {
    await givenCorsPolicy(t);
    const paths = await listReads(t);
    for (const origin of foreignOrigins) {
      for (const path of paths) {
        const allowed = await requestAllowedOrigin(t, path, origin);
        t.for('CORS-002', 'CORS-004').must(
          !allowsOrigin(allowed, origin),
          `${origin} is not reflected by ${path}`,
          { actual: allowed },
        );
      }
      for (const [what, attempt] of Object.entries(listCrossOriginAttempts(t, origin))) {
        const allowed = getAllowedOrigin(await attempt());
        t.for('CORS-002').must(!allowsOrigin(allowed, origin), `${origin} is not reflected by ${what}`, {
          actual: allowed,
        });
      }
    }
  }),
  cors.audit('lookalikes', ['CORS-009'], async (t) => {
    await givenCorsPolicy(t);
    for (const path of await listReads(t)) {
      for (const origin of lookalikeOrigins) {
        const allowed = await requestAllowedOrigin(t, path, origin);
        t.must(!allowsOrigin(allowed, origin), `${origin} is not reflected by ${path}`, { actual: allowed });
      }
    }
  }),
  cors
    .with({ likelyCause: 'a CORS middleware with its default of *' })
    .audit('no-wildcard', ['CORS-003'], async (t) => {
      await givenCorsPolicy(t, (allowed) => allowsOrigin(allowed, pagePath));
      const mustNotAllow = (reply: Reply, what: string) =>
        t.must(getAllowedOrigin(reply) !== '*', `${what} never returns *`, {
          actual: getAllowedOrigin(reply),
        });
      for (const path of await listReads(t)) {
        for (const origin of [pagePath, 'https://example.com'])
          mustNotAllow(await t.http.get(path, { headers: { origin } }), `${path} to ${origin}`);
        mustNotAllow(await t.http.get(path), `${path} without an Origin`);
      }
      for (const origin of [...loopbackOrigins, ...foreignOrigins]) {
        for (const [what, attempt] of Object.entries(listCrossOriginAttempts(t, origin)))
          mustNotAllow(await attempt(), `${what} to ${origin}`);
      }
    }),
  corsWithToken
    .with({ likelyCause: 'a check that treats a missing Origin as a foreign one' })
    .audit('no-browser', ['CORS-007'], async (t) => {
      const browser = await t.http.get('/api/types', { headers: { origin: pagePath } });
      const isServed = (reply: Reply): boolean => reply.ok && reply.at('PortTypes') !== undefined;
      t.given(
        isServed(browser),
        'a browser on this machine with the token gets a response',
        describeReply(browser),
      );
      const sameOrigin = await t.http.get('/api/types');
      t.must(
        isServed(sameOrigin),
        'a client with the token that sends no Origin gets a response',
        describeReply(sameOrigin),
      );
    }),
  cors.audit('preflight', ['CORS-008'], async (t) => {
    await givenCorsPolicy(t);
    for (const [method, path] of [
      ['GET', '/api/types'],
      ['POST', '/api/graphs'],
      ['PUT', pathTo`/api/ports/${nonexistentId}/value`],
    ] as const) {
      const granted = await sendPreflight(t, method, path, pagePath);
      t.mustSucceed(granted, `a preflight of ${method} succeeds without a token`);
      t.mustEqual(getAllowedOrigin(granted), pagePath, `a preflight of ${method} from loopback is allowed`);
      const allowedHeaders = granted.headers['access-control-allow-headers'];
      t.must(
        /x-api-key|\*/i.test(allowedHeaders ?? ''),
        'a preflight from loopback allows the header X-API-Key',
        { actual: allowedHeaders },
      );
      const methods = granted.headers['access-control-allow-methods'];
      // Simple methods need not be listed in the header (Fetch standard, CORS-safelisted method).
      t.must(method !== 'PUT' || /\bput\b|\*/i.test(methods ?? ''), 'for PUT', { actual: methods });
      const refused = await sendPreflight(t, method, path, 'https://example.com');
      t.must(
        !allowsOrigin(getAllowedOrigin(refused), 'https://example.com'),
        `a preflight of ${method} from a foreign origin is not allowed`,
      );
    }
  }),
];

const sendPreflight = (t: AuditTools, method: string, path: string, origin: string): Promise<Reply> =>
  t.http.send('OPTIONS', path, {
    token: null,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'x-api-key',
    },
  });
