import full from '#spec/documents/openapi.json' with { type: 'json' };
import normative from '#spec/documents/openapi.normative.json' with { type: 'json' };
import { listOperations } from './openapi-operations.ts';

/** The interface description with everything that is documented. */
export const fullDocument = full;

/** Its operations. */
export const documentedOperations = listOperations(full);

/** Its components, for references. */
export const documentedComponents = full.components.schemas;

/** The operations as far as the description shows them. */
export const normativeOperations = listOperations(normative);

/** The components of these. */
export const normativeComponents = normative.components.schemas;

const normativeOperationsById = new Map(normativeOperations.map((operation) => [operation.id, operation]));

/** Whether the description shows the operation. */
export const isNormativeOperation = (operation: string): boolean => normativeOperationsById.has(operation);

/** Whether the description states that the operation answers this status with this code. */
export const isNormativeError = (operation: string, status: string, code: string): boolean =>
  normativeOperationsById.get(operation)?.statuses.get(status)?.includes(code) ?? false;

/** The success statuses of an operation that the description allows, such as `201` or `2XX`. */
export const listNormativeSuccesses = (operation: string): readonly string[] =>
  [...(normativeOperationsById.get(operation)?.statuses.keys() ?? [])].filter((status) =>
    status.startsWith('2'),
  );
