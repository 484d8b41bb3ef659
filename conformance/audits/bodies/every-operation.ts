/**
 * Sends invalid bodies to every operation with a documented body. The bodies are not JSON, or lack a documented field.
 */
import { defineAuditArea } from '../../define-audit-area.ts';
import { undefinedIfUnverified } from '../../runner/audit-stop.ts';
import { createRequestFixtures } from '../../coverage/request-fixtures.ts';
import { listVariations } from '../../coverage/request-variations.ts';
import {
  documentedComponents,
  documentedOperations,
  isNormativeError,
  normativeComponents,
  normativeOperations,
} from '../../coverage/spec-documents.ts';
import { sendRequest } from '../../coverage/operation-request.ts';
import { createValidRequest } from '../../coverage/valid-request.ts';
import type { VariationFactor } from '../../coverage/request-variations.ts';
import type { OpenApiOperation } from '../../coverage/openapi-operations.ts';

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

export const everyOperationBodyAudits = [
  bodies.audit(
    'every-operation',
    ['HTTP-019', 'HTTP-020', 'ERR-001'],
    { timeout: 120_000, likelyCause: 'an unreadable body is treated as an empty one' },
    async (t) => {
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
    },
  ),
];
