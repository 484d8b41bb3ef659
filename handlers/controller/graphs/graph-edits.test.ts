import { describe, expect, it } from 'vitest';
import type { NodeType } from '#spec/node-type.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { applyBuildPlan } from './build-graph.ts';
import { toPortRecord } from './graph-records.ts';
import { addNodes } from './add-nodes.ts';
import { connectPorts, setPortExpanded, writePort } from './graph-edits.ts';
import { type NodeDocument, getPortByName } from './graph-document.ts';
import { requirePortEnd } from './graph-store.ts';
import { openGraphFile } from '../projects/open-graph.ts';
import { createTestGraph, findPortId, takeGraphSnapshot, serializeGraphFile } from './testing-graphs.ts';

describe('connecting ports', () => {
  it('replaces the connection of a data input, and returns the replaced one', () => {
    const { store, graph, add } = createTestGraph();
    const [a, b, sum] = [add('Add'), add('Add'), add('Multiply')];
    const first = connectPorts(store, graph, findPortId(a, 'Result'), findPortId(sum, 'A'));
    const second = connectPorts(store, graph, findPortId(b, 'Result'), findPortId(sum, 'A'));
    expect(second.replaced).toBe(first.connection);
    expect([...graph.connections.keys()]).toEqual([second.connection.id]);
  });

  it('allows many connections to a trigger input', () => {
    const { store, graph, add } = createTestGraph();
    const [branch, log] = [add('Branch'), add('LogConsole')];
    connectPorts(store, graph, findPortId(branch, 'True'), findPortId(log, 'In'));
    connectPorts(store, graph, findPortId(branch, 'False'), findPortId(log, 'In'));
    expect(graph.connections.size).toBe(2);
  });

  it('rejects a duplicate connection and keeps the first', () => {
    const { store, graph, add } = createTestGraph();
    const [a, b] = [add('Add'), add('Add')];
    connectPorts(store, graph, findPortId(a, 'Result'), findPortId(b, 'A'));
    expect(() => connectPorts(store, graph, findPortId(a, 'Result'), findPortId(b, 'A'))).toThrow(
      expect.objectContaining({ code: 'DUPLICATE_CONNECTION' }),
    );
    expect(graph.connections.size).toBe(1);
  });

  it('rejects a cycle of pure nodes, but allows one with an impure node', () => {
    const { store, graph, add } = createTestGraph();
    const [a, b, increment] = [add('Add'), add('Add'), add('IncrementVariable')];
    connectPorts(store, graph, findPortId(a, 'Result'), findPortId(b, 'A'));
    expect(() => connectPorts(store, graph, findPortId(b, 'Result'), findPortId(a, 'A'))).toThrow(
      expect.objectContaining({ code: 'CYCLIC_CONNECTION' }),
    );
    connectPorts(store, graph, findPortId(b, 'Result'), findPortId(increment, 'Amount'));
    connectPorts(store, graph, findPortId(increment, 'Value'), findPortId(a, 'A'));
    expect(graph.connections.size).toBe(3);
  });

  it('rejects a connection from an input to an output', () => {
    const { store, graph, add } = createTestGraph();
    const [a, b] = [add('Add'), add('Add')];
    expect(() => connectPorts(store, graph, findPortId(b, 'A'), findPortId(a, 'Result'))).toThrow(
      expect.objectContaining({ code: 'INCOMPATIBLE_TYPES' }),
    );
  });
});

describe('a write that changes the ports of a node', () => {
  it('adds and removes ports, and removes the connections of removed ports', () => {
    const { store, graph, add } = createTestGraph();
    const [sequence, log] = [add('Sequence'), add('LogConsole')];
    expect(writePort(store, findPortId(sequence, 'Count'), 6).portsChanged).toBe(true);
    const { connection } = connectPorts(store, graph, findPortId(sequence, 'Then5'), findPortId(log, 'In'));
    const shrunk = writePort(store, findPortId(sequence, 'Count'), 2);
    expect(shrunk.removedConnections).toEqual([connection]);
    expect(sequence.ports.filter((p) => p.direction === 'output').map((p) => p.name)).toEqual([
      'Then0',
      'Then1',
    ]);
    expect(graph.connections.size).toBe(0);
  });
});

