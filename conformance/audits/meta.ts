import { listFillableRoutes } from '../audit-helpers/listed-routes.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import {
  documentedComponents,
  documentedOperations,
  isNormativeOperation,
  normativeOperations,
} from '../coverage/openapi-operations.ts';
import { tryAttempt } from '../coverage/provoke-status.ts';
import { createRequestFixtures } from '../coverage/request-fixtures.ts';
import { isSuccessStatus, listAttempts } from '../coverage/status-attempts.ts';
import { includesDeep, walkJson } from '../json.ts';
import { describeReply, type Reply } from '../target/http/exchange.ts';
import { pathTo } from '../target/id.ts';
import { parseToc, stripParameterNames, type TocEntry } from '../target/routes.ts';

const errors = defineAuditArea('errors', 'token');

/** The error codes that the description names. */
const documentedCodes = [
  ...new Set(normativeOperations.flatMap(({ statuses }) => [...statuses.values()].flat())),
];

/** Returns a code with other letter cases. */
const listCaseVariants = (code: string): readonly string[] => [
  code.toLowerCase(),
  code.toLowerCase().replace(/(^|_)[a-z]/g, (first) => first.toUpperCase()),
];

const meta = defineAuditArea('meta', 'token');
const publicMeta = defineAuditArea('meta');

const metaWithProject = defineAuditArea('meta', 'token', 'project');

