import { randomUUID } from 'node:crypto';
import {
  createConsoleWriter,
  createLogParameters,
  createUniqueText,
  isInConsole,
  waitForConsoleEntry,
} from '../audit-helpers/console-writer.ts';
import { listFillableRoutes } from '../audit-helpers/listed-routes.ts';
import { toActionPath } from '../audit-helpers/run-action.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { type OperationRequest, sendRequest } from '../coverage/openapi-operations.ts';
import { createRequestFixtures } from '../coverage/request-fixtures.ts';
import { createGatedRequests } from '../coverage/status-attempts.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';
import { describeReply } from '../target/http/exchange.ts';
import { pathTo } from '../target/id.ts';
import { createGraph } from './graphs/create-graph.ts';

const publicTiers = defineAuditArea('tiers');
const tiers = defineAuditArea('tiers', 'token');
const tiersWithProject = defineAuditArea('tiers', 'token', 'project');
const tiersWithRuntime = defineAuditArea('tiers', 'token', 'runtime');

/** Spellings of the path /api/types that a service may treat as equivalent. */
const alternativeSpellings = [
  '//api/types',
  '/api//types',
  '/api/types/',
  '/api/./types',
  '/api/health/../types',
  '/API/types',
  '/api/Types',
];

/** Routes under /api that need no token. */
const freeRoutes = /^\/api\/(health|toc|actions\/schema|schemas(\/.*)?)$/;

const gatedReads = [
  '/api/types',
  '/api/errors',
  '/api/errors/GRAPH_NOT_FOUND',
  '/api/node-types',
  '/api/node-types/enum-values',
  '/api/node-types/search?q=e',
  '/api/console',
  '/api/events/types',
];

/** Returns the paths of reads that would show an effect of a request. The responses to these reads must not change. */
const listRelatedReads = ({ params: { graphId, id, nodeId, portId }, operation }: OperationRequest) => {
  const graph = graphId ?? (operation.path.startsWith('/api/graphs/') ? id : undefined);
  return [
    ...(graph === undefined
      ? []
      : [
          pathTo`/api/graphs/${graph}`,
          pathTo`/api/graphs/${graph}/nodes`,
          pathTo`/api/graphs/${graph}/connections`,
          pathTo`/api/graphs/${graph}/layout/aspect-ratio`,
        ]),
    ...(graph === undefined || nodeId === undefined
      ? []
      : [pathTo`/api/graphs/${graph}/nodes/${nodeId}/note`]),
    ...(portId === undefined ? [] : [pathTo`/api/ports/${portId}`, pathTo`/api/ports/${portId}/value`]),
    ...(operation.path.startsWith('/api/variables/') && id !== undefined
      ? [pathTo`/api/variables/${id}`]
      : []),
  ];
};

const readRelatedState = async (t: AuditTools, request: OperationRequest): Promise<unknown> => {
  const replies = await Promise.all(listRelatedReads(request).map((path) => t.http.get(path)));
  return Object.fromEntries(replies.map(({ title, ok, json }) => [title, ok ? json : 'not answered']));
};

