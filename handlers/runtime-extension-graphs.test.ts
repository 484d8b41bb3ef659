/** Tests a runtime that offers node types and event kinds besides those of the service's catalog. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedRuntime } from './testing-scripted-runtime.ts';
import { createTestClient, createTestService, testHosts } from './testing-service.ts';
import type { ErrorBody } from './testing-on-every-host.ts';
import type { TestClient, TestHost, TestService } from './testing-service.ts';

let runtime: ReturnType<typeof createScriptedRuntime>;
let test: TestService;
let host: TestHost;
let call: TestClient;

beforeEach(async () => {
  runtime = createScriptedRuntime();
  test = await createTestService({ link: runtime.link });
  host = await testHosts['Fetch host']!(test.service);
  call = createTestClient(host, test.token);
});

afterEach(async () => {
  expect(test.failures).toEqual([]);
  await host.close();
  await test.dispose();
});

const splash = {
  ...{ enumValue: 'paint.Splash', category: 'Paint', kind: 'flow', description: 'Splashes paint' },
  ports: [
    { name: 'In', direction: 'input', type: 'Trigger' },
    { name: 'Amount', direction: 'input', type: 'Float', default: 2, minimum: 0, maximum: 10 },
    { name: 'Brush', direction: 'input', type: 'Dropdown', options: ['round', 'flat'] },
    { name: 'Out', direction: 'output', type: 'Trigger' },
    { name: 'Area', direction: 'output', type: 'Float' },
  ],
};
const dried = {
  ...{ type: 'paint.layer.dried', summary: 'A layer has dried' },
  data: {
    type: 'object',
    properties: { object: { type: 'string' }, layer: { type: 'integer' } },
    required: ['object', 'layer'],
  },
  subject: ['object'],
};
const extension = { prefix: 'paint', nodeTypes: [splash], events: [dried] };

interface NodeBody {
  readonly id: string;
  readonly category: string;
  readonly isMissing?: boolean;
  readonly ports: readonly { readonly id: string; readonly name: string; readonly type: string }[];
}

interface GraphBody {
  readonly id: string;
  readonly nodes: readonly NodeBody[];
  readonly connections: readonly object[];
  readonly revision: number;
}

const createGraph = async (): Promise<string> =>
  `/api/graphs/${(await call<GraphBody>('POST', '/api/graphs', { name: 'Painting' })).body.id}`;

const findPort = ({ ports }: NodeBody, name: string): string =>
  ports.find((port) => port.name === name)?.id ?? '';

describe("a runtime's own node types", () => {
  it('are listed in their own category, behind those of the service, and found by search', async () => {
    await runtime.connect({ extension });
    const { body } = await call<{ name: string; count: number; nodes: object[] }[]>('GET', '/api/node-types');
    expect(body.at(-1)).toMatchObject({ name: 'Paint', count: 1, nodes: [{ enumValue: 'paint.Splash' }] });
    expect((await call('GET', '/api/node-types/paint/PAINT.SPLASH')).body).toEqual({
      ...splash,
      name: 'Splash',
      ports: splash.ports.map((port) => (port.name === 'Brush' ? { ...port, default: 'round' } : port)),
    });
    const found = await call<{ enumValue: string }[]>('GET', '/api/node-types/search?q=splash');
    expect(JSON.stringify(found.body)).toContain('paint.Splash');
    expect((await call<string[]>('GET', '/api/node-types/enum-values')).body.at(-1)).toBe('paint.Splash');
  });

  it('can be added, set and connected by the rules of their ports, and reach the runtime', async () => {
    const loaded: unknown[] = [];
    runtime.respondWith(({ method, params }) => {
      if (method === 'graph.load') loaded.push(params.graph);
      return undefined;
    });
    await runtime.connect({ extension });
    const graph = await createGraph();
    const { body: node } = await call<NodeBody>('POST', `${graph}/nodes`, { category: 'Paint.splash' });
    expect(node).toMatchObject({ category: 'paint.Splash' });
    const write = async (port: string, value: unknown) =>
      (await call('PUT', `/api/ports/${findPort(node, port)}/value`, { value })).status;
    expect(await write('Amount', 11)).toBe(400);
    expect(await write('Amount', '7')).toBe(200);
    expect(await write('Brush', 'oval')).toBe(400);
    expect(await write('Brush', 1)).toBe(200);
    const { body: delay } = await call<NodeBody>('POST', `${graph}/nodes`, { category: 'Delay' });
    expect(
      await call('POST', `${graph}/connections`, {
        outputPortId: findPort(node, 'Area'),
        inputPortId: findPort(delay, 'Duration'),
      }),
    ).toMatchObject({ status: 201 });
    expect((await call('POST', `${graph}/sync`)).status).toBe(200);
    expect(loaded).toMatchObject([
      {
        nodes: [
          ...[{}, {}],
          { id: node.id, category: 'paint.Splash', values: { Amount: 7, Brush: 'flat' } },
          { category: 'Delay' },
        ],
        connections: [{ from: [node.id, 'Area'] }],
      },
    ]);
  });

  it('are missing from another runtime, which cannot run graphs with them', async () => {
    await runtime.connect({ extension });
    const graph = await createGraph();
    await call('POST', `${graph}/nodes`, { category: 'paint.Splash' });
    await runtime.reconnect({ extension: { prefix: 'other' } });
    expect((await call<string[]>('GET', '/api/node-types/enum-values')).body).not.toContain('paint.Splash');
    expect((await call<ErrorBody>('POST', `${graph}/nodes`, { category: 'paint.Splash' })).status).toBe(404);
    expect(await call('POST', `${graph}/sync`)).toMatchObject({
      status: 422,
      body: { error: { details: { nodes: [{ category: 'paint.Splash' }] } } },
    });
  });

  it('of a synced graph that another runtime has rejected reach the next runtime that has them', async () => {
    await runtime.connect({ extension });
    const graph = await createGraph();
    await call('POST', `${graph}/nodes`, { category: 'paint.Splash' });
    await call('POST', `${graph}/sync`);
    const loaded: unknown[] = [];
    const rejection = { code: 'NODE_TYPE_NOT_FOUND', reason: 'No.', resolution: '' };
    runtime.respondWith(({ method }) =>
      method === 'graph.load' ? { error: { code: -32_000, message: 'No.', data: rejection } } : undefined,
    );
    await runtime.reconnect({ instance: 'two', extension: { prefix: 'other' } });
    expect((await call<ErrorBody>('POST', `${graph}/run`)).body.error.code).toBe('GRAPH_NOT_SYNCED');
    runtime.respondWith(({ method, params }) => {
      if (method === 'graph.load') loaded.push(params.graph);
      return undefined;
    });
    await runtime.reconnect({ instance: 'three', extension });
    expect(loaded).toMatchObject([{ nodes: [{}, {}, { category: 'paint.Splash' }] }]);
    expect(await call('POST', `${graph}/run`)).toMatchObject({ status: 200, body: { stale: false } });
  });

  describe('of a graph that is open before the runtime connects', () => {
    /** Opens a graph with a connected node of the type, which only the runtime can describe. */
    const openPlaceholder = async () => {
      const graph = await createGraph();
      const { body: start } = await call<GraphBody>('GET', graph);
      const { body: delay } = await call<NodeBody>('POST', `${graph}/nodes`, { category: 'Delay' });
      await call('POST', `${graph}/connections`, {
        outputPortId: findPort(start.nodes[0]!, 'Out'),
        inputPortId: findPort(delay, 'In'),
      });
      const { path } = (await call<{ path: string }>('GET', graph)).body;
      await call('POST', `${graph}/save`);
      const project = join(test.folder, 'project');
      await test.service.controller.closeProject();
      const file = join(project, path);
      await writeFile(
        file,
        (await readFile(file, 'utf8'))
          .replace('"category":"Delay"', '"category":"paint.Splash","values":{"Amount":7}')
          .replace('"category": "Delay"', '"category": "paint.Splash", "values": {"Amount": 7}'),
      );
      await test.service.controller.openProject(project);
      const readNode = async () => {
        const { body } = await call<GraphBody>('GET', graph);
        return { ...body, node: body.nodes.find(({ id }) => id === delay.id)! };
      };
      return { graph, file, readNode };
    };

    it('replace their placeholders, with the values, connections and unsaved edits of the graph', async () => {
      const { graph, file, readNode } = await openPlaceholder();
      const before = await readNode();
      expect(before.node).toMatchObject({ category: 'paint.Splash', isMissing: true });
      await call('PUT', `${graph}/nodes/${before.node.id}`, { locationX: 70 });
      await runtime.connect({ extension });
      const after = await readNode();
      expect(after.node).not.toHaveProperty('isMissing');
      expect(after.node).toMatchObject({ category: 'paint.Splash', locationX: 70 });
      expect(after.node.ports.map(({ name, type }) => [name, type])).toEqual(
        splash.ports.map(({ name, type }) => [name, type]),
      );
      expect(after.nodes.map(({ id }) => id)).toEqual(before.nodes.map(({ id }) => id));
      expect(after.connections).toHaveLength(1);
      expect((await call('GET', `/api/ports/${findPort(after.node, 'Amount')}/value`)).body).toMatchObject({
        value: 7,
      });
      expect((await call('POST', `${graph}/sync`)).status).toBe(200);
      await call('POST', `${graph}/save`);
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
        nodes: [{}, {}, { category: 'paint.Splash', x: 70, values: { Amount: 7 } }],
      });
    });

    it('and nodes that run its actions, replace their placeholders', async () => {
      const stroke = {
        ...{ name: 'paint.stroke', summary: 'Paint a stroke' },
        parameters: { type: 'object', properties: { width: { type: 'number' } } },
        result: { type: 'object' },
      };
      const withAction = { ...extension, actions: [stroke] };
      await runtime.connect({ extension: withAction });
      const graph = await createGraph();
      const add = async (category: string) =>
        (await call<NodeBody>('POST', `${graph}/nodes`, { category })).body;
      const [run, sum] = [await add('RunAction'), await add('Add')];
      const action = findPort(run, 'Action');
      expect(JSON.stringify((await call('GET', `/api/ports/${action}/options`)).body)).toContain(
        '"paint.stroke"',
      );
      await call('PUT', `/api/ports/${action}/value`, { value: 'paint.stroke' });
      const width = `${run.id}.in.width`;
      expect(
        (
          await call('POST', `${graph}/connections`, {
            outputPortId: findPort(sum, 'Result'),
            inputPortId: width,
          })
        ).status,
      ).toBe(201);
      await call('POST', `${graph}/save`);
      const later = createScriptedRuntime();
      const other = await createTestService({ link: later.link });
      // opens the project in a service that does not know the action yet
      await other.service.controller.openProject(join(test.folder, 'project'));
      const { store } = other.service.controller;
      expect(store.nodes.get(run.id)?.fileNode).toBeDefined();
      await later.connect({ extension: withAction });
      expect(store.nodes.get(run.id)?.ports.map(({ name }) => name)).toContain('width');
      expect(store.nodes.get(run.id)?.incoming.size).toBe(1);
      await other.dispose();
    });

    it('stay the same nodes when the runtime connects again with the same types, and change with the types', async () => {
      const { readNode } = await openPlaceholder();
      await runtime.connect({ extension });
      const { revision } = await readNode();
      await runtime.reconnect({ extension });
      expect((await readNode()).revision).toBe(revision);
      const ports = splash.ports.filter(({ name }) => name !== 'Brush');
      await runtime.reconnect({ extension: { ...extension, nodeTypes: [{ ...splash, ports }] } });
      const { node, connections } = await readNode();
      expect(node.ports.map(({ name }) => name)).toEqual(['In', 'Amount', 'Out', 'Area']);
      expect(connections).toHaveLength(1);
    });

    it('become placeholders again while the type has no place for their connections and values', async () => {
      const { graph, file, readNode } = await openPlaceholder();
      await runtime.connect({ extension });
      const reconnect = async (ports: readonly object[]) => {
        await runtime.reconnect({ extension: { ...extension, nodeTypes: [{ ...splash, ports }] } });
        const { node, connections } = await readNode();
        return { isMissing: node.isMissing, connections: connections.length };
      };
      const [trigger, ...others] = splash.ports;
      const renamed = [{ ...trigger, name: 'Begin' }, ...others];
      expect(await reconnect(renamed)).toEqual({ isMissing: true, connections: 1 });
      await test.service.controller.saveChanges();
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
        nodes: [{}, {}, { values: { Amount: 7 } }],
        connections: [{}],
      });
      expect((await call('POST', `${graph}/sync`)).status).toBe(422);
      const retyped = splash.ports.map((port) =>
        port.name === 'Amount'
          ? { name: 'Amount', direction: 'input', type: 'Dropdown', options: ['some'] }
          : port,
      );
      expect(await reconnect(retyped)).toEqual({ isMissing: true, connections: 1 });
      expect(await reconnect(splash.ports)).toEqual({ isMissing: undefined, connections: 1 });
      const { node } = await readNode();
      expect((await call('GET', `/api/ports/${findPort(node, 'Amount')}/value`)).body).toMatchObject({
        value: 7,
      });
    });
  });
});

