/**
 * Tests a service whose runtime is in another process. The runtime connects, disconnects, crashes, or supports only
 * part of the contract.
 */
import { afterEach, beforeEach, describe, expect, it, test as testCase } from 'vitest';
import {
  createTestServiceLink,
  createRemoteEndpoint,
  type TestServiceLink,
} from '#runtime/link/testing-links.ts';
import { definitionsByEnumValue } from '#runtime/nodes/index.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { dataTypeNames } from '#spec/discovery-data-types.ts';
import type { Hello } from '#spec/runtime-link/messages.ts';
import { createScriptedRuntime } from './testing-scripted-runtime.ts';
import { createTestClient, createTestService, testHosts } from './testing-service.ts';
import type { ErrorBody } from './testing-on-every-host.ts';
import type { TestClient, TestHost, TestService } from './testing-service.ts';

let socket: TestServiceLink;
let test: TestService;
let host: TestHost;
let call: TestClient;
const receivedEvents: string[] = [];

beforeEach(async () => {
  socket = createTestServiceLink();
  test = await createTestService({ link: socket.link });
  host = await testHosts['Fetch host']!(test.service);
  call = createTestClient(host, test.token);
  receivedEvents.length = 0;
  test.service.bus.subscribe((batch) =>
    receivedEvents.push(
      ...batch.map(({ type, data }) => (data.reason === undefined ? type : `${type}: ${data.reason}`)),
    ),
  );
});

afterEach(async () => {
  expect(test.failures).toEqual([]);
  await host.close();
  await test.dispose();
});

/** Creates a runtime whose time advances only when the test advances it. */
const createManualRuntime = () => {
  const runtime = createRuntime({ now: () => new Date(0) });
  const endpoint = createRemoteEndpoint(runtime);
  const side = { target: runtime, endpoint };
  const connect = (hello: Partial<Hello> = {}) => socket.connect({ ...side, hello });
  return { step: runtime.step, held: endpoint.getHeldState, side, connect };
};

/** Creates a graph that counts its frames in the variable `frames`. */
const createCountingGraph = async () => {
  const variable = { name: 'frames', type: 'Integer', value: 0, scope: 'global' };
  const { id: variableId } = (await call<{ id: string }>('POST', '/api/variables', variable)).body;
  const { id } = (await call<{ id: string }>('POST', '/api/graphs', { name: 'Counting' })).body;
  const { status } = await call('POST', `/api/graphs/${id}/build`, {
    nodes: [
      { tempId: 'frame', category: 'OnNewFrame' },
      { tempId: 'count', category: 'IncrementVariable', ports: { Variable: 'frames' } },
    ],
    connections: [{ from: 'frame/Out', to: 'count/In' }],
  });
  expect(status).toBe(200);
  return { id, variableId };
};

const syncGraph = (id: string) => call('POST', `/api/graphs/${id}/sync`);
const runGraph = (id: string) => call('POST', `/api/graphs/${id}/run`);
const readGraph = async (id: string) =>
  (await call<{ state: string; synced: boolean }>('GET', `/api/graphs/${id}`)).body;
const readFrameCount = async (id: string): Promise<unknown> =>
  (await call<{ value: unknown }>('GET', `/api/variables/${id}/value`)).body.value;

describe('a disconnected runtime', () => {
  it('keeps running, and its new state is known after it reconnects', async () => {
    const runtime = createManualRuntime();
    const disconnect = await runtime.connect();
    const { id, variableId } = await createCountingGraph();
    await syncGraph(id);
    await runGraph(id);
    runtime.step(3);
    disconnect();
    runtime.step(4);
    expect(await readFrameCount(variableId)).toBe(3);
    expect(await runGraph(id)).toMatchObject({
      status: 503,
      body: { error: { code: 'RUNTIME_NOT_CONNECTED' } },
    });
    receivedEvents.length = 0;
    await runtime.connect();
    expect([await readFrameCount(variableId), await readGraph(id)]).toMatchObject([
      7,
      { state: 'running', synced: true },
    ]);
    expect(receivedEvents.at(-1)).toBe('runtime.connected');
    expect(receivedEvents).not.toContain('graph.running');
    runtime.step();
    expect(await readFrameCount(variableId)).toBe(8);
  });

  it('keeps the synced graph, and gets later edits with the next sync', async () => {
    const runtime = createManualRuntime();
    const disconnect = await runtime.connect();
    const { id } = await createCountingGraph();
    await syncGraph(id);
    const [before] = runtime.held().graphs;
    disconnect();
    expect((await call('POST', `/api/graphs/${id}/nodes`, { category: 'Start' })).status).toBe(201);
    await runtime.connect();
    expect(runtime.held().graphs).toEqual([before]);
    expect(await readGraph(id)).toMatchObject({ synced: false });
    await syncGraph(id);
    expect(runtime.held().graphs).not.toEqual([before]);
  });

  it('removes what was removed meanwhile', async () => {
    const runtime = createManualRuntime();
    const disconnect = await runtime.connect();
    const { id, variableId } = await createCountingGraph();
    await syncGraph(id);
    disconnect();
    await call('DELETE', `/api/graphs/${id}`);
    await call('DELETE', `/api/variables/${variableId}`);
    await runtime.connect();
    expect(runtime.held()).toEqual({ graphs: [], variables: [] });
  });

  it('keeps a variable that was written meanwhile', async () => {
    const runtime = createManualRuntime();
    const disconnect = await runtime.connect();
    const { id, variableId } = await createCountingGraph();
    await syncGraph(id);
    disconnect();
    await call('PUT', `/api/variables/${variableId}/value`, { value: 100 });
    await runtime.connect();
    expect(await readFrameCount(variableId)).toBe(100);
    expect(runtime.held().variables).toEqual([{ id: variableId, value: 0 }]);
  });
});

