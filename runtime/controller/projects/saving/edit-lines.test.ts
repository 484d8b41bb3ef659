import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearChanges, touchAll } from '../../graphs/changes.ts';
import { removeNode } from '../../graphs/edit.ts';
import { createTestGraph } from '../../graphs/testing.ts';
import { fillGraph, seededRoll } from '../../graphs/testing-random.ts';
import { graphToFile } from '../graph-file.ts';
import { openGraphFile } from '../open-graph.ts';
import { printGraphFile } from '../graph-file-text.ts';
import { EditLine, graphLine, type GraphLine } from './edit-lines.ts';
import { withEdits } from './recovered-edits.ts';
import type { GraphDocument } from '../../graphs/document.ts';

const introduction = { path: 'graphs/Test.json', base: null };

const lineOf = (graph: GraphDocument, about: typeof introduction | undefined): GraphLine => {
  const text = graphLine(graph, graph.changes, about);
  expect(text.match(/\n/g)).toHaveLength(1);
  return EditLine.parse(JSON.parse(text)) as GraphLine;
};

/** What the lines of a graph come to, put upon what its file said before. */
const recovered = (graph: GraphDocument, content: unknown, line: GraphLine): unknown =>
  withEdits(graph.id, content, { path: graph.path, prints: new Set(), lines: [line] });

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Ids as somebody may write them by hand. */
const odd = (id: string): string => `a "quoted"\n\\ é\u2028 ${id}`;

/** A random graph as its file opens; with odd ids, if so. */
const randomGraph = (seed: number, isOdd: boolean) => {
  const { store, graph } = createTestGraph();
  fillGraph(store, graph, seededRoll(seed), 8);
  let text = printGraphFile(graph);
  if (isOdd) {
    const named = [...graph.nodes.keys(), ...graph.connections.keys()];
    for (const id of named) text = text.replaceAll(id, JSON.stringify(odd(id)).slice(1, -1));
  }
  const opened = createTestGraph();
  return { store: opened.store, graph: openGraphFile(opened.store, 'graphs/Other.json', text) };
};

test('a line about all of a graph comes to what its file says', () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, isOdd) => {
      const { graph } = randomGraph(seed, isOdd);
      touchAll(graph);
      const line = lineOf(graph, introduction);
      expect(line).toMatchObject(introduction);
      expect(recovered(graph, undefined, line)).toEqual(asJson(graphToFile(graph)));
    }),
    { numRuns: 200 },
  );
});

test('a line about some of a graph, and what is gone, comes to the same upon its file', () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, isOdd) => {
      const { store, graph } = randomGraph(seed, isOdd);
      const before = asJson(graphToFile(graph));
      clearChanges(graph);
      const [first, second] = graph.nodes.values();
      if (first) removeNode(store, first);
      if (second) fillGraph(store, graph, seededRoll(seed + 1), 2);
      const line = lineOf(graph, undefined);
      const after = asJson(graphToFile(graph)) as ReturnType<typeof graphToFile>;
      const whole = recovered(graph, before, line) as ReturnType<typeof graphToFile>;
      expect(byId(whole.nodes)).toEqual(byId(after.nodes));
      expect(byId(whole.connections)).toEqual(byId(after.connections));
    }),
    { numRuns: 200 },
  );
});

const byId = <T extends { readonly id: string }>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((each) => [each.id, each]));
