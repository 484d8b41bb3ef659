import { describe, expect, it } from 'vitest';
import { build } from './build.ts';
import { addNode, addNodes } from './add-nodes.ts';
import { connect, disconnect, moveNode, removeNode, setDisabled, setExpanded, writePort } from './edit.ts';
import { imageOf } from './image.ts';
import { changeNote } from './note.ts';
import { createTestGraph, portId } from './testing.ts';

const stage = () => {
  const { store, graph, add } = createTestGraph();
  const [sum, vector, log, note] = [add('Add'), add('MakeVector3'), add('LogConsole'), add('Note')];
  const start = [...graph.nodes.values()][0]!;
  return { store, graph, sum, vector, log, note, start, add };
};

type Stage = ReturnType<typeof stage>;
const at = { locationX: 7, locationY: 8 };

/** Every kind of edit, and whether the runtime would see it. */
const edits: Readonly<Record<string, readonly [(on: Stage) => void, seen: boolean]>> = {
  'adding a node': [({ store, graph }) => addNode(store, graph, { category: 'Add', ...at }), true],
  'adding a note': [({ store, graph }) => addNode(store, graph, { category: 'Note', ...at }), false],
  'adding several notes': [
    ({ store, graph }) => addNodes(store, graph, [{ category: 'Note', ...at }]),
    false,
  ],
  'removing a node': [({ store, sum }) => removeNode(store, sum), true],
  'removing a note': [({ store, note }) => removeNode(store, note), false],
  'moving a node': [({ sum }) => moveNode(sum, 40, 50), false],
  'changing a note': [({ note }) => changeNote(note, { text: 'Hi' }), false],
  'writing a value': [({ store, sum }) => writePort(store, portId(sum, 'A'), 4), true],
  'expanding a port': [({ store, vector }) => setExpanded(store, end(vector, 'Vector'), true), false],
  'disabling a port': [({ log }) => setDisabled(end(log, 'In'), true), true],
  wiring: [({ store, graph, start, log }) => connect(store, graph, outOf(start), portId(log, 'In')), true],
  building: [
    ({ store, graph }) =>
      build(store, graph, { nodes: [{ tempId: 'a', category: 'Add', ...at, ports: {} }], connections: [] }),
    true,
  ],
};

const end = (node: Stage['sum'], name: string) => ({ node, port: node.ports.find((p) => p.name === name)! });
const outOf = (node: Stage['start']): string =>
  portId(node, node.ports.find((p) => p.direction === 'output')!.name);

describe('what the runtime holds', () => {
  it.each(Object.entries(edits))('is told from the document after %s', (_, [edit, seen]) => {
    const on = stage();
    const { graph } = on;
    const before = { image: imageOf(graph), revision: graph.revision, imageRevision: graph.imageRevision };
    const handedOver = structuredClone(before.image);
    edit(on);
    expect(before.image).toEqual(handedOver);
    expect(graph.revision).toBe(before.revision + 1);
    expect(JSON.stringify(imageOf(graph)) !== JSON.stringify(before.image)).toBe(seen);
    expect(graph.imageRevision !== before.imageRevision).toBe(seen);
  });

  it('is not made stale by pressing a button, which overwrites nothing either', () => {
    const { store, graph, add } = stage();
    const button = add('ManualButton');
    const { revision, imageRevision } = graph;
    writePort(store, portId(button, 'Pressed', 'output'), true);
    expect({ revision: graph.revision, imageRevision: graph.imageRevision }).toEqual({
      revision,
      imageRevision,
    });
  });

  it('is told from the document after a wire is cut', () => {
    const { store, graph, start, log } = stage();
    const { connection } = connect(store, graph, outOf(start), portId(log, 'In'));
    const { imageRevision } = graph;
    disconnect(connection);
    expect(graph.imageRevision).toBe(imageRevision + 1);
  });
});
