import { describe, expect, test } from 'vitest';
import { addNode } from '../graphs/add-nodes.ts';
import { removeNode, writePort } from '../graphs/graph-edits.ts';
import { encodeProjectFile } from './encode-project-file.ts';
import { serializeGraphFileInChunks } from './graph-file-format.ts';
import { attachConnection, detachConnection } from '../graphs/connections.ts';
import { openGraphFile } from './open-graph.ts';
import { getPortId, getPortByName } from '../graphs/graph-document.ts';
import { stringifyConnection, stringifyNode } from '../graphs/record-json.ts';
import { toConnectionRecord, toNodeRecord } from '../graphs/graph-records.ts';
import { createTestGraph, serializeGraphFile } from '../graphs/testing-graphs.ts';

const manyNodes = 5000;

test('a large graph is written in chunks, without edits made after the first one', () => {
  const { store, graph } = createTestGraph();
  const nodes = Array.from({ length: manyNodes }, () =>
    addNode(store, graph, { category: 'Add', locationX: 0, locationY: 0 }),
  );
  const first = nodes[0]!;
  const last = nodes.at(-1)!;
  for (const node of [first, last]) writePort(store, getPortId(node.id, node.ports[0]!), 1);
  const connections = nodes.slice(1).map((node, index) => {
    const port = getPortByName(node, 'A');
    return attachConnection(
      `wire-${index}`,
      { node: first, port: getPortByName(first, 'Result') },
      { node, port },
    );
  });
  const text = serializeGraphFile(graph);

  const chunks: string[] = [];
  for (const chunk of serializeGraphFileInChunks(graph)) {
    chunks.push(chunk);
    if (chunks.length > 1) continue;
    writePort(store, getPortId(last.id, last.ports[0]!), 2);
    removeNode(store, nodes.at(-2)!);
    detachConnection(connections.at(-3)!);
  }
  expect(chunks.length).toBeGreaterThan(2);
  expect(chunks.join('')).toBe(text);
  expect(JSON.parse(text).nodes).toHaveLength(graph.nodes.size + 1);
  expect(JSON.parse(text).connections).toHaveLength(graph.connections.size + 2);
});

test('long values are written in chunks, too', () => {
  const { store, graph } = createTestGraph();
  for (let i = 0; i < 20; i += 1) {
    const node = addNode(store, graph, { category: 'Watch', locationX: 0, locationY: 0 });
    writePort(store, getPortId(node.id, getPortByName(node, 'Value')), 'x'.repeat(200_000));
  }
  const chunks = [...serializeGraphFileInChunks(graph)];
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(500_000);
  expect(chunks.join('')).toBe(serializeGraphFile(graph));
});

test('every node and connection has its own line', () => {
  const { graph } = createTestGraph();
  const lines = serializeGraphFile(graph).split('\n');
  expect(lines[0]).toBe('{');
  expect(lines.slice(-2)).toEqual(['}', '']);
  for (const { id } of graph.nodes.values())
    expect(lines.filter((line) => line.startsWith('    {') && line.includes(id)).length).toBeGreaterThan(0);
});

test('a typical graph is written in one chunk', () => {
  const { graph, add } = createTestGraph();
  for (let i = 0; i < 100; i += 1) add('Add');
  const chunks = [...encodeProjectFile(serializeGraphFileInChunks(graph))];
  expect(chunks.map(String)).toEqual([serializeGraphFile(graph)]);
});

test('the text ends with its last line, wherever a chunk ends', () => {
  const { store, graph } = createTestGraph();
  while (graph.nodes.size < 1985) addNode(store, graph, { category: 'Add', locationX: 0, locationY: 0 });
  for (let i = 0; i < 10; i += 1) {
    addNode(store, graph, { category: 'Add', locationX: 0, locationY: 0 });
    expect(serializeGraphFile(graph)).toMatch(/\[\]\n\}\n$/);
  }
});

describe.each(['plain-1', 'a "quoted" one', 'line\nend \\ é \u2028'])('a file whose', (id) => {
  const connect = () => {
    const { graph, add } = createTestGraph();
    const [from, to] = [add('Add'), add('Add')];
    const [output, input] = [getPortByName(from, 'Result'), getPortByName(to, 'A')];
    const connection = attachConnection('plain', { node: from, port: output }, { node: to, port: input });
    return { from, connection, text: serializeGraphFile(graph) };
  };
  const opened = (text: string) => openGraphFile(createTestGraph().store, 'graphs/Other.json', text);
  const renamed = (text: string, registered: string) =>
    text.replaceAll(registered, JSON.stringify(id).slice(1, -1));

  test(`connection has the id ${JSON.stringify(id)} is serialized unchanged`, () => {
    const { connection, text } = connect();
    const graph = opened(renamed(text, connection.id));
    expect([...graph.connections.keys()]).toEqual([id]);
    expect(serializeGraphFile(graph)).toBe(renamed(text, connection.id));
  });

  test(`node has the id ${JSON.stringify(id)} is serialized unchanged`, () => {
    const { from, text } = connect();
    const graph = opened(renamed(text, from.id));
    expect(graph.nodes.has(id)).toBe(true);
    expect(serializeGraphFile(graph)).toBe(renamed(text, from.id));
  });

  test(`node or connection has the id ${JSON.stringify(id)} has correct records in responses`, () => {
    const { from, connection, text } = connect();
    const { store } = createTestGraph();
    for (const registered of [from.id, connection.id]) {
      const graph = openGraphFile(createTestGraph().store, 'graphs/Other.json', renamed(text, registered));
      for (const node of graph.nodes.values())
        expect(stringifyNode(store, node)).toBe(JSON.stringify(toNodeRecord(store, node)));
      for (const each of graph.connections.values())
        expect(stringifyConnection(each)).toBe(JSON.stringify(toConnectionRecord(each)));
    }
  });
});