describe('a build', () => {
  const add = (tempId: string, ports = {}) => ({
    tempId,
    category: 'Add',
    locationX: 0,
    locationY: 0,
    ports,
  });

  it('creates nodes with values and connections between new and existing nodes', () => {
    const { store, graph, add: addTestNode } = createTestGraph();
    const existing = addTestNode('Multiply');
    const built = applyBuildPlan(store, graph, {
      nodes: [add('a', { A: 2, B: '3' }), { ...add('v'), category: 'sequence', ports: { Count: 5 } }],
      connections: [{ from: 'a/Result', to: `${existing.id}/A` }],
    });
    expect(built.nodes.get('a')?.values).toEqual({ A: 2, B: 3 });
    expect(built.nodes.get('v')?.ports.map((p) => p.name)).toContain('Then4');
    expect(graph.connections.size).toBe(1);
  });

  it.each([
    ['an unknown type', { nodes: [add('x'), { ...add('y'), category: 'Nonsense' }], connections: [] }, 1],
    ['a bad value', { nodes: [add('x'), add('y'), add('z', { A: 'many' })], connections: [] }, 2],
    ['an unknown port', { nodes: [add('x', { Nope: 1 })], connections: [] }, 0],
    ['a name used twice', { nodes: [add('x'), add('x')], connections: [] }, 1],
    ['an unknown end', { nodes: [add('x')], connections: [{ from: 'x/Result', to: 'nobody/A' }] }, 0],
    ['an end without a port', { nodes: [add('x')], connections: [{ from: 'x', to: 'x/A' }] }, 0],
    [
      'a connection that closes a cycle',
      {
        nodes: [add('x'), add('y')],
        connections: [
          { from: 'x/Result', to: 'old/A' },
          { from: 'x/Result', to: 'y/A' },
          { from: 'y/Result', to: 'x/A' },
        ],
      },
      2,
    ],
    [
      'a duplicate after replaced connections',
      {
        nodes: [add('x'), add('y')],
        connections: [
          { from: 'x/Result', to: 'old/A' },
          { from: 'y/Result', to: 'old/B' },
          { from: 'y/Result', to: 'old/B' },
        ],
      },
      2,
    ],
    [
      'two connections to an input that was connected before',
      {
        nodes: [add('x'), add('y')],
        connections: [
          { from: 'x/Result', to: 'old/B' },
          { from: 'x/Result', to: 'old/A' },
          { from: 'y/Result', to: 'old/A' },
        ],
      },
      2,
    ],
    [
      'two connections to an input of a new node',
      {
        nodes: [add('x'), add('y')],
        connections: [
          { from: 'x/Result', to: 'y/A' },
          { from: 'source/Result', to: 'y/A' },
        ],
      },
      1,
    ],
    [
      'a failure after a new connection shared its output with a replaced one',
      {
        nodes: [add('x')],
        connections: [
          { from: 'source/Result', to: 'x/A' },
          { from: 'x/Result', to: 'old/A' },
          { from: 'x/Result', to: 'nobody/A' },
        ],
      },
      2,
    ],
  ])('leaves the graph unchanged after %s, and names the index', (_, plan, index) => {
    const { store, graph, add: addTestNode } = createTestGraph();
    const [source, other, old] = [addTestNode('Add'), addTestNode('Add'), addTestNode('Add')];
    connectPorts(store, graph, findPortId(source, 'Result'), findPortId(old, 'A'));
    connectPorts(store, graph, findPortId(other, 'Result'), findPortId(old, 'B'));
    const before = takeGraphSnapshot(store, graph);
    const connections = plan.connections.map(({ from, to }) => ({
      from: from.replace('source', source.id),
      to: to.replace('old', old.id),
    }));
    expect(() => applyBuildPlan(store, graph, { ...plan, connections })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ index }) }),
    );
    expect(takeGraphSnapshot(store, graph)).toEqual(before);
  });
});

