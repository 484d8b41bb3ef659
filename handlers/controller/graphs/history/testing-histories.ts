/** Makes random edits as several clients, for tests of undo and redo. */
import { randomUUID } from 'node:crypto';
import { ApiError } from '#spec/errors.ts';
import { layoutModes } from '#spec/rest/layout.ts';
import type { Controller } from '../../controller.ts';
import type { LayoutRunner } from '../../layout/layout-request.ts';
import { openGraphFile } from '../../projects/open-graph.ts';
import { addNodes } from '../add-nodes.ts';
import { applyBuildPlan } from '../build-graph.ts';
import type { EditSource, GraphDocument, NodeDocument } from '../graph-document.ts';
import { disconnectPorts, moveNode, removeNode } from '../graph-edits.ts';
import { serializeGraphFile } from '../testing-graphs.ts';
import {
  addRandomNodes,
  connectRandomPorts,
  createRandomValue,
  editNodeRandomly,
  ignoreApiError,
  type RandomInteger,
} from '../testing-random-edits.ts';
import { attributeEdit } from './edit-history.ts';

/** Moves nodes at once, without a worker. */
export const testLayoutRunner: LayoutRunner = {
  arrange: async ({ nodes }) =>
    new Map(nodes.map(({ id, x }, index) => [id, { x: Math.round(x / 2), y: index * 10 }])),
  close: async () => {},
};

const testClients = ['', 'Ada', 'Bob'] as const;

const pickOne = <T>(randomInt: RandomInteger, items: readonly T[]): T | undefined =>
  items.length > 0 ? items[randomInt(items.length)] : undefined;

/** Returns everything of a graph that undo must restore: its file, and the ports and connections of every node. */
export const takeDocument = (graph: GraphDocument) => ({
  file: serializeGraphFile(graph),
  nodes: [...graph.nodes.values()].map(({ id, ports, incoming, outgoing, fileNode }) => ({
    id,
    // The ports of a node of a missing type are those that its file mentions.
    ports: (fileNode ? [] : ports).map(({ name, type, direction }) => `${direction} ${name} ${type}`),
    incoming: groupByPort(incoming),
    outgoing: groupByPort(outgoing),
  })),
});

const groupByPort = (connections: NodeDocument['incoming']): Record<string, string> =>
  Object.fromEntries(
    [...connections].map(([port, list]): [string, string] => [port, list.map(({ id }) => id).join()]).sort(),
  );

/** Creates a graph file with nodes of a missing type, and with keys that this version doesn't know. */
export const createUnusualGraphFile = (name: string): string => {
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  return JSON.stringify({
    ...{ format: 1, id: randomUUID(), name, custom: { kept: true } },
    nodes: [
      { id: first, category: 'Missing', x: 1, y: 2, values: { A: 1 }, disabled: ['in.Go'] },
      { id: second, category: 'Start', x: 0, y: 0, future: 'kept' },
      { id: third, category: 'Missing', x: 5, y: 6 },
    ],
    connections: [
      { id: randomUUID(), from: [second, 'Out'], to: [first, 'Go'] },
      { id: randomUUID(), from: [first, 'Done'], to: [third, 'Value'] },
    ],
  });
};

/** Opens an unusual graph that also has some random nodes. */
export const openRandomGraph = (
  { store }: Controller,
  randomInt: RandomInteger,
  name: string,
): GraphDocument => {
  const graph = openGraphFile(store, `graphs/${name}.json`, createUnusualGraphFile(name));
  addRandomNodes(store, graph, randomInt, randomInt(6));
  return graph;
};

/** Makes one to three random edits as one call. */
export const editRandomly = async (
  controller: Controller,
  graph: GraphDocument,
  randomInt: RandomInteger,
): Promise<void> => {
  const source: EditSource = {
    client: pickOne(randomInt, testClients) ?? '',
    operation: 'test',
    hasParts: randomInt(4) === 0,
  };
  for (let edits = randomInt(3); edits >= 0; edits -= 1) {
    // A layout is computed before the nodes move, and so moves them on behalf of its call later.
    if (randomInt(12) === 0) await arrangeRandomly(controller, graph, randomInt, source);
    else attributeEdit(controller.store.session, source, () => editOnce(controller, graph, randomInt));
  }
};

const arrangeRandomly = (
  { layouts, store }: Controller,
  graph: GraphDocument,
  randomInt: RandomInteger,
  source: EditSource,
) => {
  const moveWith = <T>(_: GraphDocument, move: () => T): T => attributeEdit(store.session, source, move);
  if (randomInt(2) === 0) return layouts.tidy(graph, { gridSize: 20, align: true }, moveWith);
  const mode = pickOne(randomInt, layoutModes) ?? 'tree';
  return layouts.arrange(graph, { mode, spacing: 40, dryRun: false }, moveWith);
};

