import { toTempId } from '../audit-helpers/node-type-survey.ts';
import { type Id, pathTo } from '../target/id.ts';
import { createExample, type ExampleValues } from './schema-examples.ts';
import type { OpenApiOperation, OperationRequest, SchemaComponents } from './openapi-operations.ts';
import type { RequestFixtures } from './request-fixtures.ts';

type RequestParts = Partial<Pick<OperationRequest, 'params' | 'query' | 'json' | 'body'>>;

/** A node with every field that the description shows, because it calls none of them optional. */
const createPlacement = async (fixtures: RequestFixtures) => ({
  category: await fixtures.enumValue(),
  locationX: 0,
  locationY: 0,
});

/** What a request for an operation needs in addition to the document: which resources, and in which state. */
const operationParts: Readonly<Record<string, (fixtures: RequestFixtures) => Promise<RequestParts>>> = {
  createGraph: async (fixtures) => ({
    query: { replace: 'true' },
    json: { name: fixtures.createUniqueName() },
  }),
  duplicateGraph: async (fixtures) => ({ json: { name: fixtures.createUniqueName() } }),
  extractGraph: async (fixtures) => {
    const { graphId, nodeId } = await fixtures.newTriggeredNode();
    return { params: { graphId }, json: { nodeIds: [nodeId], name: fixtures.createUniqueName() } };
  },
  inlineGraph: async (fixtures) => {
    const { graphId, nodeId } = await fixtures.newCall();
    return { params: { graphId }, json: { nodeId } };
  },
  updateVariable: async () => ({ json: { direction: null } }),
  deleteGraph: async (fixtures) => ({
    params: { graphId: (await fixtures.newGraph()).id },
    query: { deleteFile: 'true' },
  }),
  removeGraph: async (fixtures) => ({ params: { graphId: (await fixtures.newGraph()).id } }),
  runGraph: async (fixtures) => ({
    params: { graphId: (await fixtures.synced(await fixtures.newGraph())).id },
  }),
  syncPorts: async (fixtures) => ({ params: { graphId: (await fixtures.running()).graph.id } }),
  createNode: async (fixtures) => ({ json: await createPlacement(fixtures) }),
  createNodes: async (fixtures) => ({ json: [await createPlacement(fixtures)] }),
  deleteNode: async (fixtures) => ({ params: { nodeId: (await fixtures.newNode()).id } }),
  getNote: async (fixtures) => ({ params: { nodeId: (await fixtures.note()).id } }),
  updateNote: async (fixtures) => ({
    params: { nodeId: (await fixtures.note()).id },
    json: { text: 'a note' },
  }),
  createConnection: async (fixtures) => ({ json: (await fixtures.newPair()).body }),
  deleteConnection: async (fixtures) => ({ params: { connectionId: await fixtures.newConnection() } }),
  buildGraph: async (fixtures) => ({
    json: {
      nodes: [{ tempId: toTempId('a'), ...(await createPlacement(fixtures)), ports: {} }],
      connections: [],
    },
  }),
  getPortOptions: async (fixtures) => ({ params: { portId: (await fixtures.dropdownPort()).port.id } }),
  expandPort: async (fixtures) => ({ params: { portId: (await fixtures.newVectorPort()).port.id } }),
  collapsePort: async (fixtures) => {
    const { port } = await fixtures.newVectorPort();
    await fixtures.http.post(pathTo`/api/ports/${port.id}/expand`);
    return { params: { portId: port.id } };
  },
  disablePort: async (fixtures) => ({ params: { portId: (await fixtures.triggerPort()).port.id } }),
  enablePort: async (fixtures) => {
    const { port } = await fixtures.triggerPort();
    await fixtures.http.post(pathTo`/api/ports/${port.id}/disable`);
    return { params: { portId: port.id } };
  },
  createVariable: async (fixtures) => ({
    json: { name: fixtures.createUniqueName(), type: 'Integer', value: 1 },
  }),
  deleteVariable: async (fixtures) => ({ params: { id: (await fixtures.newVariable()).id } }),
  restoreLayout: async (fixtures) => {
    const { id } = await fixtures.graph();
    await fixtures.http.post(pathTo`/api/graphs/${id}/layout`, {});
    return { params: { graphId: id } };
  },
  setProperty: async (fixtures) => ({ json: { value: (await fixtures.property()).value } }),
  setProperties: async (fixtures) => {
    const { name, value } = await fixtures.property();
    return { json: { properties: [{ name, value }] } };
  },
  setAssetProperty: async (fixtures) => ({ json: { value: (await fixtures.asset()).value } }),
  setAssetProperties: async (fixtures) => {
    const { name, value } = await fixtures.asset();
    return { json: { properties: [{ name, value }] } };
  },
  putAssetFile: async (fixtures) => ({
    params: { path: fixtures.createFilePath() },
    body: '// An empty shader.',
  }),
  getAssetFile: async (fixtures) => ({ params: { path: await fixtures.newFile() } }),
  deleteAssetFile: async (fixtures) => ({ params: { path: await fixtures.newFile() } }),
  // Without this limit, the stream does not end.
  streamPictures: async () => ({ query: { frames: '1' } }),
  exportNodePngs: async () => ({ json: { NodeNames: ['Start'] } }),
  runBatch: async () => ({ json: { operations: [{ method: 'GET', path: '/api/health' }] } }),
  runAction: async ({ manifest }) => ({
    params: { category: 'log', action: 'console' },
    json: manifest.choices.actions['log.console'] ?? { message: 'replay' },
  }),
  runGroupedAction: async ({ http, createUniqueName, manifest }) => {
    const cube = await http.post('/api/actions/scene/spawn', {
      ...(manifest.choices.actions['scene.spawn'] ?? { type: 'Primitives/Cube' }),
    });
    return {
      params: { category: 'scene', group: 'objects', action: 'destroy' },
      json: { object: cube.at('result.object') ?? cube.at('result.tag') ?? createUniqueName() },
    };
  },
};