describe('connection ends in a build', () => {
  const at = { locationX: 0, locationY: 0 };

  it('may share a trigger input, and replace an earlier connection', () => {
    const { store, graph, add } = createTestGraph();
    const [source, old, log] = [add('Add'), add('Add'), add('LogConsole')];
    const { connection } = connectPorts(store, graph, findPortId(source, 'Result'), findPortId(old, 'A'));
    const built = applyBuildPlan(store, graph, {
      nodes: [
        { tempId: 'x', category: 'Add', ...at },
        { tempId: 's', category: 'Sequence', ...at },
      ],
      connections: [
        { from: 's/Then0', to: `${log.id}/In` },
        { from: 's/Then1', to: `${log.id}/In` },
        { from: 'x/Result', to: `${old.id}/A` },
      ],
    });
    expect(built.replaced).toEqual([connection]);
    expect([...graph.connections.values()]).toEqual(built.connections);
  });

  it('are named by temporary ids with or without slashes', () => {
    const { store, graph } = createTestGraph();
    const built = applyBuildPlan(store, graph, {
      nodes: [
        { tempId: 'sums/first', category: 'Add', ...at },
        { tempId: '', category: 'Add', ...at },
      ],
      connections: [{ from: 'sums/first/Result', to: '/A' }],
    });
    expect(built.connections.map(({ from, to }) => [from.node, to.node])).toEqual([
      [built.nodes.get('sums/first'), built.nodes.get('')],
    ]);
    const invalidPlan = {
      nodes: [{ tempId: 'x', category: 'Add', ...at }],
      connections: [{ from: 'x/Result', to: 'A' }],
    };
    expect(() => applyBuildPlan(store, graph, invalidPlan)).toThrow(
      expect.objectContaining({ code: 'NODE_NOT_FOUND' }),
    );
  });

  it('are unambiguous, because no port has a slash in its name', () => {
    const names = nodeTypes.flatMap(({ ports }) => ports.map(({ name }) => name));
    expect(names.filter((name) => name.includes('/'))).toEqual([]);
  });
});

describe('bulk creation', () => {
  it('writes the values that determine ports first, and creates nothing when one is invalid', () => {
    const { store, graph } = createTestGraph();
    const at = { locationX: 0, locationY: 0 };
    const placements = [
      { category: 'Add', ...at, ports: { A: '2' } },
      { category: 'Switch', ...at, ports: { Case5: 'five', Count: 6 } },
    ];
    const nodes = addNodes(store, graph, placements);
    expect(nodes.map(({ values }) => values)).toEqual([{ A: 2 }, { Case5: 'five', Count: 6 }]);
    const before = takeGraphSnapshot(store, graph);
    const invalidPlacement = { category: 'Add', ...at, ports: { A: 'many' } };
    expect(() => addNodes(store, graph, [...placements, invalidPlacement])).toThrow(
      expect.objectContaining({ code: 'INVALID_VALUE', details: expect.objectContaining({ index: 2 }) }),
    );
    expect(takeGraphSnapshot(store, graph)).toEqual(before);
  });

  it('creates nothing when one placement fails', () => {
    const { store, graph } = createTestGraph();
    const before = takeGraphSnapshot(store, graph);
    const at = { locationX: 0, locationY: 0 };
    expect(() =>
      addNodes(store, graph, [
        { category: 'Add', ...at },
        { category: 'Nope', ...at },
      ]),
    ).toThrow(
      expect.objectContaining({
        code: 'NODE_TYPE_NOT_FOUND',
        details: expect.objectContaining({ index: 1 }),
      }),
    );
    expect(takeGraphSnapshot(store, graph)).toEqual(before);
  });
});

describe('a graph file', () => {
  it('opens as the graph that was saved, including order and ids', () => {
    const { store, graph, add } = createTestGraph();
    const [sequence, log, sum] = [add('Sequence'), add('LogConsole'), add('Add')];
    writePort(store, findPortId(sequence, 'Count'), 5);
    writePort(store, findPortId(log, 'Message'), 'two\nlines');
    writePort(store, findPortId(sum, 'A'), 1.5);
    connectPorts(store, graph, findPortId(sequence, 'Then4'), findPortId(log, 'In'));
    const other = createTestGraph();
    const opened = openGraphFile(other.store, graph.path, serializeGraphFile(graph));
    expect(serializeGraphFile(opened)).toBe(serializeGraphFile(graph));
    expect(opened.nodes.get(sequence.id)?.ports.map((p) => p.name)).toContain('Then4');
  });

  it('opens nothing when it is damaged', () => {
    const { graph } = createTestGraph();
    const text = serializeGraphFile(graph).replace('"OnNewFrame"', '7');
    const other = createTestGraph();
    const before = takeGraphSnapshot(other.store, other.graph);
    expect(() => openGraphFile(other.store, graph.path, text)).toThrow("'category' as strings");
    expect(takeGraphSnapshot(other.store, other.graph)).toEqual(before);
  });
});