describe("a runtime's own event kinds", () => {
  it('are described by the AsyncAPI document, the signatures and llms.txt', async () => {
    await runtime.connect({ extension });
    const { body } = await call<{ channels: object; components: { messages: object } }>(
      'GET',
      '/api/events/types',
    );
    expect(body.channels).toMatchObject({ 'paint.layer.dried': { title: expect.any(String) } });
    expect(body.components.messages).toMatchObject({
      'paint.layer.dried': { summary: 'A layer has dried', 'x-filter-fields': ['object'] },
    });
    expect((await call<string>('GET', '/api/events/types?form=signatures')).body).toContain(
      'paint.layer.dried',
    );
    expect((await call<string>('GET', '/llms.txt')).body).toContain('paint.layer.dried');
  });

  it('are delivered with their subjects, unless their data violates their schemas', async () => {
    const received: object[] = [];
    test.service.bus.subscribe((batch) => received.push(...batch));
    await runtime.connect({ extension });
    const event = { type: 'paint.layer.dried', tick: 5, time: 0.1 };
    runtime.notify('events', {
      number: 1,
      events: [
        { ...event, data: { object: 'wall', layer: 2 } },
        { ...event, data: { object: 'wall', layer: 'two' } },
        { ...event, type: 'paint.layer.wet', data: {} },
        { ...event, data: { object: 'floor', layer: 3 } },
      ],
    });
    await expect.poll(() => received.at(-1)).toMatchObject({ object: 'floor' });
    const warnings = received.filter((event) => 'type' in event && event.type === 'console.log');
    expect(warnings).toMatchObject([
      { data: { message: expect.stringContaining('paint.layer.dried') } },
      { data: { message: expect.stringContaining('paint.layer.wet') } },
    ]);
    expect(received.filter((event) => !warnings.includes(event))).toEqual([
      expect.objectContaining({ type: 'runtime.connected' }),
      { ...event, object: 'wall', data: { object: 'wall', layer: 2 } },
      { ...event, object: 'floor', data: { object: 'floor', layer: 3 } },
    ]);
  });
});