testCase('a variable that was written before the disconnect, and not synced, keeps its value', async () => {
  const runtime = createManualRuntime();
  const disconnect = await runtime.connect();
  const { id, variableId } = await createCountingGraph();
  await syncGraph(id);
  await call('PUT', `/api/variables/${variableId}/value`, { value: 100 });
  disconnect();
  await runtime.connect();
  expect(await readFrameCount(variableId)).toBe(100);
  await syncGraph(id);
  expect(runtime.held().variables).toEqual([{ id: variableId, value: 100 }]);
});

describe('a runtime that crashed and reconnects empty', () => {
  it('gets graphs and variables again, and runs nothing by itself', async () => {
    const first = createManualRuntime();
    const disconnect = await first.connect();
    const { id, variableId } = await createCountingGraph();
    await syncGraph(id);
    await runGraph(id);
    first.step(5);
    const [held] = first.held().graphs;
    disconnect();
    receivedEvents.length = 0;
    const second = createManualRuntime();
    await second.connect({ instance: 'two' });
    expect(second.held()).toEqual({
      graphs: [{ ...held, running: false }],
      variables: [{ id: variableId, value: 5 }],
    });
    expect(receivedEvents).toEqual(['graph.stopped: lost', 'runtime.connected']);
    expect(await readGraph(id)).toMatchObject({ state: 'stopped', synced: true });
    second.step(3);
    expect(await readFrameCount(variableId)).toBe(5);
    await runGraph(id);
    second.step(2);
    expect(await readFrameCount(variableId)).toBe(7);
  });

  it('gets the synced graph, without later edits', async () => {
    const first = createManualRuntime();
    const disconnect = await first.connect();
    const { id } = await createCountingGraph();
    await syncGraph(id);
    const [held] = first.held().graphs;
    await call('POST', `/api/graphs/${id}/nodes`, { category: 'Start' });
    disconnect();
    const second = createManualRuntime();
    await second.connect();
    expect(second.held().graphs).toEqual([held]);
    expect(await readGraph(id)).toMatchObject({ synced: false });
  });
});

testCase(
  'a runtime that rejects one graph of the previous runtime gets the others, and the graph is not reported as synced',
  async () => {
    const disconnect = await createManualRuntime().connect();
    const rejectedGraph = await createCountingGraph();
    const { id: otherId } = (await call<{ id: string }>('POST', '/api/graphs', { name: 'Other' })).body;
    for (const id of [rejectedGraph.id, otherId]) await syncGraph(id);
    await runGraph(rejectedGraph.id);
    disconnect();
    const limitedRuntime = createRuntime({
      now: () => new Date(0),
      definitions: new Map([...definitionsByEnumValue].filter(([name]) => name !== 'incrementvariable')),
    });
    await socket.connect({ target: limitedRuntime, endpoint: createRemoteEndpoint(limitedRuntime) });
    expect(limitedRuntime.getHeldState().graphs).toEqual([{ graphId: otherId, running: false }]);
    expect(await readGraph(rejectedGraph.id)).toMatchObject({ state: 'stopped', synced: false });
    expect(await readGraph(otherId)).toMatchObject({ synced: true });
    expect(await runGraph(rejectedGraph.id)).toMatchObject({ body: { error: { code: 'GRAPH_NOT_SYNCED' } } });
    expect((await call('GET', '/api/console?type=warning')).body).toMatchObject([
      { graphId: rejectedGraph.id, message: expect.stringContaining("'Counting'") },
    ]);
  },
);

