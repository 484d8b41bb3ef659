import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { actionIn } from '../../target/actions.ts';
import { tocEntries } from '../../target/toc.ts';
import { at, isRecord, keysWithin, mentions, walk } from '../../json.ts';
import { area } from '../../area.ts';
import type { AuditContext } from '../../audit.ts';

const meta = area('meta', 'token');
const openMeta = area('meta');
const errors = area('errors', 'token');
const openSchemas = area('schemas');
const schemas = area('schemas', 'token');

/** The codes that the description names. */
const statedCodes = [
  'INVALID_REQUEST',
  'INVALID_VALUE',
  'INCOMPATIBLE_TYPES',
  'API_DISABLED',
  'GRAPH_NOT_FOUND',
  'ASSET_NOT_FOUND',
  'PROPERTY_NOT_FOUND',
  'PORT_NOT_FOUND',
  'DEV_ENDPOINT_UNAVAILABLE',
  'TYPE_IMMUTABLE',
  'DUPLICATE_CONNECTION',
  'DUPLICATE_PATH',
  'NO_PROJECT',
  'GRAPH_RUNNING',
  'LAYER_OCCUPIED',
  'RUNTIME_NOT_CONNECTED',
] as const;

/** Routes that the description states, each of them a GET that needs neither parameters nor a runtime. */
const statedReads = [
  '/api/health',
  '/api/toc',
  '/api/types',
  '/api/errors',
  '/api/schemas/layer1',
  '/api/actions/schema',
  '/api/events/types',
  '/api/discovery',
  '/api/node-types',
  '/api/node-types/enum-values',
  '/api/console',
];

const readToc = async (t: AuditContext) => {
  const reply = await t.http.get('/api/toc', { token: null });
  t.must(reply.ok, 'the toc answers without a token', { actual: reply.status });
  return { reply, entries: tocEntries(t.fields, reply.json) };
};

/** The record of an action that shows its parameters itself; the whole schema where they may stand elsewhere. */
const partAbout = (schema: unknown, action: string): unknown => {
  const record = actionIn(schema, action);
  const keys = new Set(keysWithin(record));
  return keys.has('ease') || keys.has('time') ? (keys.has('$ref') ? schema : record) : schema;
};

