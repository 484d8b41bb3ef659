import { pathTo } from '../target/id.ts';
import { nonexistentId } from '../audit-helpers/fixtures.ts';
import type { RequestFixtures } from './request-fixtures.ts';
import type { OperationRequest } from './operation-request.ts';

type StatusRecipe = (valid: OperationRequest, fixtures: RequestFixtures) => Promise<OperationRequest>;

const withParams =
  (params: (fixtures: RequestFixtures) => Promise<OperationRequest['params']>): StatusRecipe =>
  async (valid, fixtures) => ({ ...valid, params: { ...valid.params, ...(await params(fixtures)) } });

const onRunningGraph = withParams(async (fixtures) => ({ graphId: (await fixtures.running()).graph.id }));
const onRunningTrigger = withParams(async (fixtures) => ({ portId: (await fixtures.running()).trigger.id }));
const onUnsyncedGraph = withParams(async (fixtures) => ({ graphId: (await fixtures.newGraph()).id }));
const onDataPort = withParams(async (fixtures) => ({ portId: (await fixtures.numberPort()).port.id }));

/** Sends the request once, so that the same request fails when it is repeated. */
const sendTwice: StatusRecipe = async (valid, fixtures) => {
  const path = valid.operation.path.replace('{graphId}', String(valid.params.graphId));
  fixtures.adopt(valid.operation.path, (await fixtures.http.post(path, valid.json)).json);
  const { replace: _, ...query } = valid.query;
  return { ...valid, query };
};

/** Recipes for responses, keyed by operation and status. The documents do not explain how to obtain these responses. */
export const statusRecipes: Readonly<Record<string, StatusRecipe>> = {
  'createGraph 409': sendTwice,
  'createVariable 409': sendTwice,
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
  'getPicture 404': async (valid) => ({ ...valid, query: { ...valid.query, camera: nonexistentId } }),
};