testCase('a restarted service discovers what the runtime holds', async () => {
  const runtime = createManualRuntime();
  const disconnect = await runtime.connect();
  const { id } = await createCountingGraph();
  await syncGraph(id);
  await runGraph(id);
  runtime.step();
  const otherGraph = await call<{ id: string }>('POST', '/api/graphs', { name: 'Other' });
  await syncGraph(otherGraph.body.id);
  disconnect();
  await test.service.controller.saveChanges();
  const { folder } = test.service.controller.requireProject();
  await call('DELETE', `/api/graphs/${otherGraph.body.id}?deleteFile=true`);

  const secondLink = createTestServiceLink();
  const next = await createTestService({ link: secondLink.link, project: false });
  await next.service.controller.openProject(folder);
  await secondLink.connect(runtime.side);
  expect(next.service.controller.store.graphs.get(id)).toMatchObject({ running: true });
  expect(runtime.held().graphs).toMatchObject([{ graphId: id, running: true }]);
  runtime.step();
  await next.dispose();
});

describe('of two runtimes', () => {
  it('the second is rejected while the first responds', async () => {
    await createManualRuntime().connect({ name: 'first' });
    await expect(createManualRuntime().connect({ name: 'second' })).rejects.toThrow(
      'Another runtime is connected: first.',
    );
  });

  it('the second is rejected even if both connect at once', async () => {
    const attempts = ['first', 'second'].map((name) => createManualRuntime().connect({ name }));
    expect(await Promise.allSettled(attempts)).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: expect.stringContaining('Another runtime is connected') } },
    ]);
  });

  it('the second is rejected before its extension is read', async () => {
    await createManualRuntime().connect({ name: 'first' });
    const extension = { prefix: 'scene', actions: [], dataTypes: [], nodeTypes: [], events: [] };
    await expect(createManualRuntime().connect({ name: 'second', extension })).rejects.toThrow(
      'Another runtime is connected: first.',
    );
  });
});

describe('a runtime process that replaces another one', () => {
  const switchedTo = async (
    hello: Readonly<Record<string, unknown>>,
    before: readonly string[] = ['Stage'],
    initialScene?: string,
  ) => {
    const runtime = createScriptedRuntime();
    const service = await createTestService({ link: runtime.link });
    const commands: unknown[] = [];
    await runtime.connect();
    for (const [index, scene] of before.entries())
      runtime.notify('events', {
        number: index + 1,
        events: [{ type: 'scene.activated', tick: 1, time: 0, data: { scene } }],
      });
    runtime.respondWith(({ method, params }) => {
      if (method === 'project.open' && initialScene !== undefined)
        runtime.notify('events', {
          number: 1,
          events: [{ type: 'scene.activated', tick: 1, time: 0, data: { scene: initialScene } }],
        });
      if (method !== 'action.run') return undefined;
      commands.push(params);
      return { result: { tick: 1, seq: 1, result: { previous: 'Default', current: 'Stage' } } };
    });
    await runtime.reconnect(hello);
    // The result of this action shows that everything that the service sends on its own has been sent.
    await service.service.link.request('variables.delete', { ids: [] });
    await service.dispose();
    return commands.filter((params) => JSON.stringify(params).includes('scene.switch'));
  };

  it('is switched to the scene that was active, before other actions', async () => {
    expect(await switchedTo({ instance: 'two' }, ['Intro', 'Stage'])).toEqual([
      { action: 'scene.switch', parameters: { scene: 'Stage', transition: 'cut', duration: 0 } },
    ]);
  });

  it('is switched even if it activates its initial scene when it learns the project', async () => {
    expect(await switchedTo({ instance: 'two' }, ['Stage'], 'Default')).toMatchObject([
      { parameters: { scene: 'Stage' } },
    ]);
  });

  it('is left alone if it is the same process, has no scenes, or no scene was activated', async () => {
    expect(await switchedTo({ instance: 'one' })).toEqual([]);
    expect(await switchedTo({ instance: 'two', can: { nodeTypes: [], actions: [], events: [] } })).toEqual(
      [],
    );
    expect(await switchedTo({ instance: 'two' }, [])).toEqual([]);
  });
});

