import { mustRejectWithoutEffect } from '../audit-helpers/must-reject.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import {
  documentedComponents,
  documentedOperations,
  isNormativeError,
  normativeComponents,
  normativeOperations,
  type OpenApiOperation,
  sendRequest,
} from '../coverage/openapi-operations.ts';
import { createRequestFixtures } from '../coverage/request-fixtures.ts';
import { listVariations, type VariationFactor } from '../coverage/request-variations.ts';
import { createValidRequest } from '../coverage/valid-request.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';
import { describeReply } from '../target/http/exchange.ts';
import { pathTo } from '../target/id.ts';

const bodies = defineAuditArea('bodies', 'token', 'project');

/** Operations whose documented body has no required field, so that an absent body may be valid. */
const optionalBodyOperations = ['createGraph', 'runAction'];

/** Operations whose body, or the names of its fields, are not documented. */
const undocumentedBodyOperations = ['setAspectRatio', 'validateConnection'];

const checkedFactors: readonly VariationFactor[] = ['malformed body', 'missing body', 'missing field'];

/** Lists invalid variants of an operation's request, all of which must be rejected. */
const listInvalidRequests = (operation: OpenApiOperation) => {
  const { id, body } = operation;
  const isShown = body?.required
    ? !undocumentedBodyOperations.includes(id)
    : optionalBodyOperations.includes(id);
  if (!isShown || !isNormativeError(id, '400', 'INVALID_REQUEST')) return [];
  return listVariations(operation, normativeComponents).filter(({ factor }) =>
    checkedFactors.includes(factor),
  );
};

const isProjectOperation = ({ path }: OpenApiOperation): boolean => path.startsWith('/api/project');

/** All operations. Opening another project may close the graph that the other operations need. */
const projectOperationsLast = [
  ...normativeOperations.filter((operation) => !isProjectOperation(operation)),
  ...normativeOperations.filter(isProjectOperation),
];

const operationsById = new Map(documentedOperations.map((operation) => [operation.id, operation]));

const bodiesWithoutProject = defineAuditArea('bodies', 'token');

const jsonContentTypePattern = /^(application|text)\/json\s*(;|$)|\+json\s*(;|$)/i;

/** GET routes that return records, lists and errors. */
const checkedReads = [
  '/api/health',
  '/api/toc',
  '/api/types',
  '/api/errors',
  '/api/errors/GRAPH_NOT_FOUND',
  '/api/errors/NO_SUCH_CODE_AT_ALL',
  '/api/node-types',
  '/api/node-types/enum-values',
  '/api/no-such-route-at-all',
];

/** Creates a Float port with the value 1, and a function that writes any request body to the port. */
const createWritablePort = async (t: AuditTools) => {
  const graph = await t.fixtures.graph();
  const { port } = await t.fixtures.port(graph, 'Float', 'input');
  t.given(
    (await t.fixtures.write(port.id, 1)).ok && (await t.fixtures.read(port.id)) === 1,
    'a value can be written',
  );
  const path = pathTo`/api/ports/${port.id}/value`;
  const put = (body: string, type = 'application/json') =>
    t.http.send('PUT', path, { body, headers: { 'content-type': type } });
  return { port, path, put };
};

const defineContentTypeAudit = (
  id: string,
  requirement: 'HTTP-001' | 'HTTP-002' | 'HTTP-003',
  types: readonly string[],
) =>
  bodies.audit(id, [requirement], async (t) => {
    const { port, put } = await createWritablePort(t);
    for (const [index, type] of types.entries()) {
      const value = index + 2;
      const reply = await put(JSON.stringify({ value }), type);
      t.mustSucceed(reply, `a body of type ${type} is accepted`);
      t.mustEqual(await t.fixtures.read(port.id), value, 'and understood');
    }
  });

