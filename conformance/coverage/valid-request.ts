import { pathTo } from '../target/id.ts';
import { createExample } from './schema-examples.ts';
import { toTempId } from '../audit-helpers/temp-ids.ts';
import type { Id } from '../target/id.ts';
import type { RequestFixtures } from './request-fixtures.ts';
import type { SchemaComponents, OpenApiOperation } from './openapi-operations.ts';
import type { ExampleValues } from './schema-examples.ts';
import type { OperationRequest } from './operation-request.ts';

type RequestParts = Partial<Pick<OperationRequest, 'params' | 'query' | 'json'>>;

/** What an operation needs beyond its document: which resources, and in which state. */
const operationParts: Readonly<Record<string, (bench: RequestFixtures) => Promise<RequestParts>>> = {
  createGraph: async (bench) => ({ query: { replace: 'true' }, json: { name: bench.freshName() } }),
  duplicateGraph: async (bench) => ({ json: { name: bench.freshName() } }),
  deleteGraph: async (bench) => ({
    params: { graphId: (await bench.freshGraph()).id },
    query: { deleteFile: 'true' },
  }),
  removeGraph: async (bench) => ({ params: { graphId: (await bench.freshGraph()).id } }),
  runGraph: async (bench) => ({ params: { graphId: (await bench.synced(await bench.freshGraph())).id } }),
  syncPorts: async (bench) => ({ params: { graphId: (await bench.running()).graph.id } }),
  deleteNode: async (bench) => ({ params: { nodeId: (await bench.freshNode()).id } }),
  getNote: async (bench) => ({ params: { nodeId: (await bench.note()).id } }),
  updateNote: async (bench) => ({ params: { nodeId: (await bench.note()).id }, json: { text: 'a note' } }),
  createConnection: async (bench) => ({ json: (await bench.freshPair()).body }),
  deleteConnection: async (bench) => ({ params: { connectionId: await bench.freshConnection() } }),
  buildGraph: async (bench) => ({
    json: {
      nodes: [{ tempId: toTempId('a'), category: await bench.enumValue(), locationX: 0, locationY: 0 }],
      connections: [],
    },
  }),
  getPortOptions: async (bench) => ({ params: { portId: (await bench.dropdownPort()).port.id } }),
  expandPort: async (bench) => ({ params: { portId: (await bench.freshVectorPort()).port.id } }),
  collapsePort: async (bench) => {
    const { port } = await bench.freshVectorPort();
    await bench.http.post(pathTo`/api/ports/${port.id}/expand`);
    return { params: { portId: port.id } };
  },
  disablePort: async (bench) => ({ params: { portId: (await bench.triggerPort()).port.id } }),
  enablePort: async (bench) => {
    const { port } = await bench.triggerPort();
    await bench.http.post(pathTo`/api/ports/${port.id}/disable`);
    return { params: { portId: port.id } };
  },
  createVariable: async (bench) => ({ json: { name: bench.freshName(), type: 'Integer', value: 1 } }),
  deleteVariable: async (bench) => ({ params: { id: (await bench.freshVariable()).id } }),
  restoreLayout: async (bench) => {
    const { id } = await bench.graph();
    await bench.http.post(pathTo`/api/graphs/${id}/layout`, {});
    return { params: { graphId: id } };
  },
  setProperty: async (bench) => ({ json: { value: (await bench.property()).value } }),
  setProperties: async (bench) => {
    const { name, value } = await bench.property();
    return { json: { properties: [{ name, value }] } };
  },
  setAssetProperty: async (bench) => ({ json: { value: (await bench.asset()).value } }),
  setAssetProperties: async (bench) => {
    const { name, value } = await bench.asset();
    return { json: { properties: [{ name, value }] } };
  },
  exportNodePngs: async () => ({ json: { NodeNames: ['Start'] } }),
  runBatch: async () => ({ json: { operations: [{ method: 'GET', path: '/api/health' }] } }),
  runAction: async ({ manifest }) => ({
    params: { category: 'log', action: 'console' },
    json: manifest.choices.actions['log.console'] ?? { message: 'replay' },
  }),
  runGroupedAction: async ({ http, freshName, manifest }) => {
    const cube = await http.post('/api/actions/scene/spawn', {
      ...(manifest.choices.actions['scene.spawn'] ?? { type: 'Primitives/Cube' }),
    });
    return {
      params: { category: 'scene', group: 'objects', action: 'destroy' },
      json: { object: cube.at('result.object') ?? cube.at('result.tag') ?? freshName() },
    };
  },
};

