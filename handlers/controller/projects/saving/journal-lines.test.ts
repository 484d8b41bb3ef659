import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearChanges, markAllChanged } from '../../graphs/change-tracking.ts';
import { removeNode } from '../../graphs/graph-edits.ts';
import { createTestGraph, serializeGraphFile } from '../../graphs/testing-graphs.ts';
import { addRandomNodes, createSeededRandomInteger } from '../../graphs/testing-random-edits.ts';
import { toGraphFile } from '../graph-file-format.ts';
import { openGraphFile } from '../open-graph.ts';
import { createGraphLine, type GraphChangeLine, JournalLine } from './journal-lines.ts';
import { applyEdits } from './recover-edits.ts';
import type { GraphDocument } from '../../graphs/graph-document.ts';

const introduction = { path: 'graphs/Test.json', base: null };

const parseGraphLine = (
  graph: GraphDocument,
  graphIntroduction: typeof introduction | undefined,
): GraphChangeLine => {
  const text = createGraphLine(graph, graph.changes, graphIntroduction);
  expect(text.match(/\n/g)).toHaveLength(1);
  return JournalLine.parse(JSON.parse(text)) as GraphChangeLine;
};

/** Applies a journal line to the content of a file. */
const applyLine = (graph: GraphDocument, content: unknown, line: GraphChangeLine): unknown =>
  applyEdits(graph.id, content, { path: graph.path, hashes: new Set(), lines: [line] }).content;

const toPlainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Creates an id with characters that must be escaped in JSON. */
const createOddId = (id: string): string => `a "quoted"\n\\ é\u2028 ${id}`;

/** Opens a random graph from its file, optionally with unusual ids. */
const randomGraph = (seed: number, hasUnusualId: boolean) => {
  const { store, graph } = createTestGraph();
  addRandomNodes(store, graph, createSeededRandomInteger(seed), 8);
  let text = serializeGraphFile(graph);
  if (hasUnusualId) {
    const ids = [...graph.nodes.keys(), ...graph.connections.keys()];
    for (const id of ids) text = text.replaceAll(id, JSON.stringify(createOddId(id)).slice(1, -1));
  }
  const opened = createTestGraph();
  return { store: opened.store, graph: openGraphFile(opened.store, 'graphs/Other.json', text) };
};

test('a line with a complete graph results in the same content as its file', () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, hasUnusualId) => {
      const { graph } = randomGraph(seed, hasUnusualId);
      markAllChanged(graph);
      const line = parseGraphLine(graph, introduction);
      expect(line).toMatchObject(introduction);
      expect(applyLine(graph, undefined, line)).toEqual(toPlainJson(toGraphFile(graph)));
    }),
    { numRuns: 200 },
  );
});

test('a line with changes, applied to the old file, results in the same content as the new file', () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, hasUnusualId) => {
      const { store, graph } = randomGraph(seed, hasUnusualId);
      const before = toPlainJson(toGraphFile(graph));
      clearChanges(graph);
      const [first, second] = graph.nodes.values();
      if (first) removeNode(store, first);
      if (second) addRandomNodes(store, graph, createSeededRandomInteger(seed + 1), 2);
      const line = parseGraphLine(graph, undefined);
      const after = toPlainJson(toGraphFile(graph)) as ReturnType<typeof toGraphFile>;
      const applied = applyLine(graph, before, line) as ReturnType<typeof toGraphFile>;
      expect(sortById(applied.nodes)).toEqual(sortById(after.nodes));
      expect(sortById(applied.connections)).toEqual(sortById(after.connections));
    }),
    { numRuns: 200 },
  );
});

const sortById = <T extends { readonly id: string }>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((item) => [item.id, item]));
