import { describe, expect, it } from 'vitest';
import { applyBuildPlan } from './build-graph.ts';
import { addNode, addNodes } from './add-nodes.ts';
import {
  connectPorts,
  disconnectPorts,
  moveNode,
  removeNode,
  setPortDisabled,
  setPortExpanded,
  writePort,
} from './graph-edits.ts';
import { createGraphSnapshot } from './graph-snapshot.ts';
import { changeNoteContent } from './note-content.ts';
import { createTestGraph, findPortId } from './testing-graphs.ts';

const createTestController = () => {
  const { store, graph, add } = createTestGraph();
  const [sum, vector, log, note] = [add('Add'), add('MakeVector3'), add('LogConsole'), add('Note')];
  const start = [...graph.nodes.values()][0]!;
  return { store, graph, sum, vector, log, note, start, add };
};

type TestRuntime = ReturnType<typeof createTestController>;
const position = { locationX: 7, locationY: 8 };

/** Every kind of edit, each with a flag that indicates whether the edit affects execution. */
const edits: Readonly<Record<string, readonly [(context: TestRuntime) => void, seen: boolean]>> = {
  'adding a node': [({ store, graph }) => addNode(store, graph, { category: 'Add', ...position }), true],
  'adding a note': [({ store, graph }) => addNode(store, graph, { category: 'Note', ...position }), false],
  'adding several notes': [
    ({ store, graph }) => addNodes(store, graph, [{ category: 'Note', ...position }]),
    false,
  ],
  'removing a node': [({ store, sum }) => removeNode(store, sum), true],
  'removing a note': [({ store, note }) => removeNode(store, note), false],
  'moving a node': [({ sum }) => moveNode(sum, 40, 50), false],
  'changing a note': [({ note }) => changeNoteContent(note, { text: 'Hi' }), false],
  'writing a value': [({ store, sum }) => writePort(store, findPortId(sum, 'A'), 4), true],
  'expanding a port': [
    ({ store, vector }) => setPortExpanded(store, findPortEnd(vector, 'Vector'), true),
    false,
  ],
  'disabling a port': [({ log }) => setPortDisabled(findPortEnd(log, 'In'), true), true],
  wiring: [
    ({ store, graph, start, log }) => connectPorts(store, graph, findOutput(start), findPortId(log, 'In')),
    true,
  ],
  building: [
    ({ store, graph }) =>
      applyBuildPlan(store, graph, {
        nodes: [{ tempId: 'a', category: 'Add', ...position, ports: {} }],
        connections: [],
      }),
    true,
  ],
};

const findPortEnd = (node: TestRuntime['sum'], name: string) => ({
  node,
  port: node.ports.find((p) => p.name === name)!,
});
const findOutput = (node: TestRuntime['start']): string =>
  findPortId(node, node.ports.find((p) => p.direction === 'output')!.name);

describe('the version in the runtime', () => {
  it.each(Object.entries(edits))('is compared correctly after %s', (_, [edit, affectsExecution]) => {
    const context = createTestController();
    const { graph } = context;
    const before = {
      image: createGraphSnapshot(graph),
      revision: graph.revision,
      imageRevision: graph.imageRevision,
    };
    const imageCopy = structuredClone(before.image);
    edit(context);
    expect(before.image).toEqual(imageCopy);
    expect(graph.revision).toBe(before.revision + 1);
    expect(JSON.stringify(createGraphSnapshot(graph)) !== JSON.stringify(before.image)).toBe(
      affectsExecution,
    );
    expect(graph.imageRevision !== before.imageRevision).toBe(affectsExecution);
  });

  it('stays current when a button is pressed, because that is not an edit', () => {
    const { store, graph, add } = createTestController();
    const button = add('ManualButton');
    const { revision, imageRevision } = graph;
    writePort(store, findPortId(button, 'Pressed', 'output'), true);
    expect({ revision: graph.revision, imageRevision: graph.imageRevision }).toEqual({
      revision,
      imageRevision,
    });
  });

  it('is outdated after a connection is removed', () => {
    const { store, graph, start, log } = createTestController();
    const { connection } = connectPorts(store, graph, findOutput(start), findPortId(log, 'In'));
    const { imageRevision } = graph;
    disconnectPorts(connection);
    expect(graph.imageRevision).toBe(imageRevision + 1);
  });
});
