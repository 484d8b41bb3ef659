import { changesOf } from './changes.ts';
import { recipes } from './recipes.ts';
import { validRequest } from './valid.ts';
import type { Bench } from './bench.ts';
import type { Factor } from './changes.ts';
import type { Components, ReplayOperation } from './document.ts';
import type { ReplayRequest } from './request.ts';

/** A way to have an operation answer one of its documented statuses. */
export interface Attempt {
  readonly operation: ReplayOperation;
  readonly status: string;
  readonly factor: Factor | 'nothing' | 'circumstances';
  /** The error code that is called for, where the document leaves one only. */
  readonly code?: string;
  build(bench: Bench): Promise<ReplayRequest>;
}

export const isSuccess = (status: string): boolean => status.startsWith('2');

/** Every way that is known: the valid request, its changes by one factor, and the recipes. */
export const attemptsOf = (operation: ReplayOperation, components: Components): readonly Attempt[] => {
  const valid = (bench: Bench): Promise<ReplayRequest> => validRequest(operation, components, bench);
  const recipeOf = (status: string) => recipes[`${operation.id} ${status}`];
  /** Those that a valid request may have without more. */
  const successes = [...operation.statuses.keys()].filter(
    (status) => isSuccess(status) && recipeOf(status) === undefined,
  );
  return [
    ...successes.map((status): Attempt => ({ operation, status, factor: 'nothing', build: valid })),
    ...successes.flatMap((status) =>
      togglesOf(operation).map(
        (name): Attempt => ({
          operation,
          status,
          factor: 'nothing',
          build: async (bench) => {
            const request = await valid(bench);
            return { ...request, query: { ...request.query, [name]: 'true' } };
          },
        }),
      ),
    ),
    ...changesOf(operation, components).map(
      ({ factor, status, code, apply }): Attempt => ({
        operation,
        status,
        factor,
        ...(code !== undefined && { code }),
        build: async (bench) => apply(await valid(bench)),
      }),
    ),
    ...[...operation.statuses.keys()].flatMap((status): readonly Attempt[] => {
      const recipe = recipeOf(status);
      if (recipe === undefined) return [];
      return [
        {
          operation,
          status,
          factor: 'circumstances',
          build: async (bench) => recipe(await valid(bench), bench),
        },
      ];
    }),
  ];
};

/** Flags of the query, which a valid request may also set. */
const togglesOf = ({ parameters }: ReplayOperation): readonly string[] =>
  parameters
    .filter(({ in: place, schema }) => place === 'query' && schema.type === 'boolean')
    .map(({ name }) => name);
