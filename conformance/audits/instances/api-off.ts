import { randomUUID } from 'node:crypto';
import { createLogParameters } from '../../audit-helpers/console-writer.ts';
import { nonexistentId } from '../../audit-helpers/fixtures.ts';
import { findSuccessFlag, tryConnectHub } from '../../audit-helpers/hub-client.ts';
import { listFillableRoutes } from '../../audit-helpers/listed-routes.ts';
import { defineAuditArea } from '../../audit.ts';
import { isRecord, walkJson } from '../../json.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import { pathTo } from '../../target/id.ts';
import { fetchPage, findReferenceViewer, isHtmlPage } from '../../target/reference-viewer.ts';

const instances = defineAuditArea('instances', 'condition:apiOff');
const instancesWithToken = defineAuditArea('instances', 'token', 'condition:apiOff');
const instancesWithHub = defineAuditArea('instances', 'token', 'runtime', 'events', 'condition:apiOff');

const freeRoutes = ['/api/health', '/api/toc', '/api/schemas/layer1', '/api/actions/schema', '/llms.txt'];

/** Routes that need no token, and the hub's URL, which is not a REST endpoint. */
const ungatedRoutes = /^\/api(\/(health|toc|actions\/schema|schemas(\/.*)?|events(\/(?!types$).*)?))?$/;

/** Documented calls that need the token. They are used when the table of contents can't be read. */
const documentedGatedCalls = [
  ['GET', '/api/types'],
  ['GET', '/api/console'],
  ['GET', pathTo`/api/graphs/${nonexistentId}/nodes`],
  ['POST', '/api/graphs'],
  ['POST', '/api/batch'],
  ['POST', '/api/actions/log/console'],
] as const;

const requestBodies: Readonly<Record<string, unknown>> = {
  'POST /api/batch': { operations: [{ method: 'GET', path: '/api/types' }] },
  'POST /api/actions/log/console': { message: 'nobody should read this' },
};

/** Audits of a target whose external API is turned off. */
export const audits = [
  instances.audit('api-off', ['AUTH-OFF-002', 'ERR-013'], async (t) => {
    const { http } = await t.underCondition('apiOff');
    // While the API is turned off, a target does not reveal whether a resource exists.
    const fillableRoutes = await listFillableRoutes(t, http, {}, nonexistentId);
    const listed = fillableRoutes
      .filter(({ method, path }) => /^(GET|POST|PUT|DELETE)$/.test(method) && !ungatedRoutes.test(path))
      .map(({ method, path }) => [method, path] as const);
    const assertions = t.for('AUTH-OFF-002', 'ERR-013');
    for (const [method, path] of [...documentedGatedCalls, ...listed]) {
      const json = requestBodies[`${method} ${path}`] ?? { name: `${t.manifest.namespace}-1` };
      const reply = await http.send(method, path, method === 'GET' || method === 'DELETE' ? {} : { json });
      assertions.mustFail(reply, 403, 'API_DISABLED');
    }
    const negotiation = await http.send('POST', '/api/events/negotiate?negotiateVersion=1');
    t.observe('negotiation of the hub', `${negotiation.status} ${String(negotiation.at('error.code'))}`);
    t.observe('GET /api', (await http.get('/api')).status);
  }),
  instances.audit('api-off-free', ['AUTH-OFF-003'], async (t) => {
    const { http } = await t.underCondition('apiOff');
    for (const path of freeRoutes) {
      const reply = await http.get(path, { token: null });
      t.must(reply.ok && reply.text !== '', `${path} is served while the API is off`, {
        actual: reply.status,
      });
    }
  }),
  instancesWithToken.audit('api-off-viewers', ['AUTH-OFF-006'], async (t) => {
    const reference = await findReferenceViewer(t);
    const { http } = await t.underCondition('apiOff');
    const off = { ...t, http };
    for (const path of ['/llms', '/asyncapi', ...(reference ? [reference.path] : [])]) {
      const { reply } = await fetchPage(off, path, null);
      t.must(reply.ok && isHtmlPage(reply), `${path} is a page while the API is off`, describeReply(reply));
    }
    t.given(reference !== undefined, 'the path of the reference viewer (choices.routes.reference)');
  }),
  instancesWithHub.audit('api-off-hub', ['AUTH-OFF-005'], async (t) => {
    const parameters = (await createLogParameters(t))(`off-${randomUUID()}`);
    const { target } = await t.underCondition('apiOff');
    const attempt = await tryConnectHub({ ...t, target }, {});
    if (!attempt.ok) {
      t.must(true, 'no client can use the hub while the API is off');
      return;
    }
    const { hub } = attempt;
    const [RequestId, batchId] = [randomUUID(), randomUUID()];
    await hub.invoke('SendAction', [{ Action: 'log.console', Parameters: parameters, RequestId }]);
    await hub.invoke('SendActionBatch', [
      [{ Action: 'log.console', Parameters: parameters, RequestId: batchId }],
      false,
    ]);
    const responses = await Promise.all(
      [RequestId, batchId].map((id) =>
        hub.callbacks.until(({ args }) => includesText(args, id), t.manifest.timeouts.event),
      ),
    );
    for (const response of responses) {
      t.must(
        !response || !(findSuccessFlag(t, response.args) ?? claimsSuccess(response.args)),
        'no action sent to the hub succeeds while the API is off',
        { actual: response?.args },
      );
    }
  }),
  instances.audit('api-off-health', ['HEALTH-015', 'HEALTH-006'], async (t) => {
    const { http, target } = await t.underCondition('apiOff');
    const health = await http.get('/api/health');
    t.for('HEALTH-015').mustEqual(health.at('apiEnabled'), false, 'apiEnabled is false');
    t.for('HEALTH-006').mustEqual(
      health.at('authenticated'),
      target.token !== undefined,
      'authenticated shows whether the caller has the token even while the API is off',
    );
  }),
];

/** Whether any part of a response reports success. */
const claimsSuccess = (response: unknown): boolean =>
  [...walkJson(response)]
    .filter(isRecord)
    .some((record) =>
      Object.entries(record).some(
        ([name, value]) => value === true && /^(is)?(success|succeeded|ok)$/i.test(name),
      ),
    );