describe('a runtime with few capabilities', () => {
  const capabilities = {
    nodeTypes: ['OnNewFrame', 'LogConsole'],
    actions: ['log.console'],
    events: ['graph.running', 'graph.stopped'],
    discovery: [],
    ...{
      properties: false,
      playbacks: false,
      input: false,
      changes: false,
      pictures: false,
      projects: false,
    },
    calls: true,
    customEvents: false,
  };
  const limitedRuntime = () => createManualRuntime().connect({ name: 'little', can: capabilities });

  it('limits catalogues, schemas and discovery to them', async () => {
    await limitedRuntime();
    expect((await call('GET', '/api/node-types/enum-values')).body).toEqual([
      'OnNewFrame',
      'LogConsole',
      'Note',
    ]);
    expect((await call('GET', '/api/actions/schema')).body).toMatchObject({
      count: 6,
      categories: [
        { actions: [{ name: 'log.console' }, { name: 'log.clear' }] },
        { actions: ['open', 'close', 'save', 'info'].map((name) => ({ name: `project.${name}` })) },
      ],
    });
    const { body } = await call<{ components: { messages: object } }>('GET', '/api/events/types');
    const kinds = Object.keys(body.components.messages);
    expect(kinds).toEqual(expect.arrayContaining(['graph.running', 'variable.changed', 'project.opened']));
    expect(kinds).not.toContain('tween.completed');
  });

  it('lists all data types, and no items of those that the runtime does not list', async () => {
    const disconnect = await limitedRuntime();
    const { body } = await call<{ dataType: string }[]>('GET', '/api/discovery');
    expect(body.map(({ dataType }) => dataType)).toEqual(dataTypeNames);
    expect(await call('GET', '/api/discovery/layers')).toMatchObject({
      status: 200,
      body: { dataType: 'layers', count: 0, items: [] },
    });
    expect((await call<unknown[]>('GET', '/api/discovery/spawnables')).body).toEqual([]);
    disconnect();
    expect((await call('GET', '/api/discovery/layers')).status).toBe(503);
    expect((await call('GET', '/api/discovery/input-info')).status).toBe(200);
  });

  it('needs no actions on data of the service', async () => {
    const disconnect = await limitedRuntime();
    const { folder } = test.service.controller.requireProject();
    expect(await call('POST', '/api/actions/project/info', {})).toMatchObject({
      status: 200,
      body: { success: true, action: 'project.info', result: { path: folder }, tick: 1 },
    });
    await call('POST', '/api/actions/log/console', { message: 'one' });
    expect((await call('POST', '/api/actions/log/clear', {})).body).toMatchObject({ result: { removed: 1 } });
    expect((await call('POST', '/api/actions/project/open', { path: 7 })).status).toBe(400);
    expect(await call('POST', '/api/actions/project/open', { path: `${folder}-missing` })).toMatchObject({
      status: 422,
      body: { error: { code: 'ACTION_FAILED' } },
    });
    disconnect();
    expect((await call('POST', '/api/actions/project/info', {})).status).toBe(503);
  });

  it('rejects the rest by name', async () => {
    await limitedRuntime();
    const { id } = (await call<{ id: string }>('POST', '/api/graphs', {})).body;
    expect(await call('POST', `/api/graphs/${id}/nodes`, { category: 'Add' })).toMatchObject({
      status: 404,
      body: { error: { code: 'NODE_TYPE_NOT_FOUND' } },
    });
    expect(await call('POST', '/api/actions/scene/spawn', { type: 'Cube' })).toMatchObject({
      status: 404,
      body: { error: { code: 'ACTION_NOT_FOUND', message: expect.stringContaining('little') } },
    });
    expect(await call('GET', '/api/objects/main-camera/components')).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining('little has no properties') } },
    });
  });

  it('opens a graph that it cannot run, and reports it at sync', async () => {
    const { id } = await createCountingGraph();
    await limitedRuntime();
    expect(await readGraph(id)).toMatchObject({ synced: false });
    const response = await call<ErrorBody>('POST', `/api/graphs/${id}/sync`);
    expect(response).toMatchObject({
      status: 422,
      body: { error: { code: 'ACTION_FAILED', message: expect.stringContaining("no node type 'Start'") } },
    });
    expect(response.body.error.details?.nodes).toMatchObject([
      { category: 'Start' },
      { category: 'IncrementVariable' },
    ]);
  });
});

it('logs in one line what a runtime lists that the service does not know', async () => {
  const can = {
    nodeTypes: ['Start', 'Blur', 'Sharpen'],
    actions: ['brush.load'],
    events: [],
    discovery: ['brushes'],
  };
  const flags = {
    properties: false,
    playbacks: false,
    input: false,
    changes: false,
    pictures: false,
    projects: false,
  };
  await createManualRuntime().connect({
    ...{ name: 'painter', catalog: '9.0.0' },
    can: { ...can, ...flags, calls: true, customEvents: false },
  });
  expect(socket.warnings).toEqual([
    'The service does not know, and ignores, what the runtime painter, which was written for catalog 9.0.0, lists: nodeTypes Blur, Sharpen; actions brush.load; discovery brushes.',
  ]);
  expect((await call('GET', '/api/node-types/enum-values')).body).toEqual(['Start', 'Note']);
});

describe('a runtime is rejected', () => {
  it('when no protocol version is supported by both', async () => {
    await expect(createManualRuntime().connect({ protocols: [7] })).rejects.toThrow('speaks version 1');
  });

  it('when its hello is invalid, with the field', async () => {
    await expect(createManualRuntime().connect({ stepsPerSecond: -1 })).rejects.toThrow('stepsPerSecond');
  });
});
