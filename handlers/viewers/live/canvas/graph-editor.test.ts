import { type Signal, signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type SceneClient } from '#spec/client/index.ts';
import { createTestService, testHosts, type TestHost, type TestService } from '../../../testing-service.ts';
import { createNotices, type Notices } from '../app/notice-store.ts';
import { createGraphHistories } from '../graphs/graph-histories.ts';
import { createOpenGraph } from '../graphs/open-graph-store.ts';
import { createGraphEditor, type GraphEditor } from './graph-editor.ts';
import { listCandidates, type SearchPurpose } from './making/node-candidates.ts';
import { getNodeBox } from './making/place-nodes.ts';
import type { GraphChange } from './changes/graph-change.ts';
import type { GraphSummary } from '../graphs/graph-list-store.ts';
import type { NodeType } from '../node-types/node-type-catalog.ts';

let testClient: TestService;
let testHost: TestHost;
let client: SceneClient;
/** The page's own client. */
let pageClient: SceneClient;
let notices: Notices;
let editor: GraphEditor;
let graphId: string;
let openId: Signal<string | undefined>;
let beforeFetch: (url: string) => Promise<void>;
const clientName = 'Live page 3f2a';
const nodeTypes = signal<ReadonlyMap<string, NodeType>>(new Map());

/** Reads the graph's state from the service, without ids, because redo changes them. */
const readGraphState = async () => {
  const { nodes, connections } = await client.request('GET /api/graphs/{graphId}', { params: { graphId } });
  const ports = new Map(
    nodes.flatMap((node) => node.ports.map(({ id, name }) => [id, `${node.category} ${name}`])),
  );
  return {
    nodes: nodes
      .map(({ category, locationX, locationY, ports }) => ({
        ...{ category, locationX, locationY },
        values: ports.map(({ name, value, isDisabled }) => [
          name,
          value,
          ...(isDisabled ? ['disabled'] : []),
        ]),
      }))
      .sort((a, b) => `${a.category} ${a.locationX}`.localeCompare(`${b.category} ${b.locationX}`)),
    wires: connections
      .map((connection) => `${ports.get(connection.outputPortId)} > ${ports.get(connection.inputPortId)}`)
      .sort(),
  };
};

const findNode = (category: string) => {
  const match = editor.detail.value?.nodes.find((node) => node.category === category);
  if (!match) throw new Error(`There is no ${category}`);
  return match;
};

beforeEach(async () => {
  beforeFetch = async () => {};
  testClient = await createTestService();
  const open = testHosts['Fetch host'];
  if (!open) throw new Error('There is no such host');
  testHost = await open(testClient.service);
  const fetch: typeof globalThis.fetch = (url, init) =>
    testHost.fetch(String(url).replace('http://localhost', ''), init);
  const options = { url: 'http://localhost', token: testClient.token };
  client = createClient({ ...options, clientName: 'Ada', fetch });
  pageClient = createClient({
    ...{ ...options, clientName },
    fetch: async (url, init) => {
      await beforeFetch(String(url));
      return fetch(url, init);
    },
  });
  notices = createNotices();
  ({ id: graphId } = await client.request('POST /api/graphs', { body: {} }));
  const categories = await client.request('GET /api/node-types', { query: { limit: 1_000 } });
  nodeTypes.value = new Map(categories.flatMap(({ nodes }) => nodes.map((type) => [type.enumValue, type])));
  await openPage();
});

/** Opens the page, or reloads it. */
const openPage = async (): Promise<void> => {
  const list = signal<readonly GraphSummary[]>([]);
  openId = signal<string | undefined>(graphId);
  const refresh = async (): Promise<void> => {
    list.value = await client.request('GET /api/graphs');
  };
  const session = {
    ...{ client: pageClient, clientName },
    hub: signal(undefined),
    capabilities: signal(undefined),
    reconnectCount: signal(0),
    eventGap: signal(),
  };
  const opened = createOpenGraph(session, notices, { list, openId, refresh });
  editor = createGraphEditor({
    session,
    notices,
    graphs: {
      ...{ list, open: opened, openId },
      histories: createGraphHistories(pageClient, clientName),
      find: (name) => list.peek().find((graph) => graph.name === name),
    },
    nodeTypes: { types: nodeTypes },
    nextFrame: () => {},
  });
  await refresh();
  await expect.poll(() => editor.detail.value?.id).toBe(graphId);
};
afterEach(async () => {
  editor.dispose();
  await testHost.close();
  await testClient.dispose();
});

