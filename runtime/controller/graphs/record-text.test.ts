import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeTypes } from '../../nodes/index.ts';
import { attempt, fillGraph, seededRoll } from './testing-random.ts';
import { coerceFor } from './edit.ts';
import { holdValue, isWritable, portIdOf } from './document.ts';
import { connectionText, nodeText } from './record-text.ts';
import { connectionRecord, nodeRecord } from './records.ts';
import { createTestGraph } from './testing.ts';

test('a node of each type is written as its record is', () => {
  const { store, add } = createTestGraph();
  for (const { enumValue } of nodeTypes) {
    const node = add(enumValue);
    node.locationX = -0;
    node.locationY = 1e21;
    expect(nodeText(store, node)).toBe(JSON.stringify(nodeRecord(store, node)));
  }
});

test('whatever a port holds is written as its record has it', () => {
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ud800', 'a\udfff"', '\u2028\u0000\u001f\\"', '__proto__'),
    fc.double(),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...nodeTypes), fc.infiniteStream(values), ({ enumValue }, drawn) => {
      const { store, add } = createTestGraph();
      const node = add(enumValue);
      for (const port of node.ports.filter(isWritable)) {
        if (port.direction === 'output') continue;
        attempt(() => holdValue(node, port, coerceFor(store, { node, port }, drawn.next().value)));
      }
      expect(nodeText(store, node)).toBe(JSON.stringify(nodeRecord(store, node)));
    }),
    { numRuns: 2000 },
  );
});

test('graphs with wires, expanded and disabled ports are written as their records are, while they run too', () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, runs) => {
      const { store, graph } = createTestGraph();
      fillGraph(store, graph, seededRoll(seed), 8);
      const [node] = graph.nodes.values();
      const port = node?.ports.find(({ direction }) => direction === 'output');
      if (runs && node && port) graph.live.set(portIdOf(node.id, port), 'live');
      for (const each of graph.nodes.values())
        expect(nodeText(store, each)).toBe(JSON.stringify(nodeRecord(store, each)));
      for (const wire of graph.connections.values())
        expect(connectionText(wire)).toBe(JSON.stringify(connectionRecord(wire)));
    }),
    { numRuns: 300 },
  );
});