describe('a runtime is rejected if', () => {
  const [input, ...ports] = splash.ports;
  it.each<[string, object, string]>([
    [
      'a node type has another prefix',
      { nodeTypes: [{ ...splash, enumValue: 'draw.Splash' }] },
      "nodeTypes.0.enumValue: expected a name that starts with 'paint.'",
    ],
    [
      'a node type has a category of the service',
      { nodeTypes: [{ ...splash, category: 'math' }] },
      "nodeTypes.0.category: 'math' is a category of the service",
    ],
    [
      'a pure node has a trigger',
      { nodeTypes: [{ ...splash, kind: 'pure' }] },
      'nodeTypes.0.ports: a pure node has no port of the type Trigger',
    ],
    [
      'two inputs have the same name',
      { nodeTypes: [{ ...splash, ports: [input, { ...input, name: 'in' }, ...ports] }] },
      "nodeTypes.0.ports: 'in' is listed twice",
    ],
    [
      'a default does not fit its port',
      { nodeTypes: [{ ...splash, ports: [input, { ...ports[0], default: 11 }] }] },
      'nodeTypes.0.ports.1',
    ],
    [
      'a Dropdown has no options',
      { nodeTypes: [{ ...splash, ports: [input, { ...ports[1], options: undefined }] }] },
      'nodeTypes.0.ports.1.options: a Dropdown has options',
    ],
    [
      'the name of an event kind has capitals, which patterns could not match',
      { events: [{ ...dried, type: 'paint.Dried' }] },
      'events.0.type: expected two to four names of lower-case letters',
    ],
    [
      'the subject of an event kind is no field of its data',
      { events: [{ ...dried, subject: ['clip'] }] },
      "events.0.subject: the data has no field 'clip'",
    ],
    [
      'the subject of an event kind is no text',
      { events: [{ ...dried, data: { ...dried.data, properties: { object: { type: 'integer' } } } }] },
      "events.0.subject: the field 'object' of the data must be a string",
    ],
    [
      'a port has a name that objects inherit',
      { nodeTypes: [{ ...splash, ports: [input, { ...ports[0], name: 'constructor' }] }] },
      "nodeTypes.0.ports.1.name: 'constructor' is a reserved name; choose another",
    ],
    [
      'a field of an event kind has a name that objects inherit',
      {
        events: [
          {
            ...dried,
            data: {
              ...dried.data,
              properties: {
                ...dried.data.properties,
                size: { type: 'object', properties: { toString: { type: 'string' } } },
              },
            },
          },
        ],
      },
      "events.0.data: 'toString' is a reserved name; choose another",
    ],
    [
      'a schema of an event kind cannot be shown',
      {
        events: [
          {
            ...{ ...dried, subject: [] },
            data: { type: 'object', properties: { when: { $ref: '#/$defs/nothing' } } },
          },
        ],
      },
      'events.0.data',
    ],
  ])('%s', async (_, fields, reason) => {
    await expect(runtime.connect({ extension: { ...extension, ...fields } })).rejects.toThrow(reason);
  });
});