export const audits = [
  defineContentTypeAudit('application-json', 'HTTP-001', [
    'application/json',
    'application/json; charset=utf-8',
  ]),
  defineContentTypeAudit('text-json', 'HTTP-002', ['text/json']),
  defineContentTypeAudit('plus-json', 'HTTP-003', [
    'application/vnd.example+json',
    'application/problem+json; charset=utf-8',
    'model/gltf+json',
  ]),
  bodiesWithoutProject
    .with({
      likelyCause: 'a default of the web framework: plain text for a string, an HTML page for an error',
    })
    .audit('answers', ['HTTP-004'], async (t) => {
      const health = await t.http.get('/api/health');
      t.given(health.ok && health.at('status') === 'ok', 'a healthy target', describeReply(health));
      for (const path of checkedReads) {
        const reply = await t.http.get(path);
        if (reply.text === '') continue;
        const type = reply.headers['content-type'];
        t.must(reply.json !== undefined, `the body of GET ${path} is JSON`, describeReply(reply));
        t.must(
          type === undefined || jsonContentTypePattern.test(type),
          `GET ${path} declares its body as JSON`,
          { actual: type },
        );
      }
    }),
  bodies.audit('not-json', ['HTTP-019', 'ERR-001'], async (t) => {
    const { port, put } = await createWritablePort(t);
    const malformed = ['{"value": 2', 'value=2', '{value: 2}', '{"value": 2}}'];
    const calls = Object.fromEntries(malformed.map((body) => [body, () => put(body)]));
    await mustRejectWithoutEffect(
      t.for('HTTP-019', 'ERR-001'),
      () => t.fixtures.read(port.id),
      [400, 'INVALID_REQUEST'],
      calls,
    );
  }),
  bodies.audit('missing', ['HTTP-020', 'ERR-001'], async (t) => {
    const { port, path, put } = await createWritablePort(t);
    await mustRejectWithoutEffect(
      t.for('HTTP-020', 'ERR-001'),
      () => t.fixtures.read(port.id),
      [400, 'INVALID_REQUEST'],
      { 'no body': () => t.http.send('PUT', path), 'an empty body': () => put('') },
    );
  }),
  bodies.audit('unknown-names', ['HTTP-022'], async (t) => {
    const { path } = await createWritablePort(t);
    const field = await t.http.put(path, { value: 2, valeuAtAll: 3 });
    const parameter = await t.http.put(`${path}?syncAtAll=true`, { value: 2 });
    for (const [name, { status, headers }] of Object.entries({ field, parameter }))
      t.observe(`response to an unknown ${name}`, [status, headers['x-ignored'] ?? ''].join(' ').trim());
  }),

  bodies
    .with({ timeout: 120_000, likelyCause: 'an unreadable body is treated as an empty one' })
    .audit('every-operation', ['HTTP-019', 'HTTP-020', 'ERR-001'], async (t) => {
      const requestFixtures = createRequestFixtures(t);
      const graph = await requestFixtures.graph();
      const read = async () => [
        await undefinedIfUnverified(t.fixtures.listNodes(graph)),
        await undefinedIfUnverified(t.fixtures.listConnections(graph)),
      ];
      const tried: string[] = [];
      for (const operation of projectOperationsLast) {
        const changes = listInvalidRequests(operation);
        const documented = operationsById.get(operation.id);
        if (changes.length === 0 || !documented) continue;
        const request = await undefinedIfUnverified(
          createValidRequest(documented, documentedComponents, requestFixtures),
        );
        if (!request) continue;
        const valid = await undefinedIfUnverified(sendRequest(t.http, request));
        if (!valid?.ok) continue;
        requestFixtures.adopt(operation.path, valid.json);
        tried.push(operation.id);
        const before = await t.snapshot(read);
        for (const { factor, code, apply } of changes) {
          const reply = await undefinedIfUnverified(sendRequest(t.http, apply(request)));
          if (!reply) continue;
          if (reply.ok) requestFixtures.adopt(operation.path, reply.json);
          const assertions = t.for(factor === 'malformed body' ? 'HTTP-019' : 'HTTP-020', 'ERR-001');
          assertions.mustFail(reply, 400, ...(code ? [code] : []));
          await assertions.mustBeUnchanged(
            before,
            `${operation.id} with a ${factor} leaves nodes and connections unchanged`,
          );
        }
      }
      t.observe('operations', tried);
      t.given(tried.length > 0, 'an operation with a body that succeeds');
    }),
];