describe('a value in a graph file', () => {
  /** Opens a graph whose file contains the given value for port `A` of a DotProduct node, and returns the node. */
  const opened = (written: unknown) => {
    const { store, graph, add } = createTestGraph();
    const node = add('DotProduct');
    writePort(store, findPortId(node, 'A'), 7);
    const text = serializeGraphFile(graph).replace('{"x":7,"y":7,"z":7}', JSON.stringify(written));
    return openGraphFile(createTestGraph().store, graph.path, text).nodes.get(node.id)!;
  };

  it('may have any form that a write accepts', () => {
    expect(opened([1, 2, 3]).values).toEqual({ A: { x: 1, y: 2, z: 3 } });
  });

  it('falls back to the default when it has another form', () => {
    expect(opened('up').values).toEqual({});
  });
});

describe('a sensitive port', () => {
  const secretNodeType: NodeType = {
    enumValue: 'Vault',
    category: 'Test',
    kind: 'flow',
    description: 'Holds a secret',
    ports: [{ name: 'Secret', type: 'String', direction: 'input', isSensitive: true }],
  };

  it.each([
    [false, null],
    [true, 'hush'],
  ])('with exposure %s reads as %j after a write', (exposes, value) => {
    const { store, add } = createTestGraph({ types: [...nodeTypes, secretNodeType], exposes });
    const node = add('Vault');
    const readSecretPort = () => toPortRecord(store, node, node.ports[0]!);
    expect(readSecretPort()).toMatchObject({ isSensitive: true, hasValue: false });
    writePort(store, findPortId(node, 'Secret'), 'hush');
    expect(readSecretPort()).toMatchObject({ isSensitive: true, hasValue: true, value });
  });
});

describe('an expanded port', () => {
  const names = (node: NodeDocument): string[] => node.ports.map(({ name }) => name);

  it('lists its sub-ports after it, and hides them again', () => {
    const { store, graph, add } = createTestGraph();
    const node = add('VectorLength');
    const [initialNames, end] = [names(node), { node, port: node.ports[0]! }];
    setPortExpanded(store, end, true);
    expect(names(node)).toEqual(['Vector', 'Vector.X', 'Vector.Y', 'Vector.Z', 'Length']);
    expect(toPortRecord(store, node, node.ports[1]!)).toMatchObject({
      type: 'Float',
      isExpandedChild: true,
      parentPortId: findPortId(node, 'Vector'),
    });
    const { revision } = graph;
    setPortExpanded(store, end, true);
    expect(graph.revision).toBe(revision);
    setPortExpanded(store, end, false);
    expect(names(node)).toEqual(initialNames);
    expect(() => requirePortEnd(store, `${node.id}.in.Vector.X`)).toThrow(
      expect.objectContaining({ code: 'PORT_NOT_FOUND' }),
    );
  });

  it('has the same value as its sub-ports, whichever was written', () => {
    const { store, add } = createTestGraph();
    const node = add('SplitColor');
    setPortExpanded(store, { node, port: node.ports[0]! }, true);
    writePort(store, findPortId(node, 'Color'), [0.1, 0.2, 0.3]);
    expect(toPortRecord(store, node, getPortByName(node, 'Color.G'))).toMatchObject({ value: 0.2 });
    writePort(store, findPortId(node, 'Color.A'), '0.5');
    expect(toPortRecord(store, node, getPortByName(node, 'Color'))).toMatchObject({
      value: { r: 0.1, g: 0.2, b: 0.3, a: 0.5 },
    });
  });

  it('keeps the connections of its sub-ports when it is collapsed, saved and opened', () => {
    const { store, graph, add } = createTestGraph();
    const [node, sum] = [add('VectorLength'), add('Add')];
    setPortExpanded(store, { node, port: node.ports[0]! }, true);
    const { connection } = connectPorts(
      store,
      graph,
      findPortId(sum, 'Result'),
      findPortId(node, 'Vector.Y'),
    );
    setPortExpanded(store, { node, port: node.ports[0]! }, false);
    expect(requirePortEnd(store, `${node.id}.in.Vector.Y`).port.type).toBe('Float');
    const opened = openGraphFile(createTestGraph().store, graph.path, serializeGraphFile(graph));
    expect(serializeGraphFile(opened)).toBe(serializeGraphFile(graph));
    setPortExpanded(store, { node, port: node.ports[0]! }, true);
    expect([...graph.connections.values()]).toEqual([connection]);
  });

  it('has to be a Vector or Color port', () => {
    const { store, add } = createTestGraph();
    const node = add('Add');
    expect(() => setPortExpanded(store, { node, port: node.ports[0]! }, true)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST' }),
    );
  });
});
