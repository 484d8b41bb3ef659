import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { serializeGraphFileInChunks } from '../projects/graph-file-format.ts';
import { copyGraph, openGraphFile } from '../projects/open-graph.ts';
import { addNode, addNodes } from './add-nodes.ts';
import { applyBuildPlan, dryRunBuild } from './build-graph.ts';
import type { GraphDocument } from './graph-document.ts';
import { addGraph, disconnectPorts, removeGraph, removeNode, writePort } from './graph-edits.ts';
import { changeNoteContent } from './note-content.ts';
import { checkProjectFileSize, measureJsonBytes } from './file-size.ts';
import { addVariable, type Variables } from '../variables/variables.ts';
import { serializeProjectFile } from '../projects/project-file-format.ts';
import { createTestGraph, findPortId, serializeGraphFile } from './testing-graphs.ts';
import {
  editNodeRandomly,
  addRandomNodes,
  createSeededRandomInteger,
  connectRandomPorts,
} from './testing-random-edits.ts';

const getFileBytes = (graph: GraphDocument): number => {
  let bytes = 0;
  for (const chunk of serializeGraphFileInChunks(graph)) bytes += Buffer.byteLength(chunk);
  return bytes;
};

/** Returns the size that is counted for a graph, including its connections. */
const getCountedBytes = ({ bytes, connections }: GraphDocument): number => bytes + connections.size * 256;

it('the measured size of a value is that of its JSON, or slightly more', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      expect(measureJsonBytes(value)).toBeGreaterThanOrEqual(bytes);
      expect(measureJsonBytes(value)).toBeLessThanOrEqual(bytes * 2 + 2);
    }),
  );
});

describe('the measured size of a graph', () => {
  it.each([1, 2, 3])('is never less than the size of its file, after any edits (seed %i)', (seed) => {
    const randomInt = createSeededRandomInteger(seed);
    const { store, graph } = createTestGraph();
    for (let round = 0; round < 30; round += 1) {
      addRandomNodes(store, graph, randomInt, 5);
      const nodes = [...graph.nodes.values()];
      for (let edits = 0; edits < 10; edits += 1)
        editNodeRandomly(store, nodes[randomInt(nodes.length)]!, randomInt);
      connectRandomPorts(store, graph, nodes, randomInt);
      removeNode(store, nodes[randomInt(nodes.length)]!);
      const connections = graph.connections.values();
      if (connections.length > 0) disconnectPorts(connections[randomInt(connections.length)]!);
      const plan = {
        nodes: [{ tempId: 'a', category: 'Note', locationX: 0, locationY: 0 }],
        connections: [],
      };
      dryRunBuild(store, graph, plan);
      expect(getFileBytes(graph)).toBeLessThanOrEqual(getCountedBytes(graph));
      expect(getCountedBytes(graph)).toBeLessThan(getFileBytes(graph) * 4);
    }
    const text = serializeGraphFile(graph);
    const copy = copyGraph(store, graph, 'Copy', 'graphs/Copy.json');
    expect(getFileBytes(copy)).toBeLessThanOrEqual(getCountedBytes(copy));
    const currentNodes = getCountedBytes(graph);
    removeGraph(store, graph);
    const opened = openGraphFile(store, 'graphs/Test.json', text);
    expect(getCountedBytes(opened)).toBe(currentNodes);
    for (const node of opened.nodes.values()) removeNode(store, node);
    expect(getCountedBytes(opened)).toBe(getCountedBytes(addGraph(store, graph.name, 'x')) - 2 * (320 + 38));
  });

  it('includes long ids of a hand-written file', () => {
    const { store } = createTestGraph();
    const [firstId, secondId] = ['é'.repeat(500), '\n'.repeat(500)];
    const node = (id: string) => ({ id, category: 'Start', x: 0, y: 0 });
    const connection = { id: `${firstId}${secondId}`, from: [firstId, 'Out'], to: [secondId, 'In'] };
    const file = {
      ...{ format: 1, id: 'long', name: 'Long', theme: { colors: ['red'] } },
      nodes: [node(firstId), { ...node(secondId), category: 'LogConsole' }],
      connections: [connection],
    };
    const graph = openGraphFile(store, 'graphs/Long.json', JSON.stringify(file));
    expect(getFileBytes(graph)).toBeLessThanOrEqual(getCountedBytes(graph));
  });
});

