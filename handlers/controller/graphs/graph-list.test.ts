import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldFileName } from '../projects/project-paths.ts';
import type { GraphDocument } from './graph-document.ts';
import { createEmptyGraph } from './graph-edits.ts';
import { GraphList } from './graph-list.ts';

const names = fc.constantFrom('Graph', 'Graph 1', 'Graph 2', 'Graph 3', 'Graph 02', 'Graph 1 1', 'Other 1');
const paths = fc.constantFrom(
  'a.json',
  'A.json',
  'b.json',
  'caf\u00e9.json',
  'cafe\u0301.json',
  'CAF\u00c9.json',
);
const ids = fc.constantFrom('1', '2', '3', '4', '5', '6');

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'add', 'delete', 'rename', 'rename one that is not there'),
    id: ids,
    name: names,
    path: paths,
  }),
  { maxLength: 60 },
);

/** Finds a graph by linear search. The test compares the list's results with those of this function. */
const findByPathLinearly = (graphs: readonly GraphDocument[], path: string): GraphDocument | undefined =>
  graphs.find((graph) => graph.path === path) ??
  graphs.find((graph) => foldFileName(graph.path) === foldFileName(path));

const findUnusedNumberLinearly = (
  graphs: readonly GraphDocument[],
  baseName: string,
  from: number,
): number => {
  let number = from;
  while (graphs.some(({ name }) => name === `${baseName} ${number}`)) number += 1;
  return number;
};

test('finds the same graphs by id, path and name as a linear search', () => {
  fc.assert(
    fc.property(steps, paths, (steps, path) => {
      const list = new GraphList();
      let graphs: GraphDocument[] = [];
      const withoutGraph = (id: string): GraphDocument[] => graphs.filter((graph) => graph.id !== id);
      for (const { kind, id, name, path: newPath } of steps) {
        const existing = list.get(id);
        if (kind === 'add' && !existing) {
          const graph = createEmptyGraph(id, name, newPath);
          list.add(graph);
          graphs.push(graph);
        } else if (kind === 'delete') {
          expect(list.delete(id)).toBe(existing !== undefined);
          graphs = withoutGraph(id);
        } else if (kind === 'rename' && existing) {
          list.rename(existing, name);
          expect(existing.name).toBe(name);
        } else if (kind === 'rename one that is not there') {
          list.rename(createEmptyGraph(id, 'Graph 1', newPath), name);
        }
        expect([...list.values()]).toEqual(graphs);
        expect([...list.keys()]).toEqual(graphs.map((graph) => graph.id));
        expect(list.size).toBe(graphs.length);
        expect(list.findByPath(path)).toBe(findByPathLinearly(graphs, path));
        for (const baseName of ['Graph', 'Graph 1', 'Other']) {
          for (const from of [1, 2, 3]) {
            expect(list.findUnusedNumber(baseName, from)).toBe(
              findUnusedNumberLinearly(graphs, baseName, from),
            );
          }
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('replaces a graph with the same id', () => {
  const list = new GraphList();
  list.add(createEmptyGraph('1', 'Graph 1', 'a.json'));
  const other = createEmptyGraph('1', 'Graph 2', 'b.json');
  list.add(other);
  expect([
    list.size,
    list.findByPath('a.json'),
    list.findByPath('b.json'),
    list.findUnusedNumber('Graph', 1),
  ]).toEqual([1, undefined, other, 1]);
});