const buildTestGraph = async (): Promise<void> => {
  await editor.addNode('Add', { x: 100, y: 50 });
  await editor.addNode('LogConsole', { x: 300, y: 50 });
  const [start, log, add] = ['Start', 'LogConsole', 'Add'].map(findNode);
  await editor.change({
    ...{ kind: 'wires', cut: [] },
    join: [{ from: { nodeId: start!.id, name: 'Out' }, to: { nodeId: log!.id, name: 'In' } }],
  });
  await editor.change({ kind: 'value', port: { nodeId: add!.id, name: 'A' }, value: 7 });
  await editor.change({ kind: 'move', positions: [{ nodeId: add!.id, locationX: 120, locationY: 80 }] });
};

describe('edits of the open graph', () => {
  it('are made through the API, and undone and redone one by one', async () => {
    const states = [await readGraphState()];
    await buildTestGraph();
    const built = await readGraphState();
    expect(built.wires).toEqual(['Start Out > LogConsole In']);
    for (let edit = 0; edit < 5; edit += 1) {
      await editor.undo();
      states.push(await readGraphState());
    }
    expect(states.at(-1)).toEqual(states[0]);
    expect(editor.stamps.value.undo).toBe(0);
    for (let edit = 0; edit < 5; edit += 1) await editor.redo();
    expect(await readGraphState()).toEqual(built);
    expect(notices.list.value).toEqual([]);
  });

  it('are undone from the newest one, even right after the edit', async () => {
    await buildTestGraph();
    const built = await readGraphState();
    const { id: nodeId } = findNode('Add');
    for (const locationX of [200, 300]) {
      void editor.change({ kind: 'move', positions: [{ nodeId, locationX, locationY: 80 }] });
    }
    void editor.undo();
    await editor.undo();
    expect(await readGraphState()).toEqual(built);
    void editor.redo();
    await editor.redo();
    expect(findNode('Add').locationX).toBe(300);
    expect(notices.list.value).toEqual([]);
  });

  it('are made in the graph that was open at the time, or not at all', async () => {
    const { id: otherId } = await client.request('POST /api/graphs', { body: {} });
    const countNodes = async (graphId: string) =>
      (await client.request('GET /api/graphs/{graphId}', { params: { graphId } })).nodes.length;
    beforeFetch = async () => {
      openId.value = otherId;
    };
    const pending = editor.addNode('Add', { x: 0, y: 0 });
    const shownIds: unknown[] = [];
    const unsubscribe = editor.detail.subscribe(
      (graph) => openId.peek() === otherId && shownIds.push(graph?.id),
    );
    await Promise.all([pending, editor.addNode('Add', { x: 0, y: 0 })]);
    beforeFetch = async () => {};
    await expect.poll(() => editor.detail.value?.id).toBe(otherId);
    unsubscribe();
    expect(shownIds).not.toContain(graphId);
    expect(await countNodes(otherId)).toBe(2);
    expect(editor.selection.value.nodes).toEqual([]);
    expect(notices.list.value.map(({ text }) => text)).toEqual([
      'The last edit was dropped because another graph was opened first.',
    ]);
    openId.value = graphId;
    await expect.poll(() => editor.detail.value?.id).toBe(graphId);
    expect(await countNodes(graphId)).toBe(3);
  });

  /** Changes the LogConsole node while another graph is being opened, and then returns to the first graph. */
  const changeAndSwitch = async (createChange: (nodeId: string) => GraphChange): Promise<void> => {
    const { id: otherId } = await client.request('POST /api/graphs', { body: {} });
    beforeFetch = async () => {
      openId.value = otherId;
    };
    await editor.change(createChange(findNode('LogConsole').id));
    beforeFetch = async () => {};
    expect(editor.detail.value?.id).not.toBe(graphId);
    openId.value = graphId;
    await expect.poll(() => editor.detail.value?.id).toBe(graphId);
  };
  const portState = { name: 'In', direction: 'input', state: 'disabled' } as const;
  const createPositions = (nodeId: string) => [{ nodeId, locationX: 900, locationY: 0 }];

  it.each<[string, (nodeId: string) => GraphChange]>([
    ['a node', (nodeId) => ({ kind: 'move', positions: createPositions(nodeId) })],
    [
      'a port, which has to be read again',
      (nodeId) => ({ kind: 'portState', nodeId, mark: portState, isSet: true }),
    ],
  ])('of %s can be undone after another graph was opened meanwhile', async (_, createChange) => {
    await buildTestGraph();
    const initial = await readGraphState();
    await changeAndSwitch(createChange);
    expect(await readGraphState()).not.toEqual(initial);
    await editor.undo();
    expect(notices.list.value).toEqual([]);
    expect(await readGraphState()).toEqual(initial);
  });

  it('of several parts are made and undone as a whole when another graph is opened in between', async () => {
    await buildTestGraph();
    const initial = await readGraphState();
    await changeAndSwitch((nodeId) => ({
      kind: 'all',
      changes: [
        { kind: 'portState', nodeId, mark: portState, isSet: true },
        { kind: 'move', positions: createPositions(nodeId) },
        { kind: 'remove', nodeIds: [nodeId] },
      ],
    }));
    expect((await readGraphState()).nodes.map(({ category }) => category)).not.toContain('LogConsole');
    await editor.undo();
    expect(notices.list.value).toEqual([]);
    expect(await readGraphState()).toEqual(initial);
  });

  it('restore removed nodes with their values and connections', async () => {
    await buildTestGraph();
    const built = await readGraphState();
    editor.selectAll();
    await editor.removeSelected();
    expect((await readGraphState()).nodes).toEqual([]);
    await editor.undo();
    expect(await readGraphState()).toEqual(built);
  });

  it('are undone after the page was reloaded, but not those of others', async () => {
    const initial = await readGraphState();
    await buildTestGraph();
    await client.request('POST /api/graphs/{graphId}/nodes', {
      ...{ params: { graphId }, body: { category: 'Delay', locationX: 500 } },
    });
    editor.dispose();
    await openPage();
    await expect.poll(() => editor.stamps.value.undo).toBeGreaterThan(0);
    expect(editor.stamps.value).toMatchObject({ edit: 0, redo: 0 });
    for (let edit = 0; edit < 6; edit += 1) await editor.undo();
    const { nodes } = await readGraphState();
    expect(nodes.map(({ category }) => category).sort()).toEqual(['Delay', 'OnNewFrame', 'Start']);
    expect(nodes.filter(({ category }) => category !== 'Delay')).toEqual(initial.nodes);
    expect(editor.stamps.value.undo).toBe(0);
    await editor.redo();
    expect((await readGraphState()).nodes).toHaveLength(4);
    expect(notices.list.value).toEqual([]);
  });

  it('of several parts leave nothing behind when one part is rejected', async () => {
    await buildTestGraph();
    const initial = await readGraphState();
    const lastEdit = editor.stamps.value.undo;
    await editor.change({
      kind: 'all',
      changes: [
        { kind: 'move', positions: [{ nodeId: findNode('Add').id, locationX: 900, locationY: 0 }] },
        { kind: 'value', port: { nodeId: findNode('Add').id, name: 'A' }, value: 'not a number' },
      ],
    });
    expect(notices.list.value).toMatchObject([{ kind: 'error', code: 'INVALID_VALUE' }]);
    expect(await readGraphState()).toEqual(initial);
    expect(editor.stamps.value).toMatchObject({ undo: lastEdit, redo: 0 });
  });

  it('are silently forgotten when the history of the graph has ended', async () => {
    await buildTestGraph();
    await client.request('POST /api/graphs/{graphId}/undo', {
      ...{ params: { graphId }, body: { anyClient: true, steps: 5 } },
    });
    await editor.undo();
    expect([notices.list.value, editor.stamps.value.undo]).toEqual([[], 0]);
  });

  it('copy nodes with the connections between them', async () => {
    await buildTestGraph();
    editor.selectAll();
    editor.copy();
    await editor.paste();
    expect(notices.list.value).toEqual([]);
    const { nodes, wires } = await readGraphState();
    expect([nodes.length, wires]).toEqual([8, ['Start Out > LogConsole In', 'Start Out > LogConsole In']]);
    expect(nodes.filter(({ category }) => category === 'Add').map(({ values }) => values[0])).toEqual([
      ['A', 7],
      ['A', 7],
    ]);
  });

  it('select an added node as soon as it appears', async () => {
    await buildTestGraph();
    let selectionAtAdd: readonly string[] | undefined;
    const unsubscribe = editor.detail.subscribe((graph) => {
      if (graph?.nodes.some(({ category }) => category === 'Delay')) {
        selectionAtAdd ??= editor.selection.peek().nodes;
      }
    });
    await editor.addNode('Delay', { x: 0, y: 0 });
    unsubscribe();
    expect(selectionAtAdd).toEqual([findNode('Delay').id]);
  });

  it('that are undone select the restored nodes, unless something else is selected in the meantime', async () => {
    await buildTestGraph();
    await editor.addNode('Delay', { x: 0, y: 0 });
    await editor.removeSelected();
    await editor.undo();
    expect(editor.selection.value.nodes).toEqual([findNode('Delay').id]);
    await editor.removeSelected();
    const chosen = { nodes: [findNode('Start').id], connections: [] };
    const unsubscribe = editor.detail.subscribe((graph) => {
      if (graph?.nodes.some(({ category }) => category === 'Delay')) editor.selection.value = chosen;
    });
    await editor.undo();
    unsubscribe();
    expect(findNode('Delay')).toBeDefined();
    expect(editor.selection.value).toBe(chosen);
  });

  it('show the error of the service when rejected, and leave the graph unchanged', async () => {
    await buildTestGraph();
    const initial = await readGraphState();
    const add = findNode('Add');
    await editor.change({
      ...{ kind: 'wires', cut: [] },
      join: [{ from: { nodeId: add.id, name: 'Result' }, to: { nodeId: add.id, name: 'A' } }],
    });
    expect(notices.list.value).toMatchObject([{ kind: 'error', code: 'CYCLIC_CONNECTION' }]);
    expect(await readGraphState()).toEqual(initial);
  });

  const findPort = (category: string, name: string) => {
    const port = findNode(category).ports.find((candidate) => candidate.name === name);
    if (!port) throw new Error(`${category} has no ${name}`);
    return port;
  };
  /** Sets a port's value as another client would, before the page makes its own edit. */
  const write = (category: string, name: string, value: number) =>
    client.request('PUT /api/ports/{portId}/value', {
      params: { portId: findPort(category, name).id },
      body: { value },
    });
  const readValue = async (name: string) =>
    (await readGraphState()).nodes
      .find(({ category }) => category === 'Add')
      ?.values.find(([key]) => key === name)?.[1];
  const writeAsOtherClient = (name: string, value: number) =>
    editor.change({ kind: 'value', port: { nodeId: findNode('Add').id, name }, value });

  it('are made on top of an unrelated edit by another client', async () => {
    await buildTestGraph();
    await client.request('POST /api/graphs/{graphId}/nodes', {
      params: { graphId },
      body: { category: 'Delay' },
    });
    await write('Add', 'B', 5);
    await editor.addNode('Multiply', { x: 0, y: 0 });
    await write('Add', 'B', 6);
    await writeAsOtherClient('A', 8);
    expect(notices.list.value).toEqual([]);
    expect((await readGraphState()).nodes.map(({ category }) => category)).toEqual(
      expect.arrayContaining(['Delay', 'Multiply']),
    );
    expect([await readValue('A'), await readValue('B')]).toEqual([8, 6]);
  });

  it('ask before they overwrite an edit by another client', async () => {
    await buildTestGraph();
    await write('Add', 'A', 50);
    await writeAsOtherClient('A', 8);
    const [notice] = notices.list.value;
    expect(notice?.text).toContain('Someone else has just changed the same');
    expect(findPort('Add', 'A').value).toBe(50);
    expect(await readValue('A')).toBe(50);
    notice?.action?.run();
    await expect.poll(() => readValue('A')).toBe(8);
  });

  it('are not undone over a later edit by another client', async () => {
    await buildTestGraph();
    await writeAsOtherClient('A', 8);
    await write('Add', 'A', 50);
    // by now, the page has seen the other client's edit
    await editor.addNode('Multiply', { x: 0, y: 0 });
    await editor.undo();
    await editor.undo();
    const [notice] = notices.list.value;
    expect(notice?.text).toBe(
      'Ada has made a change since (Set A of Add to 50); this undo would overwrite it. Nothing was changed.',
    );
    expect(await readValue('A')).toBe(50);
    expect(editor.stamps.value.undo).toBeGreaterThan(0);
    notice?.action?.run();
    await expect.poll(() => readValue('A')).toBe(7);
  });

  it('restore a node that another client moved only after confirmation', async () => {
    await buildTestGraph();
    const { id } = findNode('LogConsole');
    await client.request('PUT /api/graphs/{graphId}/nodes/{nodeId}', {
      params: { graphId, nodeId: id },
      body: { locationX: 900, locationY: 900 },
    });
    await editor.change({ kind: 'remove', nodeIds: [id] });
    expect((await readGraphState()).nodes.map(({ category }) => category)).toContain('LogConsole');
    expect(notices.list.value[0]?.action?.label).toBe('Apply anyway');
  });
});