const editOnce = (controller: Controller, graph: GraphDocument, randomInt: RandomInteger): void => {
  const { store, layouts } = controller;
  const nodes = [...graph.nodes.values()];
  const node = pickOne(randomInt, nodes);
  switch (randomInt(12)) {
    case 0:
    case 1:
      addRandomNodes(store, graph, randomInt, 1 + randomInt(2));
      return;
    case 2:
      buildRandomly(controller, graph, randomInt);
      return;
    case 3:
      if (node) removeNode(store, node);
      return;
    case 4:
    case 5:
      if (nodes.length > 0) connectRandomPorts(store, graph, nodes, randomInt);
      return;
    case 6: {
      const connection = pickOne(randomInt, graph.connections.values());
      if (connection) disconnectPorts(connection);
      return;
    }
    case 7:
      if (node) moveNode(node, randomInt(1000), randomInt(1000));
      return;
    case 8:
      if (randomInt(2) === 0) controller.renameGraph(graph, `name ${randomInt(9)}`);
      else layouts.setAspectRatio(graph, 1 + randomInt(5) / 4);
      return;
    case 9:
      ignoreApiError(() => layouts.restore(graph));
      return;
    default:
      if (node && node.ports.length > 0) ignoreApiError(() => editNodeRandomly(store, node, randomInt));
  }
};

const buildRandomly = ({ store }: Controller, graph: GraphDocument, randomInt: RandomInteger): void => {
  const sources = [...graph.nodes.values()].filter(
    ({ outgoing, type }) => type.enumValue === 'Start' && outgoing,
  );
  const types = store.catalog.listVisible();
  const categories = Array.from({ length: 3 }, () => pickOne(randomInt, types)?.enumValue ?? 'Start');
  ignoreApiError(() =>
    applyBuildPlan(store, graph, {
      nodes: [
        { tempId: 'value', category: 'ConstantFloat', locationX: 0, locationY: 0 },
        { tempId: 'sum', category: 'Add', locationX: 0, locationY: 0 },
        { tempId: 'log', category: 'LogConsole', locationX: 0, locationY: 0 },
        ...categories.map((category, i) => ({ tempId: `${i}`, category, locationX: i, locationY: 0 })),
      ],
      connections: [...sources.map(({ id }) => ({ from: `${id}/Out`, to: 'log/In' }))],
    }),
  );
  // A second build replaces connections of the first.
  const inputs = [...graph.nodes.values()].flatMap((node) =>
    node.ports
      .filter(({ direction, type }) => direction === 'input' && type === 'Float')
      .map((port) => ({ node, port })),
  );
  const output = pickOne(
    randomInt,
    [...graph.nodes.values()].flatMap((node) =>
      node.ports
        .filter(({ direction, type }) => direction === 'output' && type === 'Float')
        .map((port) => ({ node, port })),
    ),
  );
  const input = pickOne(randomInt, inputs);
  if (!input || !output) return;
  ignoreApiError(() =>
    applyBuildPlan(store, graph, {
      nodes: [],
      connections: [
        { from: `${output.node.id}/${output.port.name}`, to: `${input.node.id}/${input.port.name}` },
      ],
    }),
  );
  ignoreApiError(() =>
    addNodes(store, graph, [
      {
        category: 'Note',
        locationX: 0,
        locationY: 0,
        ports: { Text: createRandomValue(randomInt, 'String') },
      },
    ]),
  );
};

/** Undoes or redoes random steps. Returns whether the call was refused. */
export const toggleRandomly = (
  controller: Controller,
  graph: GraphDocument,
  randomInt: RandomInteger,
  mayForce = true,
): boolean => {
  const { history } = graph;
  const client = pickOne(randomInt, testClients) ?? '';
  const before = takeDocument(graph);
  const stateBefore = history.steps.map(({ number, isUndone }) => `${number} ${isUndone}`);
  try {
    controller.toggleSteps(graph, randomInt(2) === 0 ? 'undo' : 'redo', {
      client,
      ...(randomInt(3) === 0 ? { revision: randomInt(graph.revision + 1) } : { steps: 1 + randomInt(3) }),
      anyClient: randomInt(3) === 0,
      force: mayForce && randomInt(6) === 0,
    });
    return false;
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    const after = takeDocument(graph);
    const stateAfter = history.steps.map(({ number, isUndone }) => `${number} ${isUndone}`);
    if (JSON.stringify([after, stateAfter]) !== JSON.stringify([before, stateBefore]))
      throw new Error('a refused call has changed the graph', { cause: failure });
    return true;
  }
};
