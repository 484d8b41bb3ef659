import { listVariations } from './request-variations.ts';
import { statusRecipes } from './status-recipes.ts';
import { createValidRequest } from './valid-request.ts';
import type { RequestFixtures } from './request-fixtures.ts';
import type { VariationFactor } from './request-variations.ts';
import type { SchemaComponents, OpenApiOperation } from './openapi-operations.ts';
import type { OperationRequest } from './operation-request.ts';

/** A way to make an operation respond with a documented status. */
export interface StatusAttempt {
  readonly operation: OpenApiOperation;
  readonly status: string;
  readonly factor: VariationFactor | 'nothing' | 'circumstances';
  /** The expected error code. Absent if the document allows several codes. */
  readonly code?: string;
  build(fixtures: RequestFixtures): Promise<OperationRequest>;
}

export const isSuccessStatus = (status: string): boolean => status.startsWith('2');

/** Returns all known attempts: the valid request, its variations, and the recipes. */
export const listAttempts = (
  operation: OpenApiOperation,
  components: SchemaComponents,
): readonly StatusAttempt[] => {
  const valid = (fixtures: RequestFixtures): Promise<OperationRequest> =>
    createValidRequest(operation, components, fixtures);
  const getRecipe = (status: string) => statusRecipes[`${operation.id} ${status}`];
  /** The success statuses with which the target may respond to a valid request. */
  const successes = [...operation.statuses.keys()].filter(
    (status) => isSuccessStatus(status) && getRecipe(status) === undefined,
  );
  return [
    ...successes.map((status): StatusAttempt => ({ operation, status, factor: 'nothing', build: valid })),
    ...successes.flatMap((status) =>
      listQueryFlags(operation).map(
        (name): StatusAttempt => ({
          operation,
          status,
          factor: 'nothing',
          build: async (fixtures) => {
            const request = await valid(fixtures);
            return { ...request, query: { ...request.query, [name]: 'true' } };
          },
        }),
      ),
    ),
    ...listVariations(operation, components).map(
      ({ factor, status, code, apply }): StatusAttempt => ({
        operation,
        status,
        factor,
        ...(code !== undefined && { code }),
        build: async (fixtures) => apply(await valid(fixtures)),
      }),
    ),
    ...[...operation.statuses.keys()].flatMap((status): readonly StatusAttempt[] => {
      const recipe = getRecipe(status);
      if (recipe === undefined) return [];
      return [
        {
          operation,
          status,
          factor: 'circumstances',
          build: async (fixtures) => recipe(await valid(fixtures), fixtures),
        },
      ];
    }),
  ];
};

/** Returns the query flags that a valid request may also set. */
const listQueryFlags = ({ parameters }: OpenApiOperation): readonly string[] =>
  parameters
    .filter(({ in: location, schema }) => location === 'query' && schema.type === 'boolean')
    .map(({ name }) => name);