const findPort = (category: string, name: string) => {
  const match = findNode(category).ports.find((port) => port.name === name);
  if (!match) throw new Error(`${category} has no port ${name}`);
  return match;
};

const countSteps = async (): Promise<number> =>
  (await client.request('GET /api/graphs/{graphId}/history', { params: { graphId } })).length;

/** Adds a node of the given type in the way that a search with the given purpose offers. */
const addForPurpose = async (purpose: SearchPurpose, category: string): Promise<void> => {
  const candidates = listCandidates(nodeTypes.value.values(), purpose, editor.detail.value);
  const candidate = candidates.find(({ type }) => type.enumValue === category);
  if (!candidate) throw new Error(`There is no type ${category}`);
  await editor.addCandidate(purpose, candidate, { x: 400, y: 400 });
};

describe('new nodes', () => {
  beforeEach(async () => {
    await buildTestGraph();
    editor.selection.value = { nodes: [], connections: [] };
  });

  it.each<[string, () => SearchPurpose, string, string]>([
    [
      'connected to a dropped wire',
      () => ({ kind: 'wire', port: findPort('Add', 'Result') }),
      'Lerp',
      'Add Result > Lerp A',
    ],
    [
      'connected to a wire dragged backwards',
      () => ({ kind: 'wire', port: findPort('Add', 'B') }),
      'Multiply',
      'Multiply Result > Add B',
    ],
    [
      'connected by a port that has to be expanded',
      () => ({ kind: 'wire', port: findPort('Add', 'Result') }),
      'SetScale',
      'Add Result > SetScale Scale.X',
    ],
    [
      'connected instead of another wire',
      () => ({ kind: 'wire', port: findPort('LogConsole', 'In') }),
      'Delay',
      'Delay Done > LogConsole In',
    ],
    [
      'inserted into a wire',
      () => ({ kind: 'insert', output: findPort('Start', 'Out'), input: findPort('LogConsole', 'In') }),
      'Delay',
      'Delay Done > LogConsole In',
    ],
    [
      'put in the place of another node',
      () => ({ kind: 'replace', node: findNode('LogConsole') }),
      'Delay',
      'Start Out > Delay In',
    ],
  ])('are %s in one step', async (_, getPurpose, category, wire) => {
    const before = await readGraphState();
    const stepsBefore = await countSteps();
    await addForPurpose(getPurpose(), category);
    expect(notices.list.value).toEqual([]);
    const after = await readGraphState();
    expect(after.wires).toContain(wire);
    expect(await countSteps()).toBe(stepsBefore + 1);
    await editor.undo();
    expect(await readGraphState()).toEqual(before);
    await editor.redo();
    expect(await readGraphState()).toEqual(after);
  });

  it('are inserted into a wire of values in one step, instead of this wire', async () => {
    await addForPurpose({ kind: 'wire', port: findPort('Add', 'B') }, 'Multiply');
    const before = await readGraphState();
    const wire = { output: findPort('Multiply', 'Result'), input: findPort('Add', 'B') };
    await addForPurpose({ kind: 'insert', ...wire }, 'Round');
    const { wires } = await readGraphState();
    expect(wires).toContain('Round Result > Add B');
    expect(wires).not.toContain('Multiply Result > Add B');
    await editor.undo();
    expect(await readGraphState()).toEqual(before);
  });

  it('leave the wire into which they cannot be inserted', async () => {
    const before = await readGraphState();
    const lastEdit = editor.stamps.value.undo;
    const wire = { output: findPort('Start', 'Out'), input: findPort('LogConsole', 'In') };
    const plan = { values: { 'no such port': 1 }, marks: [], wires: [{ from: wire.output, to: wire.input }] };
    const type = nodeTypes.value.get('Delay');
    if (!type) throw new Error('There is no type Delay');
    await editor.addCandidate({ kind: 'insert', ...wire }, { type, plan } as never, { x: 400, y: 400 });
    expect(await readGraphState()).toEqual(before);
    expect(editor.stamps.value.undo).toBe(lastEdit);
  });

  it('take over the values and wires of the node that they replace, by name and type', async () => {
    await addForPurpose({ kind: 'wire', port: findPort('Add', 'Result') }, 'ToText');
    await addForPurpose({ kind: 'replace', node: findNode('Add') }, 'Multiply');
    const { nodes, wires } = await readGraphState();
    expect(nodes.map(({ category }) => category)).not.toContain('Add');
    expect(wires).toEqual(['Multiply Result > ToText Value', 'Start Out > LogConsole In']);
    expect(findPort('Multiply', 'A').value).toBe(7);
  });

  it('replace the wire of an input, which undo brings back', async () => {
    await addForPurpose({ kind: 'wire', port: findPort('Add', 'B') }, 'Multiply');
    const before = await readGraphState();
    await addForPurpose({ kind: 'wire', port: findPort('Add', 'B') }, 'Subtract');
    expect((await readGraphState()).wires).toContain('Subtract Result > Add B');
    await editor.undo();
    expect(await readGraphState()).toEqual(before);
  });

  it('are placed after the selected node, and connected if exactly one port fits', async () => {
    editor.selection.value = { nodes: [findNode('LogConsole').id], connections: [] };
    await editor.addNode('DoOnce');
    expect((await readGraphState()).wires).not.toContain('LogConsole Out > DoOnce In');
    editor.selection.value = { nodes: [findNode('LogConsole').id], connections: [] };
    await editor.addNode('Breakpoint');
    expect((await readGraphState()).wires).toContain('LogConsole Out > Breakpoint In');
    expect(findNode('Breakpoint').locationX).toBeGreaterThan(findNode('LogConsole').locationX);
  });

  const unit = { x: 1, y: 1, z: 1 };
  /** The values of a node whose ports depend on one of them. */
  const transformAction = {
    ...{ Action: 'transform.set', object: 'cube', space: 'world' },
    ...{ position: unit, rotation: unit, scale: unit },
  };

  it('have the given values', async () => {
    await editor.addNode('RunAction', undefined, transformAction);
    const values = findNode('RunAction').ports.map(({ name, value }) => [name, value]);
    expect(Object.fromEntries(values)).toMatchObject(transformAction);
  });

  it('never land on another node', async () => {
    const { id: nodeId } = findNode('Add');
    await editor.change({ kind: 'move', positions: [{ nodeId, locationX: 0, locationY: 900 }] });
    for (let count = 0; count < 4; count += 1) await editor.addNode('Multiply', { x: 300, y: 40 });
    for (let count = 0; count < 2; count += 1)
      await editor.addNode('RunAction', { x: 300, y: 40 }, transformAction);
    await editor.addNote();
    editor.selectAll();
    await editor.duplicate();
    editor.copy();
    await editor.paste();
    await editor.paste(undefined, { x: 300, y: 40 });
    expect(notices.list.value).toEqual([]);
    const boxes = (editor.detail.value?.nodes ?? []).map((node) => getNodeBox(node));
    // the first nodes of the graph were placed by the service
    const overlaps = boxes.flatMap((box, at) =>
      boxes
        .slice(Math.max(at + 1, 5))
        .filter(
          (other) =>
            box.x < other.x + other.width &&
            other.x < box.x + box.width &&
            box.y < other.y + other.height &&
            other.y < box.y + box.height,
        ),
    );
    expect(boxes.length).toBeGreaterThan(30);
    expect(overlaps).toEqual([]);
  });
});