/** Values for fields and path parameters of these names, whatever the operation. */
const parameterValues: Readonly<Record<string, (bench: RequestFixtures) => Promise<unknown>>> = {
  graphId: async (bench) => (await bench.graph()).id,
  nodeId: async (bench) => (await bench.note()).id,
  portId: async (bench) => (await bench.numberPort()).port.id,
  connectionId: (bench) => bench.connection(),
  tag: async (bench) => (await bench.property()).tag,
  component: async (bench) => (await bench.property()).component,
  property: async (bench) => (await bench.property()).name,
  outputPortId: async (bench) => (await bench.pair()).body.outputPortId,
  inputPortId: async (bench) => (await bench.pair()).body.inputPortId,
};

/** The same for clips. */
const clipParameterValues: typeof parameterValues = {
  tag: async (bench) => (await bench.clip()).tag,
  clip: async (bench) => (await bench.clip()).name,
};

/** The same for assets. */
const assetParameterValues: typeof parameterValues = {
  tag: async (bench) => (await bench.asset()).tag,
  property: async (bench) => (await bench.asset()).name,
};

const findParameterValue = (
  name: string,
  operation: OpenApiOperation,
): ((bench: RequestFixtures) => Promise<unknown>) | undefined => {
  if (operation.path.startsWith('/api/assets') && name !== 'id') return assetParameterValues[name];
  if (operation.path.includes('/animations/clips/') && name !== 'id') return clipParameterValues[name];
  if (name !== 'id') return parameterValues[name];
  return operation.path.startsWith('/api/variables')
    ? async (bench) => (await bench.variable()).id
    : parameterValues.graphId;
};

/** Creates a request that should succeed, from examples of the document and fixtures. */
export const createValidRequest = async (
  operation: OpenApiOperation,
  components: SchemaComponents,
  bench: RequestFixtures,
): Promise<OperationRequest> => {
  const own = (await operationParts[operation.id]?.(bench)) ?? {};
  const params: Record<string, Id> = {};
  const query: Record<string, string> = {};
  for (const { name, in: place, required, schema, example } of operation.parameters) {
    const value = async (): Promise<string> =>
      String(
        (await findParameterValue(name, operation)?.(bench)) ?? example ?? createExample(schema, components),
      );
    if (place === 'path') params[name] = own.params?.[name] ?? (await value());
    if (place === 'query' && required) query[name] = own.query?.[name] ?? (await value());
  }
  const json = own.json ?? (operation.body && (await createBody(operation, components, bench)));
  return {
    operation,
    params,
    query: { ...query, ...own.query },
    ...(json !== undefined && { json }),
  };
};

const createBody = async (
  { body, path }: OpenApiOperation,
  components: SchemaComponents,
  bench: RequestFixtures,
): Promise<unknown> => {
  const text = JSON.stringify(body?.schema);
  const wanted = (name: string): boolean => text.includes(`"${name}"`);
  const named: Record<string, unknown> = {};
  for (const name of ['outputPortId', 'inputPortId']) {
    if (wanted(name)) named[name] = await parameterValues[name]?.(bench);
  }
  if (wanted('category')) named.category = await bench.enumValue();
  if (wanted('name')) named.name = bench.freshName();
  if (path.endsWith('/value')) named.value = 1;
  return createExample(body?.schema, components, named as ExampleValues);
};
