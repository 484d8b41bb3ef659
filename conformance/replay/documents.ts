import full from '#spec/documents/openapi.json' with { type: 'json' };
import normative from '#spec/documents/openapi.normative.json' with { type: 'json' };
import { operationsOf } from './document.ts';

/** The interface description with everything that is documented. */
export const fullDocument = full;

/** Its operations. */
export const documentedOperations = operationsOf(full);

/** Its components, for references. */
export const components = full.components.schemas;

/** The operations as far as the description shows them. */
export const statedOperations = operationsOf(normative);

/** The components of these. */
export const statedComponents = normative.components.schemas;

const stated = new Map(statedOperations.map((operation) => [operation.id, operation]));

/** Whether the description shows the operation. */
export const isShown = (operation: string): boolean => stated.has(operation);

/** Whether the description states that the operation answers this status with this code. */
export const isStated = (operation: string, status: string, code: string): boolean =>
  stated.get(operation)?.statuses.get(status)?.includes(code) ?? false;

/** The success statuses of an operation that the description allows, such as `201` or `2XX`. */
export const statedSuccesses = (operation: string): readonly string[] =>
  [...(stated.get(operation)?.statuses.keys() ?? [])].filter((status) => status.startsWith('2'));
