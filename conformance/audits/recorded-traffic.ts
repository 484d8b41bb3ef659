import { nonexistentId } from '../audit-helpers/fixtures.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { filterRecords, includesDeep, tryParseJson } from '../json.ts';
import { findEnvelopeError } from '../target/http/response-validator.ts';
import { pathTo } from '../target/id.ts';
import { parseToc } from '../target/routes.ts';
import type { Traffic } from '../target/session.ts';

const traffic = defineAuditArea('traffic');
const trafficWithToken = defineAuditArea('traffic', 'token');

/** Minimum number of successful responses for a run's traffic to be meaningful. */
const minSuccesses = 10;

/** Describes how the responses of an operation violate the description, and which statements they violate. */
const describeViolations = (operation: string, violations: Traffic['violations']): string => {
  const [first] = violations;
  const messages = [...new Set(violations.map(({ message }) => message))].join('; ');
  return `\n  ${operation}: ${messages}\n    against: ${first?.stated ?? 'the documents'}`;
};

/** Sends requests that cause the errors that any route can return. */
const triggerErrors = async (t: AuditTools): Promise<void> => {
  await t.http.get('/api/no-such-route-at-all');
  await t.http.get('/api', { token: null });
  const json = { 'content-type': 'application/json' };
  await t.http.send('POST', '/api/graphs', { body: '{', headers: json });
  await t.http.send('POST', '/api/graphs', { body: '{}', headers: { 'content-type': 'text/plain' } });
  const toc = parseToc(t.fields, (await t.http.get('/api/toc')).json);
  const paths = new Set(
    toc
      .map(({ path }) => path.replace(/\{[^}]*\}|:\w+/g, nonexistentId))
      .filter((path) => path.startsWith('/api/')),
  );
  for (const path of paths) {
    await t.http.send('PATCH', path);
    await t.http.send('GET', path, { token: null });
  }
};

/** Returns violations in the errors that batch operations return. */
const findBatchErrorViolations = async (t: AuditTools): Promise<readonly string[]> => {
  const operations = [
    { method: 'GET', path: '/api/no-such-route-at-all' },
    { method: 'DELETE', path: '/api/health' },
    { method: 'GET', path: pathTo`/api/graphs/${nonexistentId}/nodes` },
    { method: 'POST', path: pathTo`/api/graphs/${nonexistentId}/nodes`, body: [7] },
  ];
  const reply = await t.http.post('/api/batch', { operations });
  return filterRecords(reply.at('results')).flatMap(({ status, body }) => {
    const fault = findEnvelopeError(typeof body === 'string' ? tryParseJson(body) : body);
    return Number(status) >= 400 && fault !== undefined ? [`${String(status)}: ${fault}`] : [];
  });
};

/** Audits that check all responses of the run, regardless of which audit requested them. */
export const audits = [
  traffic.with({ phase: 'traffic' }).audit('documented-shapes', ['DOC-RESPONSE-001'], async (t) => {
    const health = await t.http.get('/api/health');
    t.must(health.ok, 'health answers', { actual: health.status });
    const { violations, successes } = t.traffic();
    const schemaViolations = violations.filter(({ kind }) => kind === 'schema');
    for (const { exchange } of schemaViolations) t.record(exchange);
    const operations = [...new Set(schemaViolations.map(({ operation }) => operation))];
    const lines = operations.map((name) =>
      describeViolations(
        name,
        schemaViolations.filter(({ operation }) => operation === name),
      ),
    );
    t.must(lines.length === 0, `responses match the description${lines.join('')}`);
    t.given(successes >= minSuccesses, `at least ${minSuccesses} documented responses`, {
      actual: successes,
    });
  }),
  traffic
    .with({ phase: 'traffic' })
    .audit('error-envelope', ['HTTP-005', 'ENV-001', 'ENV-002', 'ENV-003'], async (t) => {
      const health = await t.http.get('/api/health');
      t.given(health.ok && health.at('status') === 'ok', 'a healthy target');
      await triggerErrors(t);
      const inBatch = await findBatchErrorViolations(t);
      t.for('HTTP-005').must(inBatch.length === 0, 'every error in batch results matches the description', {
        actual: inBatch,
      });
      const { violations, envelopes } = t.traffic();
      const envelopeViolations = violations.filter(({ kind }) => kind === 'envelope');
      t.given(envelopes + envelopeViolations.length > 0, 'an error that was provoked');
      for (const { exchange } of envelopeViolations) t.record(exchange);
      const detail = {
        actual: envelopeViolations.map(({ operation, message }) => `${operation}: ${message}`),
      };
      t.for('HTTP-005').must(envelopeViolations.length === 0, 'every error has the error envelope', detail);
      const faults = envelopeViolations.map(({ message }) => message);
      const hasNoMatch = (part: RegExp) => !faults.some((fault) => part.test(fault));
      t.for('ENV-001').must(hasNoMatch(/object/), 'every error body has an object "error"', detail);
      t.for('ENV-002').must(hasNoMatch(/error\.code/), 'every error.code is upper-case snake case', detail);
      t.for('ENV-003').must(hasNoMatch(/error\.message/), 'every error.message is a string', detail);
    }),
  traffic.with({ phase: 'traffic' }).audit('internal-errors', ['HTTP-024'], async (t) => {
    const health = await t.http.get('/api/health');
    t.given(health.ok && health.at('status') === 'ok', 'a healthy target');
    const { internalErrors } = t.traffic();
    for (const exchange of internalErrors.values()) t.record(exchange);
    t.should(internalErrors.size === 0, 'no request leads to an internal error', {
      actual: [...internalErrors].map(([route, { response }]) => `${route}: ${response?.status}`),
    });
  }),
  traffic.with({ phase: 'traffic' }).audit('suggestions', ['ENV-004'], async (t) => {
    const health = await t.http.get('/api/health');
    t.given(health.ok && health.at('status') === 'ok', 'a healthy target');
    const { codes } = t.traffic();
    t.given(codes.size > 0, 'errors that were provoked');
    for (const [code, exchange] of codes) {
      const body = exchange.response?.body ?? '';
      t.should(
        /\/(api|llms|openapi)|\b(GET|POST|PUT|DELETE)\b/.test(body),
        `the message of ${code} suggests an endpoint`,
        { actual: body.slice(0, 200) },
      );
    }
  }),
  trafficWithToken.with({ phase: 'traffic' }).audit('codes-in-catalog', ['ERRCAT-005'], async (t) => {
    const catalog = await t.http.get('/api/errors');
    t.given(catalog.ok && includesDeep(catalog.json, 'GRAPH_NOT_FOUND'), 'an error catalog');
    const codes = [...t.traffic().codes.keys()];
    t.given(codes.length > 0, 'errors that were provoked');
    const unknown = codes.filter((code) => !includesDeep(catalog.json, code));
    t.mustEqual(unknown, [], 'every returned code is in the catalog');
  }),
];
