import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { ignoreApiError, addRandomNodes, createSeededRandomInteger } from './testing-random-edits.ts';
import { coercePortValue } from './graph-edits.ts';
import { setValue, isWritablePort, getPortId } from './graph-document.ts';
import { stringifyConnection, stringifyNode } from './record-json.ts';
import { toConnectionRecord, toNodeRecord } from './graph-records.ts';
import { createTestGraph } from './testing-graphs.ts';

test('serializes a node of each type like its record', () => {
  const { store, add } = createTestGraph();
  for (const { enumValue } of nodeTypes) {
    const node = add(enumValue);
    node.locationX = -0;
    node.locationY = 1e21;
    expect(stringifyNode(store, node)).toBe(JSON.stringify(toNodeRecord(store, node)));
  }
});

test('serializes any port value like its record', () => {
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ud800', 'a\udfff"', '\u2028\u0000\u001f\\"', '__proto__'),
    fc.double(),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...nodeTypes), fc.infiniteStream(values), ({ enumValue }, randomValues) => {
      const { store, add } = createTestGraph();
      const node = add(enumValue);
      for (const port of node.ports.filter(isWritablePort)) {
        if (port.direction === 'output') continue;
        ignoreApiError(() =>
          setValue(node, port, coercePortValue(store, { node, port }, randomValues.next().value)),
        );
      }
      expect(stringifyNode(store, node)).toBe(JSON.stringify(toNodeRecord(store, node)));
    }),
    { numRuns: 2000 },
  );
});

test('serializes graphs with connections, expanded and disabled ports like their records, even while they run', () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, runs) => {
      const { store, graph } = createTestGraph();
      addRandomNodes(store, graph, createSeededRandomInteger(seed), 8);
      const [node] = graph.nodes.values();
      const port = node?.ports.find(({ direction }) => direction === 'output');
      if (runs && node && port) graph.live.set(getPortId(node.id, port), 'live');
      for (const each of graph.nodes.values())
        expect(stringifyNode(store, each)).toBe(JSON.stringify(toNodeRecord(store, each)));
      for (const connection of graph.connections.values())
        expect(stringifyConnection(connection)).toBe(JSON.stringify(toConnectionRecord(connection)));
    }),
    { numRuns: 300 },
  );
});
