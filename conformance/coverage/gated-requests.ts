import { undefinedIfUnverified } from '../runner/audit-stop.ts';
import { listAttempts, isSuccessStatus } from './status-attempts.ts';
import { documentedComponents, documentedOperations, isNormativeOperation } from './spec-documents.ts';
import type { RequestFixtures } from './request-fixtures.ts';
import type { OpenApiOperation } from './openapi-operations.ts';
import type { OperationRequest } from './operation-request.ts';

/** The documented operations that are gated. */
export const gatedOperations = documentedOperations.filter(
  ({ id, requiresToken, path }) => requiresToken && isNormativeOperation(id) && path.startsWith('/api/'),
);

/** Creates a valid request for each gated operation, if everything that the request needs can be created. */
export async function* createGatedRequests(
  fixtures: RequestFixtures,
  operations: readonly OpenApiOperation[] = gatedOperations,
): AsyncGenerator<OperationRequest> {
  for (const operation of operations) {
    const valid = listAttempts(operation, documentedComponents).find(({ status }) => isSuccessStatus(status));
    const request = valid && (await undefinedIfUnverified(valid.build(fixtures)));
    if (request) yield request;
  }
}