export const audits = [
  publicTiers.audit('free-health', ['AUTH-FREE-001'], async (t) => {
    const reply = await t.http.get('/api/health', { token: null });
    t.must(reply.ok && reply.at('status') === 'ok', 'health is served without a token', {
      actual: reply.status,
    });
  }),
  publicTiers.audit('free-orientation', ['AUTH-FREE-005'], async (t) => {
    const reply = await t.http.get('/llms.txt', { token: null, headers: { accept: 'text/plain, */*' } });
    t.must(reply.ok && /\/api\/(health|toc)/.test(reply.text), '/llms.txt is served without a token', {
      actual: reply.status,
    });
  }),
  tiers.audit('free-schemas', ['AUTH-FREE-003'], async (t) => {
    const existing = await t.http.get('/api/schemas/layer1', { token: null });
    t.given(existing.ok && /variable/i.test(existing.text), 'schemas that are served without a token');
    for (const path of ['/api/schemas', '/api/schemas/no-such-schemas']) {
      const withToken = await t.http.get(path);
      const without = await t.http.get(path, { token: null });
      t.mustEqual(without.status, withToken.status, `a token makes no difference to ${path}`);
    }
  }),
  tiers.with({ likelyCause: 'the tier of the route' }).audit('gated-reads', ['AUTH-GATED-001'], async (t) => {
    for (const path of gatedReads) {
      const withToken = await t.http.get(path);
      t.given(withToken.ok, `${path} succeeds with the token`, { actual: withToken.status });
      t.mustNotSucceed(await t.http.get(path, { token: null }), `${path} does not succeed without a token`);
    }
  }),
  tiers
    .with({ likelyCause: 'the tier is decided by the raw path, and the route by the decoded path' })
    .audit('gated-spellings', ['AUTH-GATED-001'], async (t) => {
      const portTypes = t.fields.names((await t.http.get('/api/types')).at('PortTypes'));
      t.given(portTypes.length > 0, '/api/types with the token lists PortTypes (choices.paths "type.name")');
      const isAccessible = async (path: string): Promise<boolean> => {
        const reply = await t.http.get(path, { token: null });
        const shown = new Set(reply.ok ? t.fields.names(reply.at('PortTypes')) : []);
        return portTypes.every((name) => shown.has(name));
      };
      // Percent-encoded paths that are equivalent to /api/types (RFC 3986, section 6.2.2.2).
      for (const path of ['/%61pi/types', '/api/%74ypes', '/%61%70%69/%74%79%70%65%73']) {
        t.must(!(await isAccessible(path)), `${path}, which is /api/types, does not succeed without a token`);
        t.observe(`${path} with the token`, (await t.http.get(path)).status);
      }
      for (const path of alternativeSpellings) {
        t.must(
          !(await isAccessible(path)),
          `${path} does not reveal the content of /api/types without a token`,
        );
      }
    }),
  tiers
    .with({ likelyCause: 'the tier of the route' })
    .audit('gated-by-toc', ['AUTH-GATED-005'], async (t) => {
      const routes = await listFillableRoutes(t, t.http);
      const paths = routes
        .filter(({ method, path }) => method === 'GET' && !freeRoutes.test(path) && path !== '/api')
        .map(({ path }) => path);
      t.given(paths.length > 0, 'routes in the toc that need the token');
      for (const path of paths) {
        const withToken = await t.http.get(path);
        if (!withToken.ok) continue;
        t.mustNotSucceed(await t.http.get(path, { token: null }), `${path} does not succeed without a token`);
      }
    }),
  tiersWithProject
    .with({
      timeout: 120_000,
      likelyCause: 'the tier of the route, or a change made before the token is checked',
    })
    .audit('gated-operations', ['AUTH-GATED-001', 'AUTH-GATED-002', 'AUTH-GATED-005'], async (t) => {
      const requestFixtures = createRequestFixtures(t);
      for await (const request of createGatedRequests(requestFixtures)) {
        const { operation } = request;
        const isRead = operation.method === 'GET';
        const before = isRead ? undefined : await t.snapshot(() => readRelatedState(t, request));
        const reply = await undefinedIfUnverified(sendRequest(t.http, { ...request, token: null }));
        if (!reply) continue;
        const assertions = t.for(isRead ? 'AUTH-GATED-001' : 'AUTH-GATED-002', 'AUTH-GATED-005');
        assertions.mustNotSucceed(reply, `${reply.title} does not succeed without a token`);
        if (reply.ok) requestFixtures.adopt(operation.path, reply.json);
        if (before)
          await t
            .for('AUTH-GATED-002')
            .mustBeUnchanged(before, `${reply.title} without a token changes nothing`);
      }
    }),
  tiersWithProject
    .with({ likelyCause: 'the tier of the route, or a change made before the token is checked' })
    .audit('gated-changes', ['AUTH-GATED-002'], async (t) => {
      const graph = await t.fixtures.graph();
      const { output, input } = await t.fixtures.connectablePair(graph);
      const { node, port } = await t.fixtures.port(graph, 'Float', 'input');
      t.given((await t.fixtures.write(port.id, 1)).ok, 'a value can be written with the token');
      const body = { category: node.category, locationX: 0, locationY: 0 };
      t.given(
        (await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, body)).ok,
        'a node can be added with the token',
      );
      const before = (await t.fixtures.listNodes(graph)).length;
      const without = { token: null };
      const addition = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, body, without);
      const connection = await t.http.post(
        pathTo`/api/graphs/${graph.id}/connections`,
        { outputPortId: output.port.id, inputPortId: input.port.id },
        without,
      );
      const write = await t.http.put(pathTo`/api/ports/${port.id}/value`, { value: 2 }, without);
      const changes = [
        addition,
        connection,
        write,
        await t.http.post('/api/graphs', { name: graph.name }, without),
        await t.http.post('/api/graphs?replace=true', { name: graph.name }, without),
      ];
      for (const reply of changes) t.mustNotSucceed(reply, `${reply.title} does not succeed without a token`);
      t.mustEqual(
        (await t.fixtures.listNodes(graph)).length,
        before,
        'no node was added, and the graph was not replaced',
        { changedBy: addition },
      );
      t.mustEqual(await t.fixtures.listConnections(graph), [], 'nothing was connected', {
        changedBy: connection,
      });
      t.mustEqual(await t.fixtures.read(port.id), 1, 'no value was written', { changedBy: write });
      t.must(
        (await t.fixtures.connect(graph, output.port.id, input.port.id)).ok,
        'the same change succeeds with the token',
      );
    }),
  tiersWithProject.audit('gated-creation', ['AUTH-GATED-002'], async (t) => {
    const json = { name: `${t.manifest.namespace}-${randomUUID()}` };
    const refused = await createGraph(t, json, '', { token: null });
    t.mustNotSucceed(refused, 'a graph is not created without a token');
    const reply = await createGraph(t, json);
    t.must(reply.status !== 409, 'the rejected graph was not created', {
      actual: describeReply(reply).actual,
      changedBy: refused,
    });
    t.givenSuccess(reply, 'a graph can be created with the token');
  }),
  tiersWithRuntime.audit('gated-actions', ['AUTH-GATED-002'], async (t) => {
    const parameters = await createLogParameters(t);
    const write = await createConsoleWriter(t);
    const [refusedText, laterText] = [createUniqueText(t), createUniqueText(t)];
    t.mustNotSucceed(
      await t.http.post(toActionPath('log.console'), parameters(refusedText), { token: null }),
      'an action does not run without a token',
    );
    await write(laterText);
    t.given(
      await waitForConsoleEntry(t, laterText),
      'the console shows the entry that the same action wrote with the token',
    );
    t.must(!(await isInConsole(t, refusedText)), 'the console shows no entry written without the token');
  }),
  tiers.audit('wrong-token', ['AUTH-GATED-003', 'AUTH-HEADER-001'], async (t) => {
    const right = await t.http.get('/api/types');
    const isAccepted = right.ok && right.at('PortTypes') !== undefined;
    t.for('AUTH-HEADER-001').must(
      isAccepted,
      'a route that needs the token succeeds with it in X-API-Key',
      describeReply(right),
    );
    t.given(isAccepted, 'a route that needs the token succeeds with it');
    const wrongToken = { token: `${t.target.token}x` };
    const assertions = t.for('AUTH-GATED-003');
    const read = await t.http.get('/api/types', wrongToken);
    assertions.mustNotSucceed(read, 'a token with an additional letter is treated like a missing one');
    const empty = await t.http.get('/api/types', { token: '' });
    assertions.mustNotSucceed(empty, 'an empty token is treated like a missing one');
    const name = `${t.manifest.namespace}-1`;
    const change = await t.http.post('/api/graphs?replace=true', { name }, wrongToken);
    assertions.mustNotSucceed(change, 'an empty token is treated like a missing one for a change');
  }),
  tiers.audit('wrong-token-free', ['AUTH-FREE-007'], async (t) => {
    const health = await t.http.get('/api/health', { token: null });
    t.given(health.at('status') === 'ok', 'health is served without a token', describeReply(health));
    // Tries only a few routes, because the target may block a client that sends many wrong tokens.
    for (const path of ['/api/health', '/api/toc', '/api/actions/schema', '/llms.txt']) {
      const headers = { accept: '*/*' };
      const without = await t.http.get(path, { token: null, headers });
      t.givenSuccess(without, `${path} is served without a token`);
      const reply = await t.http.get(path, { token: `${t.target.token}x`, headers });
      t.must(reply.ok || reply.status === 429, `${path} is served with a wrong token`, describeReply(reply));
    }
  }),
  tiers.audit('missing-token-status', ['AUTH-GATED-004'], async (t) => {
    const reply = await t.http.get('/api/types', { token: null });
    t.given(reply.status >= 400, 'a route that needs the token does not succeed without it');
    t.observe('response to a missing token', `${reply.status} ${String(reply.at('error.code'))}`);
    t.observe('response of GET /api to a missing token', (await t.http.get('/api', { token: null })).status);
  }),
];