describe('a graph near the size limit', () => {
  /** Creates a graph whose counted size is almost at the limit. */
  const nearlyFull = () => {
    const created = createTestGraph();
    const node = created.add('LogConsole');
    const note = created.add('Note');
    created.graph.bytes = maxProjectFileBytes - 5_000;
    return { ...created, node, note };
  };
  const text = '€'.repeat(2_000);
  const tooLarge = expect.objectContaining({
    code: 'INVALID_VALUE',
    reason: expect.stringContaining('more than 268435456 bytes'),
    details: expect.objectContaining({ limit: maxProjectFileBytes }),
  });
  const placement = { category: 'LogConsole', locationX: 0, locationY: 0, ports: { Message: text } };
  const planned = { ...placement, tempId: 'a' };

  it.each<[string, (created: ReturnType<typeof nearlyFull>) => unknown]>([
    ['a value', ({ store, node }) => writePort(store, findPortId(node, 'Message'), text)],
    ['a node', ({ store, graph }) => addNode(store, graph, placement)],
    [
      'several nodes that would fit one by one',
      ({ store, graph }) =>
        addNodes(store, graph, Array(20).fill({ category: 'Add', locationX: 0, locationY: 0 })),
    ],
    ['a note', ({ note }) => changeNoteContent(note, { text })],
  ])('rejects %s and stays unchanged', (_, edit) => {
    const created = nearlyFull();
    const before = [serializeGraphFile(created.graph), created.graph.bytes, created.store.nodes.size];
    expect(() => edit(created)).toThrow(tooLarge);
    expect([serializeGraphFile(created.graph), created.graph.bytes, created.store.nodes.size]).toEqual(
      before,
    );
  });

  it('rejects a build, and the errors name the node', () => {
    const { store, graph } = nearlyFull();
    const before = graph.bytes;
    expect(() => applyBuildPlan(store, graph, { nodes: [planned], connections: [] })).toThrow(
      expect.objectContaining({ code: 'INVALID_VALUE', details: expect.objectContaining({ index: 0 }) }),
    );
    const connections = Array(30).fill({ from: 'a/Out', to: 'b/In' });
    expect(() => applyBuildPlan(store, graph, { nodes: [], connections })).toThrow(tooLarge);
    expect(graph.bytes).toBe(before);
  });

  it('accepts an edit that makes it smaller, and then larger ones again', () => {
    const { store, graph, node } = nearlyFull();
    const id = findPortId(node, 'Message');
    writePort(store, id, '€'.repeat(1_000));
    expect(() => writePort(store, id, text)).toThrow(tooLarge);
    writePort(store, id, 'short');
    graph.bytes -= 5_000;
    writePort(store, id, text);
    expect(node.values.Message).toBe(text);
  });
});

const tooLargeError = expect.objectContaining({
  code: 'INVALID_VALUE',
  reason: expect.stringMatching(/^With '.+', project\.json would have more than 268435456 bytes/),
});

const createIds = () => {
  let last = 0;
  return () => {
    last += 1;
    return String(last);
  };
};

it('variables for which project.json has no room are rejected, whatever their text is', () => {
  const variables: Variables = new Map();
  const newId = createIds();
  const text = '€'.repeat(1_000_000);
  const add = (name: string, value: string) => addVariable(variables, newId, { name, type: 'String', value });
  for (let index = 0; index < 89; index += 1) add(`v${index}`, text);
  expect(() => add('one more', text)).toThrow(tooLargeError);
  expect(variables.size).toBe(89);
  const small = add('small', 'x');
  expect(() => checkProjectFileSize(variables, { ...small, value: text })).toThrow(tooLargeError);
  checkProjectFileSize(variables, { ...small, value: 'y' });
  checkProjectFileSize(variables, { ...variables.get('1')!, value: text });
});

it('values are measured as in project.json, with one item per line', () => {
  const variables: Variables = new Map();
  const newId = createIds();
  const value = JSON.parse(`${'['.repeat(60)}${Array(400_000).fill('1').join()}${']'.repeat(60)}`);
  const add = (name: string) => addVariable(variables, newId, { name, type: 'Generic', value });
  add('v1');
  const fitting = Math.floor(maxProjectFileBytes / serializeProjectFile(variables).length);
  const exceedLimit = (): void => {
    for (let number = 2; number <= fitting + 1; number += 1) add(`v${number}`);
  };
  expect(exceedLimit).toThrow(tooLargeError);
  expect(variables.size).toBeGreaterThan(1);
  expect(variables.size).toBeLessThanOrEqual(fitting);
});
