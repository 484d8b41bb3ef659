import { expect, it } from 'vitest';
import { openPageStorage } from '../session/page-storage.ts';
import { findLastOpenedGraph, rememberOpenedGraph } from './opened-graphs.ts';

/** Creates a storage that lasts as long as the test. */
const createStorage = () =>
  openPageStorage(() => {
    throw new Error('Access is denied.');
  });

const toGraphs = (...ids: string[]) => ids.map((id) => ({ id }));

it('finds the graph of a project that was opened last and still exists', () => {
  const storage = createStorage();
  expect(findLastOpenedGraph(storage, toGraphs('a', 'b'))).toBeUndefined();
  for (const id of ['a', 'b', 'c', 'other project', 'b']) rememberOpenedGraph(storage, id);
  expect(findLastOpenedGraph(storage, toGraphs('a', 'b', 'c'))?.id).toBe('b');
  expect(findLastOpenedGraph(storage, toGraphs('a', 'c'))?.id).toBe('c');
  expect(findLastOpenedGraph(storage, toGraphs('other project'))?.id).toBe('other project');
});

it('forgets graphs that were opened long ago', () => {
  const storage = createStorage();
  for (let number = 0; number < 60; number += 1) rememberOpenedGraph(storage, String(number));
  expect(findLastOpenedGraph(storage, toGraphs('9'))).toBeUndefined();
  expect(findLastOpenedGraph(storage, toGraphs('10'))?.id).toBe('10');
});
