import { nonexistentId } from '../audit-helpers/fixtures.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';
import { pathTo } from '../target/id.ts';
import {
  documentedComponents,
  documentedOperations,
  isNormativeOperation,
  type OpenApiOperation,
  type OperationRequest,
  type SchemaComponents,
} from './openapi-operations.ts';
import { listVariations, type VariationFactor } from './request-variations.ts';
import { createValidRequest } from './valid-request.ts';
import type { RequestFixtures } from './request-fixtures.ts';

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

type StatusRecipe = (valid: OperationRequest, fixtures: RequestFixtures) => Promise<OperationRequest>;

const withParams =
  (params: (fixtures: RequestFixtures) => Promise<OperationRequest['params']>): StatusRecipe =>
  async (valid, fixtures) => ({ ...valid, params: { ...valid.params, ...(await params(fixtures)) } });

const withHeader =
  (name: string, value: string): StatusRecipe =>
  async (valid) => ({ ...valid, headers: { ...valid.headers, [name]: value } });

const onRunningGraph = withParams(async (fixtures) => ({ graphId: (await fixtures.running()).graph.id }));
const onRunningTrigger = withParams(async (fixtures) => ({ portId: (await fixtures.running()).trigger.id }));
const onUnsyncedGraph = withParams(async (fixtures) => ({ graphId: (await fixtures.newGraph()).id }));
const onDataPort = withParams(async (fixtures) => ({ portId: (await fixtures.numberPort()).port.id }));

const onMissingCamera: StatusRecipe = async (valid) => ({
  ...valid,
  query: { ...valid.query, camera: nonexistentId },
});

/** Sends the request once, so that the same request fails when it is repeated. */
const sendTwice: StatusRecipe = async (valid, fixtures) => {
  const path = valid.operation.path.replace('{graphId}', String(valid.params.graphId));
  fixtures.adopt(valid.operation.path, (await fixtures.http.post(path, valid.json)).json);
  const { replace: _, ...query } = valid.query;
  return { ...valid, query };
};

/** Recipes for responses, keyed by operation and status. The documents do not explain how to obtain these responses. */
const statusRecipes: Readonly<Record<string, StatusRecipe>> = {
  'createGraph 409': sendTwice,
  'extractGraph 409': sendTwice,
  'createVariable 409': sendTwice,
  // A new graph has no history.
  'undo 409': onUnsyncedGraph,
  'redo 409': onUnsyncedGraph,
  'createConnection 409': sendTwice,
  'saveGraph 409': onRunningGraph,
  'duplicateGraph 409': onRunningGraph,
  'disablePort 409': onRunningTrigger,
  'enablePort 409': onRunningTrigger,
  'runGraph 409': onUnsyncedGraph,
  'syncPorts 409': onUnsyncedGraph,
  'restoreLayout 409': onUnsyncedGraph,
  'disablePort 405': onDataPort,
  'enablePort 405': onDataPort,
  'getPortOptions 400': onDataPort,
  'getNote 400': withParams(async (fixtures) => ({ nodeId: (await fixtures.pair()).input.node.id })),
  'createVariable 404': async (valid) => ({
    ...valid,
    json: { ...(valid.json as object), scope: 'graph', graphId: nonexistentId },
  }),
  'buildGraph 409': async (valid, fixtures) => {
    const { output, input, body } = await fixtures.newPair();
    await fixtures.http.post(pathTo`/api/graphs/${valid.params.graphId}/connections`, body);
    const end = ({ node, port }: typeof output): string => `${node.id}/${port.name}`;
    return { ...valid, json: { nodes: [], connections: [{ from: end(output), to: end(input) }] } };
  },
  // A host that is not a debug build always responds with this status.
  'exportNodePngs 404': async (valid) => valid,
  'runAction 422': async (valid) => ({
    ...valid,
    params: { category: 'scene', action: 'spawn' },
    json: { type: 'No Such Element' },
  }),
  // A message without an id is a notification.
  'exchangeMessage 202': async (valid) => ({
    ...valid,
    json: { jsonrpc: '2.0', method: 'notifications/initialized' },
  }),
  'putAssetFile 415': withHeader('content-encoding', 'gzip'),
  'getAssetFile 206': withHeader('range', 'bytes=0-0'),
  'getAssetFile 304': withHeader('if-none-match', '*'),
  'getAssetFile 400': withParams(async () => ({ path: `../${nonexistentId}` })),
  'getAssetFile 416': withHeader('range', 'bytes=1000000-'),
  'putAssetFile 200': withParams(async (fixtures) => ({ path: await fixtures.newFile() })),
  'getPicture 404': onMissingCamera,
  'streamPictures 404': onMissingCamera,
};

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