export const metaAudits = [
  meta.audit('api', ['API-001'], async (t) => {
    const reply = await t.http.get('/api');
    t.must(reply.ok, 'GET /api answers a success', { actual: reply.status });
    for (const field of ['name', 'version', 'description']) {
      t.must(typeof reply.at(field) === 'string' && reply.at(field) !== '', `${field} is a text`, {
        actual: reply.at(field),
      });
    }
    const isLink = (value: unknown): boolean => typeof value === 'string' && value.includes('/');
    t.must([...walk(reply.at('links'))].some(isLink), 'links lead somewhere', {
      actual: reply.at('links'),
    });
  }),
  openMeta.audit('toc', ['TOC-001', 'AUTH-FREE-002'], async (t) => {
    const { entries } = await readToc(t);
    const routes = entries.map(({ route }) => route);
    for (const stated of ['GET /api/health', 'POST /api/graphs', 'POST /api/graphs/{}/connections']) {
      t.must(routes.includes(stated), `the toc lists ${stated}`, { actual: routes.slice(0, 8) });
    }
    const wordless = entries.filter(({ purpose }) => !purpose);
    t.must(wordless.length === 0, 'every entry of the toc has a purpose', { actual: wordless[0] });
  }),
  meta.audit('toc-complete', ['TOC-001'], async (t) => {
    const routes = (await readToc(t)).entries.map(({ route }) => route);
    t.given(routes.includes('GET /api/health'), 'a toc that lists GET /api/health');
    for (const path of statedReads) {
      const { ok } = await t.http.get(path);
      t.must(!ok || routes.includes(`GET ${path}`), `the toc lists GET ${path}, which answers`);
    }
  }),
  openMeta.audit('toc-versions', ['VERSION-004'], async (t) => {
    const routes = (await readToc(t)).entries.map(({ route }) => route);
    const isFound = routes.some((route) => /^GET .*\/health$/.test(route));
    t.given(isFound, 'a toc that lists the route of health');
    const versioned = routes.filter((route) => /\/v\d+(\.\d+)*(\/|$)/.test(route));
    t.must(versioned.length === 0, 'paths carry no version segment', { actual: versioned });
  }),
  openMeta.audit('toc-stable', ['TOC-002'], async (t) => {
    const first = await readToc(t);
    t.given(
      first.entries.some(({ route }) => route === 'GET /api/health'),
      'a toc that lists GET /api/health',
    );
    for (const path of statedReads) await t.http.get(path);
    const second = await t.http.get('/api/toc', { token: null });
    t.mustEqual(second.json, first.reply.json, 'the toc stays the same, whatever was called meanwhile');
  }),
  meta.audit('toc-routes-exist', ['TOC-003'], async (t) => {
    const { entries } = await readToc(t);
    const paths = entries
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/') && !/[{:?*]/.test(path))
      .map(({ path }) => path);
    t.given(paths.includes('/api/health'), 'a toc that lists GET /api/health');
    for (const path of paths.filter((listed) => !listed.startsWith('/api/events'))) {
      const reply = await t.http.get(path);
      t.must(reply.status !== 404 && reply.status !== 405, `GET ${path} of the toc exists`, {
        actual: reply.status,
      });
    }
  }),
  errors.audit('catalog', ['ERRCAT-001'], async (t) => {
    const reply = await t.http.get('/api/errors');
    t.must(reply.ok, 'GET /api/errors answers a success', { actual: reply.status });
    const missing = statedCodes.filter((code) => !mentions(reply.json, code));
    t.must(missing.length === 0, 'the catalog holds every code that the description names', {
      actual: missing,
    });
  }),
  errors.audit('lookup', ['ERRCAT-002', 'ERRCAT-003'], async (t) => {
    const exact = await t.http.get('/api/errors/GRAPH_NOT_FOUND');
    t.must(exact.ok && mentions(exact.json, 'GRAPH_NOT_FOUND'), 'a code finds its entry', {
      actual: exact.text,
    });
    for (const code of statedCodes.filter((stated) => stated !== 'GRAPH_NOT_FOUND')) {
      const other = await t.http.get(pathTo`/api/errors/${code}`);
      t.must(
        other.ok && mentions(other.json, code) && other.text !== exact.text,
        `${code} finds an entry of its own`,
        inShort(other),
      );
    }
    for (const spelling of ['graph_not_found', 'Graph_Not_Found']) {
      const reply = await t.http.get(pathTo`/api/errors/${spelling}`);
      t.mustEqual(reply.json, exact.json, `${spelling} finds the same entry`);
    }
  }),
  errors.audit('unknown-code', ['ERRCAT-004', 'ERR-019'], async (t) => {
    const known = await t.http.get('/api/errors/GRAPH_NOT_FOUND');
    t.given(known.ok && mentions(known.json, 'GRAPH_NOT_FOUND'), 'a known code is found');
    t.mustFail(await t.http.get('/api/errors/NO_SUCH_CODE_AT_ALL'), 404);
  }),
  openSchemas.audit('actions', ['SCHEMA-002', 'AUTH-FREE-004'], async (t) => {
    const reply = await t.http.get('/api/actions/schema', { token: null });
    t.must(reply.ok, 'the action schema answers without a token', { actual: reply.status });
    const shown = partAbout(reply.json, 'tween.position');
    const keys = new Set([...keysWithin(shown)].map((key) => key.toLowerCase()));
    const texts = new Set([...walk(shown)].filter((value) => typeof value === 'string'));
    for (const parameter of ['object', 'position', 'time', 'ease']) {
      t.must(keys.has(parameter) || texts.has(parameter), `the schema of tween.position shows ${parameter}`);
    }
  }),
  schemas.audit('asyncapi-version', ['VERSION-002'], async (t) => {
    const reply = await t.http.get('/api/events/types');
    t.given(reply.ok, 'the event catalog answers', { actual: reply.status });
    t.mustEqual(reply.at('asyncapi'), '3.0.0', 'it is AsyncAPI 3.0.0');
  }),
  schemas.audit('asyncapi', ['ASYNC-001'], async (t) => {
    const reply = await t.http.get('/api/events/types');
    t.must(reply.ok, 'the event catalog answers', { actual: reply.status });
    t.mustEqual(reply.at('asyncapi'), '3.0.0', 'it is AsyncAPI 3.0.0');
    t.must(isRecord(reply.at('info')) && isRecord(reply.at('channels')), 'it has info and channels');
  }),
  schemas.audit('event-count', ['EVENT-022'], async (t) => {
    const reply = await t.http.get('/api/events/types');
    t.given(reply.at('asyncapi') === '3.0.0', 'an AsyncAPI 3.0.0 document');
    t.observe('channels', Object.keys(Object(reply.at('channels'))).length);
    t.observe('messages', Object.keys(Object(at(reply.json, 'components.messages'))).length);
  }),
  openMeta.audit('llms-txt', ['LLMS-001'], async (t) => {
    const reply = await t.http.get('/llms.txt', { headers: { accept: 'text/plain, */*' } });
    t.must(reply.ok, '/llms.txt answers', { actual: reply.status });
    const type = reply.headers['content-type'] ?? '';
    t.must(/^text\//i.test(type) && !/html/i.test(type), '/llms.txt is plain text', { actual: type });
    t.must(
      reply.text.includes('/api/health') || reply.text.includes('/api/toc'),
      '/llms.txt orients: it names the first routes to call',
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
    const known = await t.http.get('/api/health');
    t.given(known.ok && known.at('status') === 'ok', 'a route that exists answers');
    t.mustNotSucceed(await t.http.get('/api/no-such-route-at-all'), 'a path without a route is no success');
  }),
];