describe('removing nodes', () => {
  it('says what was removed, and offers to undo only that', async () => {
    await buildTestGraph();
    const wiresBefore = (await readGraphState()).wires;
    editor.selection.value = { nodes: [findNode('LogConsole').id, findNode('Add').id], connections: [] };
    await editor.removeSelected();
    const [notice] = notices.list.value;
    expect([notice?.text, notice?.action?.label]).toEqual(['Deleted 2 nodes and 1 wire', 'Undo']);
    await editor.addNode('Multiply', { x: 0, y: 600 });
    notice?.action?.run();
    await expect.poll(async () => (await readGraphState()).wires).toEqual(wiresBefore);
    expect((await readGraphState()).nodes.map(({ category }) => category)).toContain('Multiply');
  });
});

describe('graphs that call graphs', () => {
  const noRejection = (failure: unknown): never => {
    throw failure;
  };
  const select = (...categories: string[]): void => {
    editor.selection.value = { nodes: categories.map((category) => findNode(category).id), connections: [] };
  };
  const connect = (from: [string, string], to: [string, string]) => ({
    from: { nodeId: findNode(from[0]).id, name: from[1] },
    to: { nodeId: findNode(to[0]).id, name: to[1] },
  });
  /** Builds a graph that logs a message, and then waits. */
  const buildWait = async () => {
    await buildTestGraph();
    await editor.addNode('Delay', { x: 600, y: 50 });
    await editor.change({
      ...{ kind: 'wires', cut: [] },
      join: [
        connect(['Add', 'Result'], ['Delay', 'Duration']),
        connect(['LogConsole', 'Out'], ['Delay', 'In']),
      ],
    });
    return readGraphState();
  };
  const extractDelay = async (): Promise<void> => {
    select('Delay');
    expect(await editor.extractSelected('Waiting', noRejection)).toBe(true);
  };

  it('replaces nodes with a call in one step, which can be undone and made again', async () => {
    const built = await buildWait();
    await extractDelay();
    const extracted = await readGraphState();
    expect(extracted.wires).toEqual([
      'Add Result > RunGraph Duration',
      'LogConsole Out > RunGraph In',
      'Start Out > LogConsole In',
    ]);
    expect(editor.selection.value.nodes).toEqual([findNode('RunGraph').id]);
    expect(notices.list.value.map(({ text }) => text)).toEqual([
      'Extracted 1 node to the graph Waiting. Undo keeps that graph.',
    ]);
    await editor.undo();
    expect(await readGraphState()).toEqual(built);
    await editor.redo();
    expect(await readGraphState()).toEqual(extracted);
    await editor.undo();
    expect(await readGraphState()).toEqual(built);
  });

  it('also undoes the nodes that tell which end of the new graph was reached', async () => {
    await buildTestGraph();
    await editor.addNode('Branch', { x: 600, y: 50 });
    await editor.addNode('Delay', { x: 900, y: 50 });
    await editor.change({
      ...{ kind: 'wires', cut: [connect(['Start', 'Out'], ['LogConsole', 'In'])] },
      join: [
        connect(['Start', 'Out'], ['Branch', 'In']),
        connect(['Branch', 'True'], ['LogConsole', 'In']),
        connect(['Branch', 'False'], ['Delay', 'In']),
      ],
    });
    const built = await readGraphState();
    select('Branch');
    expect(await editor.extractSelected('Deciding', noRejection)).toBe(true);
    expect((await readGraphState()).nodes.filter(({ category }) => category === 'Branch')).toHaveLength(2);
    await editor.undo();
    expect(await readGraphState()).toEqual(built);
  });

  it('opens the new graph from the notice, and the graph of a node', async () => {
    await buildWait();
    await extractDelay();
    const node = findNode('RunGraph');
    const [notice] = notices.list.value;
    notice?.action?.run();
    await expect.poll(() => editor.detail.value?.name).toBe('Waiting');
    openId.value = graphId;
    editor.openRunGraph(node);
    await expect.poll(() => editor.detail.value?.name).toBe('Waiting');
  });

  it('reports what the service rejects, and changes nothing', async () => {
    const built = await buildWait();
    const rejected: unknown[] = [];
    select('Start', 'LogConsole');
    expect(await editor.extractSelected('Parts', (failure) => rejected.push(failure))).toBe(false);
    expect(String(rejected)).toContain('starts by itself');
    expect([await readGraphState(), notices.list.value]).toEqual([built, []]);
  });

  it('replaces a call with the nodes of the graph, which can be undone', async () => {
    const built = await buildWait();
    await extractDelay();
    const extracted = await readGraphState();
    await editor.inlineCall(findNode('RunGraph'));
    const { wires } = await readGraphState();
    expect(wires).toEqual(built.wires);
    expect(notices.list.value.at(-1)).toMatchObject({
      text: 'Replaced the call of Waiting with 1 node',
      action: { label: 'Undo' },
    });
    await editor.undo();
    expect(await readGraphState()).toEqual(extracted);
  });

  /** Breaks the wire to the input of the called graph. */
  const breakWire = async (): Promise<void> => {
    const [variable] = await client.request('GET /api/variables');
    await client.request('DELETE /api/variables/{id}', { params: { id: variable?.id ?? '' } });
    const { nodes } = editor.selection.value;
    // an edit reads the graph again
    await editor.change({ kind: 'arrange', arrangement: { by: 'tidy' } });
    editor.selection.value = { nodes, connections: [] };
    await expect
      .poll(() => editor.detail.value?.connections.filter(({ isBroken }) => isBroken).length)
      .toBe(1);
  };

  it('removes broken wires, which can be undone', async () => {
    await buildWait();
    await extractDelay();
    await breakWire();
    const wires = editor.detail.value?.connections.filter(({ isBroken }) => isBroken) ?? [];
    editor.selection.value = { nodes: [], connections: wires.map(({ id }) => id) };
    await editor.removeSelected();
    expect((await readGraphState()).wires).toEqual([
      'LogConsole Out > RunGraph In',
      'Start Out > LogConsole In',
    ]);
    expect(findNode('RunGraph').ports.some(({ isMissing }) => isMissing)).toBe(false);
    expect(notices.list.value.at(-1)).toMatchObject({ text: 'Deleted 1 wire', action: { label: 'Undo' } });
    await editor.undo();
    expect(editor.detail.value?.connections.filter(({ isBroken }) => isBroken)).toEqual(wires);
  });

  it('restores a node with all its wires, even those that were broken', async () => {
    await buildWait();
    await extractDelay();
    await breakWire();
    select('RunGraph');
    await editor.removeSelected();
    await editor.undo();
    expect((await readGraphState()).wires).toEqual([
      'Add Result > RunGraph Duration',
      'LogConsole Out > RunGraph In',
      'Start Out > LogConsole In',
    ]);
  });
});
