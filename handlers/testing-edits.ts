/** A valid call for every edit, for tests that cover all edits. */
import type { LayoutRunner } from './controller/layout/layout-request.ts';
import { splitRoute } from '#spec/contract/operation-spec.ts';
import { type OperationId, operations } from '#spec/rest/index.ts';
import {
  type TestResponse,
  createTestClient,
  createTestService,
  testHosts,
  type TestClient,
  type TestService,
} from './testing-service.ts';

interface NodeBody {
  readonly id: string;
  readonly locationX: number;
  readonly locationY: number;
  readonly ports: readonly { readonly id: string; readonly name: string }[];
}

export interface GraphBody {
  readonly id: string;
  readonly synced: boolean;
  readonly revision: number;
  readonly nodes: readonly NodeBody[];
}

/** Fields that all responses to edits have in common. */
interface EditResponseBody {
  readonly id?: string;
  readonly synced?: boolean;
  readonly error?: { readonly code: string };
}

/** The resources that tests edit. */
export interface EditFixtures {
  readonly graph: GraphBody;
  readonly note: NodeBody;
  readonly positionNode: NodeBody;
  /** A node that calls another graph. */
  readonly callNode: NodeBody;
  /** Ids for the path parameters, except where an edit needs a different one. */
  readonly pathParams: Readonly<Record<string, string>>;
}

/** Arranges all nodes in a row, synchronously. */
export const rowLayouter: LayoutRunner = {
  arrange: async ({ nodes }) => new Map([...nodes].map(({ id }, i) => [id, { x: i * 400, y: 0 }])),
  close: async () => {},
};

export const findPortId = ({ ports }: NodeBody, name: string): string =>
  ports.find((port) => port.name === name)!.id;

/**
 * Creates a variable, and an arranged but unsynced graph with a note, a connection, an expandable port and an undone
 * step.
 */
const createEditFixtures = async (call: TestClient): Promise<EditFixtures> => {
  const called = (await call<GraphBody>('POST', '/api/graphs', { name: 'Called' })).body;
  await call('DELETE', `/api/graphs/${called.id}/nodes/${called.nodes[1]!.id}`);
  await call('POST', `/api/graphs/${called.id}/sync`);
  const graph = (await call<GraphBody>('POST', '/api/graphs', { name: 'Edited' })).body;
  const path = `/api/graphs/${graph.id}`;
  const add = async (category: string) => (await call<NodeBody>('POST', `${path}/nodes`, { category })).body;
  const createAndGetId = async (route: string, body: unknown) =>
    (await call<{ id: string }>('POST', route, body)).body.id;
  const [note, positionNode, callNode] = [await add('Note'), await add('SetPosition'), await add('RunGraph')];
  await call('PUT', `/api/ports/${findPortId(callNode, 'Graph')}/value`, { value: 'Called' });
  await call('PUT', `/api/ports/${findPortId(callNode, 'Mode')}/value`, { value: 'Call' });
  const connection = {
    outputPortId: findPortId(graph.nodes[0]!, 'Out'),
    inputPortId: findPortId(positionNode, 'In'),
  };
  const connectionId = await createAndGetId(`${path}/connections`, connection);
  await call('POST', `${path}/layout`, {});
  const otherClient = { 'X-Client-Name': 'Other' };
  await call('PUT', `${path}/nodes/${note.id}`, { locationX: 1 }, otherClient);
  await call('POST', `${path}/undo`, {}, otherClient);
  const variableId = await createAndGetId('/api/variables', { name: 'first', type: 'Float' });
  const params = {
    tag: 'main-camera',
    component: 'Camera',
    graphId: graph.id,
    nodeId: positionNode.id,
    portId: findPortId(positionNode, 'Position'),
    connectionId,
    id: variableId,
  };
  return { graph, note, positionNode, callNode, pathParams: params };
};

/** A service with resources for editing. */
interface EditTest {
  readonly test: TestService;
  readonly call: TestClient;
  readonly fixtures: EditFixtures;
}

export const createEditTest = async (
  options: Parameters<typeof createTestService>[0] = {},
): Promise<EditTest> => {
  const test = await createTestService({ layouter: rowLayouter, ...options });
  const call = createTestClient(await testHosts['Fetch host']!(test.service), test.token);
  return { test, call, fixtures: await createEditFixtures(call) };
};

interface EditArguments {
  readonly body?: unknown;
  readonly params?: Readonly<Record<string, string>>;
}

const editArguments: Readonly<Partial<Record<OperationId, (material: EditFixtures) => EditArguments>>> = {
  createGraph: () => ({ body: { name: 'Another' } }),
  renameGraph: () => ({ body: { name: 'Renamed' } }),
  createNode: () => ({ body: { category: 'Add' } }),
  createNodes: () => ({ body: [{ category: 'Add' }] }),
  buildGraph: () => ({ body: { nodes: [{ tempId: 'a', category: 'Add' }] } }),
  moveNode: () => ({ body: { locationX: 7, locationY: 8 } }),
  updateNote: ({ note }) => ({ body: { text: 'Hi' }, params: { nodeId: note.id } }),
  createConnection: ({ graph: { nodes }, positionNode }) => ({
    body: { outputPortId: findPortId(nodes[1]!, 'Out'), inputPortId: findPortId(positionNode, 'In') },
  }),
  setPortValue: () => ({ body: { value: [1, 2, 3] } }),
  disablePort: ({ graph: { nodes } }) => ({ params: { portId: findPortId(nodes[0]!, 'Out') } }),
  enablePort: ({ graph: { nodes } }) => ({ params: { portId: findPortId(nodes[0]!, 'Out') } }),
  createVariable: () => ({ body: { name: 'second', type: 'Float' } }),
  setVariableValue: () => ({ body: { value: 2 } }),
  updateVariable: () => ({ body: { direction: null } }),
  extractGraph: ({ positionNode }) => ({ body: { nodeIds: [positionNode.id] } }),
  inlineGraph: ({ callNode }) => ({ body: { nodeId: callNode.id } }),
  redo: () => ({ body: { anyClient: true, force: true } }),
  setAspectRatio: () => ({ body: { aspectRatio: 2 } }),
};

interface EditOperation {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
  readonly area: string;
}

/** All operations that edit the project. Other operations with `sync` need the runtime and are not included. */
export const editOperations: readonly EditOperation[] = Object.entries(operations).flatMap(([id, spec]) =>
  'sync' in spec && spec.sync && !('needs' in spec)
    ? [{ id: id as OperationId, ...splitRoute(spec.route), area: spec.area }]
    : [],
);

/** Returns the parts of a valid call to an edit operation. */
export const toEditRequest = ({ id, path }: EditOperation, material: EditFixtures) => {
  const { body, params } = editArguments[id]?.(material) ?? {};
  const named: Readonly<Record<string, string>> = { ...material.pathParams, ...params };
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name]!));
  return { path: filledPath, body };
};

export const sendEdit = (
  call: TestClient,
  edit: EditOperation,
  material: EditFixtures,
  query = '',
  headers: HeadersInit = {},
): Promise<TestResponse<EditResponseBody>> => {
  const { path, body } = toEditRequest(edit, material);
  return call<EditResponseBody>(edit.method, path + query, body, headers);
};

/** Reads everything that edits can change. */
export const readProjectState = async (call: TestClient) => {
  const { body: graphs } = await call<readonly GraphBody[]>('GET', '/api/graphs');
  const details = graphs.map(async ({ id }) => (await call('GET', `/api/graphs/${id}`)).body);
  return [...(await Promise.all(details)), (await call('GET', '/api/variables')).body];
};
