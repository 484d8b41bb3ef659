import full from '#spec/documents/openapi.json' with { type: 'json' };
import normative from '#spec/documents/openapi.normative.json' with { type: 'json' };
import { listOperations } from './openapi-operations.ts';

/** The complete interface description. */
export const fullDocument = full;

/** The operations of the complete interface description. */
export const documentedOperations = listOperations(full);

/** The component schemas of the complete interface description, to which references point. */
export const documentedComponents = full.components.schemas;

/** The operations that the service description itself shows. */
export const normativeOperations = listOperations(normative);

/** The component schemas of the operations that the service description shows. */
export const normativeComponents = normative.components.schemas;

const normativeOperationsById = new Map(normativeOperations.map((operation) => [operation.id, operation]));

/** Whether the service description itself shows the operation. */
export const isNormativeOperation = (operation: string): boolean => normativeOperationsById.has(operation);

/** Whether the service description states that the operation responds with this status and code. */
export const isNormativeError = (operation: string, status: string, code: string): boolean =>
  normativeOperationsById.get(operation)?.statuses.get(status)?.includes(code) ?? false;

/** Returns the success statuses that the service description allows for an operation, such as `201` or `2XX`. */
export const listNormativeSuccesses = (operation: string): readonly string[] =>
  [...(normativeOperationsById.get(operation)?.statuses.keys() ?? [])].filter((status) =>
    status.startsWith('2'),
  );