/** Documented GET routes that need neither parameters nor a runtime. */
const documentedReads = normativeOperations
  .filter(({ method, path }) => method === 'GET' && /^\/api(\/[^{]*)?$/.test(path))
  .filter(({ parameters, statuses }) => parameters.every(({ required }) => !required) && !statuses.has('503'))
  .map(({ path }) => path);

const readToc = async (t: AuditTools) => {
  const reply = await t.http.get('/api/toc', { token: null });
  const { json } = reply.ok ? reply : await t.http.get('/api/toc');
  const entries = parseToc(t.fields, json);
  t.given(
    entries.length > 0,
    'entries of the toc with method and route (choices.paths "toc.method", "toc.route")',
    describeReply(reply),
  );
  return { reply, entries, routes: entries.map(({ route }) => route) };
};

/** Returns the documented parts of the entries in the table of contents. Other parts may change. */
const parseDocumentedEntries = async (t: AuditTools): Promise<readonly string[]> =>
  (await readToc(t)).entries
    .map(({ method, path, purpose }) => `${method} ${path} ${String(purpose)}`)
    .sort();

/** Returns a response after removing references to the requested path. */
const normalizeReply = (reply: Reply, path: string): string =>
  `${reply.status} ${reply.text.replaceAll(path, 'PATH').replaceAll(path.split('/').at(-1) ?? '', 'NAME')}`;

export const audits = [
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
      { actual: reply.text.slice(0, 120) },
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

  publicMeta.audit('toc', ['TOC-001', 'AUTH-FREE-002'], async (t) => {
    const { reply, entries, routes } = await readToc(t);
    t.for('AUTH-FREE-002').mustSucceed(reply, 'the toc is served without a token');
    t.for('TOC-001').must(routes.includes('GET /api/health'), 'the toc lists GET /api/health', {
      actual: routes.slice(0, 8),
    });
    const withoutPurpose = entries.filter(({ purpose }) => typeof purpose !== 'string' || purpose === '');
    t.given(withoutPurpose.length < entries.length, 'a purpose in the entries (choices.paths "toc.purpose")');
    t.for('TOC-001').must(withoutPurpose.length === 0, 'every entry of the toc has a purpose', {
      actual: withoutPurpose[0],
    });
  }),
  meta.audit('toc-complete', ['TOC-001'], async (t) => {
    const { routes } = await readToc(t);
    for (const path of documentedReads) {
      const { ok } = await t.http.get(path);
      t.must(!ok || routes.includes(`GET ${path}`), `the toc lists GET ${path}, which exists`);
    }
  }),
  metaWithProject.with({ timeout: 120_000 }).audit('toc-operations', ['TOC-004'], async (t) => {
    const { entries, routes } = await readToc(t);
    const requestFixtures = createRequestFixtures(t);
    for (const operation of documentedOperations) {
      const { id, method, path } = operation;
      const valid = listAttempts(operation, documentedComponents).find(({ status }) =>
        isSuccessStatus(status),
      );
      if (!isNormativeOperation(id) || !path.startsWith('/api/') || !valid) continue;
      const reply = await tryAttempt(requestFixtures, valid);
      const route = `${method} ${stripParameterNames(path)}`;
      if (typeof reply === 'string' || !reply.ok) continue;
      const isListed = routes.includes(route) || entries.some((entry) => isCovering(entry, reply.title));
      t.must(isListed, `the toc lists ${route}, which exists`, { actual: reply.title });
    }
  }),
  publicMeta.audit('toc-versions', ['VERSION-004'], async (t) => {
    const { routes } = await readToc(t);
    const isListed = routes.some((route) => /^GET .*\/health$/.test(route));
    t.given(isListed, 'a toc that lists the route of health');
    const versioned = routes.filter((route) => /\/v\d+(\.\d+)*(\/|$)/.test(route));
    t.must(versioned.length === 0, 'paths have no version segment', { actual: versioned });
  }),
  publicMeta.audit('toc-stable', ['TOC-002'], async (t) => {
    const first = await parseDocumentedEntries(t);
    const isListed = first.some((route) => route.startsWith('GET /api/health'));
    t.given(isListed, 'a toc that lists documented routes');
    for (const path of documentedReads) await t.http.get(path);
    t.mustEqual(
      await parseDocumentedEntries(t),
      first,
      'the toc does not change when other routes are called',
    );
  }),
  meta.audit('toc-routes-exist', ['TOC-003'], async (t) => {
    const routes = await listFillableRoutes(t, t.http);
    const { entries } = await readToc(t);
    const templates = new Set(entries.map(({ path }) => path));
    const paths = routes
      .filter(({ method, path }) => method === 'GET' && templates.has(path) && path !== '/api/events')
      .map(({ path }) => path);
    t.given(paths.length > 0, 'a toc that lists reads without parameters');
    const unknown = await t.http.get('/api/no-such-route-at-all');
    t.given(!unknown.ok, 'an unknown path does not succeed', describeReply(unknown));
    for (const path of paths) {
      const reply = await t.http.get(path);
      const missingPath = path.replace(/[^/]*$/, 'no-such-route-at-all');
      // When a resource is absent for another reason, the response says so, for example that no scene is active or
      // nothing is loaded.
      const isAbsent =
        reply.status === 404 &&
        normalizeReply(reply, path) === normalizeReply(await t.http.get(missingPath), missingPath);
      t.must(!isAbsent && reply.status !== 405, `GET ${path} of the toc exists`, describeReply(reply));
    }
  }),

  errors.audit('catalog', ['ERRCAT-001'], async (t) => {
    const reply = await t.http.get('/api/errors');
    t.must(reply.ok, 'GET /api/errors succeeds', { actual: reply.status });
    const missing = documentedCodes.filter((code) => !includesDeep(reply.json, code));
    t.must(missing.length === 0, 'the catalog contains every code named in the description', {
      actual: missing,
    });
  }),
  errors.audit('lookup', ['ERRCAT-002', 'ERRCAT-003'], async (t) => {
    for (const code of documentedCodes) {
      let spelling = code;
      const read = async () => (await t.http.get(pathTo`/api/errors/${spelling}`)).json;
      const exact = await t.http.get(pathTo`/api/errors/${code}`);
      const isListed =
        exact.ok &&
        includesDeep(exact.json, code) &&
        !documentedCodes.every((documentedCode) => includesDeep(exact.json, documentedCode));
      t.for('ERRCAT-002').must(isListed, `${code} finds its own entry`, describeReply(exact));
      if (!isListed) continue;
      const entry = await t.snapshot(read);
      for (const caseVariant of listCaseVariants(code)) {
        spelling = caseVariant;
        await t.for('ERRCAT-003').mustBeUnchanged(entry, `${caseVariant} finds the same entry`);
      }
    }
  }),
  errors.audit('unknown-code', ['ERRCAT-004', 'ERR-019'], async (t) => {
    const existing = await t.http.get('/api/errors/GRAPH_NOT_FOUND');
    t.given(existing.ok && includesDeep(existing.json, 'GRAPH_NOT_FOUND'), 'an existing code is found');
    t.for('ERRCAT-004', 'ERR-019').mustFail(await t.http.get('/api/errors/NO_SUCH_CODE_AT_ALL'), 404);
  }),
];

/** Matches a parameter or wildcard that may stand for several path segments, such as `{rest+}`, `{**rest}` or `*`. */
const catchAllPattern = /\{\*+[^}]*\}|\{[^}]*[+*]\}|:\w+[+*]|\*+/g;

/**
 * Whether a listed route covers a request, such as the template for every property, or the route of a single action. A
 * documented template covers only its own requests, so that a route can't be missing because another one matches.
 */
const isCovering = ({ method, path, route }: TocEntry, request: string): boolean => {
  if (documentedRoutes.has(route) && route.includes('{}') && route !== genericActionRoute) return false;
  const pattern = stripParameterNames(path.replace(catchAllPattern, '{}{}'))
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('{}{}', '.+')
    .replaceAll('{}', '[^/]+');
  return new RegExp(`^${method} ${pattern}$`, 'i').test(request.replace(/\?.*$/, ''));
};

const genericActionRoute = 'POST /api/actions/{}/{}';

const documentedRoutes = new Set(
  normativeOperations.map(({ method, path }) => `${method} ${stripParameterNames(path)}`),
);
