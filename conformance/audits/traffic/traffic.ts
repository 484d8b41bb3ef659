import { area } from '../../area.ts';
import { mentions } from '../../json.ts';

const traffic = area('traffic');
const trafficWithToken = area('traffic', 'token');

/** Successes that have to be seen before the traffic of a run says anything. */
const enough = 10;

/** Judgements of all answers of the run, whatever audit asked for them. */
export const trafficAudits = [
  traffic.audit('documented-shapes', ['DOC-RESPONSE-001'], { last: true }, async (t) => {
    const health = await t.http.get('/api/health');
    t.must(health.ok, 'health answers', { actual: health.status });
    const { violations, successes } = t.traffic();
    for (const { kind, operation, message, exchange } of violations) {
      if (kind !== 'schema') continue;
      t.record(exchange);
      t.must(false, `${operation} answers the documented shape`, { actual: message });
    }
    t.given(successes >= enough, `at least ${enough} answers that the documents show`, {
      actual: successes,
    });
    t.must(true, 'every answer had the documented shape');
  }),
  traffic.audit(
    'error-envelope',
    ['HTTP-005', 'ENV-001', 'ENV-002', 'ENV-003'],
    { last: true },
    async (t) => {
      const health = await t.http.get('/api/health');
      t.given(health.ok && health.at('status') === 'ok', 'a healthy target');
      await t.http.get('/api/no-such-route-at-all');
      await t.http.send('DELETE', '/api/health');
      await t.http.send('POST', '/api/graphs', {
        body: '{',
        headers: { 'content-type': 'application/json' },
      });
      await t.http.send('POST', '/api/graphs', { body: '{}', headers: { 'content-type': 'text/plain' } });
      const { violations, envelopes } = t.traffic();
      for (const { kind, operation, message, exchange } of violations) {
        if (kind !== 'envelope') continue;
        t.record(exchange);
        t.must(false, `an error of ${operation} carries the error envelope`, { actual: message });
      }
      t.given(envelopes > 0, 'an error that was provoked');
      t.must(true, 'every error carried the error envelope');
    },
  ),
  traffic.audit('suggestions', ['ENV-004'], { last: true }, async (t) => {
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
  trafficWithToken.audit('codes-in-catalog', ['ERRCAT-005'], { last: true }, async (t) => {
    const catalog = await t.http.get('/api/errors');
    t.given(catalog.ok && mentions(catalog.json, 'GRAPH_NOT_FOUND'), 'an error catalog');
    const codes = [...t.traffic().codes.keys()];
    t.given(codes.length > 0, 'errors that were provoked');
    const unknown = codes.filter((code) => !mentions(catalog.json, code));
    t.mustEqual(unknown, [], 'every code that was answered is in the catalog');
  }),
];