/** Values for fields and path parameters, keyed by name. They apply to all operations. */
const parameterValues: Readonly<Record<string, (fixtures: RequestFixtures) => Promise<unknown>>> = {
  graphId: async (fixtures) => (await fixtures.graph()).id,
  nodeId: async (fixtures) => (await fixtures.note()).id,
  portId: async (fixtures) => (await fixtures.numberPort()).port.id,
  connectionId: (fixtures) => fixtures.connection(),
  tag: async (fixtures) => (await fixtures.property()).tag,
  component: async (fixtures) => (await fixtures.property()).component,
  property: async (fixtures) => (await fixtures.property()).name,
  outputPortId: async (fixtures) => (await fixtures.pair()).body.outputPortId,
  inputPortId: async (fixtures) => (await fixtures.pair()).body.inputPortId,
};

/** Values for fields and path parameters of clip operations, keyed by name. */
const clipParameterValues: typeof parameterValues = {
  tag: async (fixtures) => (await fixtures.clip()).tag,
  clip: async (fixtures) => (await fixtures.clip()).name,
};

/** Values for fields and path parameters of asset operations, keyed by name. */
const assetParameterValues: typeof parameterValues = {
  tag: async (fixtures) => (await fixtures.asset()).tag,
  property: async (fixtures) => (await fixtures.asset()).name,
};

const findParameterValue = (
  name: string,
  operation: OpenApiOperation,
): ((fixtures: RequestFixtures) => Promise<unknown>) | undefined => {
  if (operation.path.startsWith('/api/assets') && name !== 'id') return assetParameterValues[name];
  if (operation.path.includes('/animations/clips/') && name !== 'id') return clipParameterValues[name];
  if (name !== 'id') return parameterValues[name];
  return operation.path.startsWith('/api/variables')
    ? async (fixtures) => (await fixtures.variable()).id
    : parameterValues.graphId;
};

/** Creates a request that should succeed, from the document's examples and from fixtures. */
export const createValidRequest = async (
  operation: OpenApiOperation,
  components: SchemaComponents,
  fixtures: RequestFixtures,
): Promise<OperationRequest> => {
  const operationPart = (await operationParts[operation.id]?.(fixtures)) ?? {};
  const params: Record<string, Id> = {};
  const query: Record<string, string> = {};
  for (const { name, in: location, required, schema, example } of operation.parameters) {
    const value = async (): Promise<string> =>
      String(
        (await findParameterValue(name, operation)?.(fixtures)) ??
          example ??
          createExample(schema, components),
      );
    if (location === 'path') params[name] = operationPart.params?.[name] ?? (await value());
    if (location === 'query' && required) query[name] = operationPart.query?.[name] ?? (await value());
  }
  const json = operationPart.json ?? (operation.body && (await createBody(operation, components, fixtures)));
  return {
    operation,
    params,
    query: { ...query, ...operationPart.query },
    ...(json !== undefined && { json }),
    ...(operationPart.body !== undefined && { body: operationPart.body }),
  };
};

const createBody = async (
  { body, path }: OpenApiOperation,
  components: SchemaComponents,
  fixtures: RequestFixtures,
): Promise<unknown> => {
  const text = JSON.stringify(body?.schema);
  const isRequired = (name: string): boolean => text.includes(`"${name}"`);
  const values: Record<string, unknown> = {};
  for (const name of ['outputPortId', 'inputPortId']) {
    if (isRequired(name)) values[name] = await parameterValues[name]?.(fixtures);
  }
  if (isRequired('category')) values.category = await fixtures.enumValue();
  if (isRequired('name')) values.name = fixtures.createUniqueName();
  if (path.endsWith('/value')) values.value = 1;
  return createExample(body?.schema, components, values as ExampleValues);
};
