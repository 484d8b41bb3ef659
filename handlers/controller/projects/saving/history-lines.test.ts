import { expect, test } from 'vitest';
import { createHistory } from '../../graphs/history/edit-history.ts';
import { applySavedEntries } from './history-lines.ts';

const createEntry = (number: number, next: readonly number[]) => ({
  step: [number, '', 'setPortValue', 0, number],
  records: [{ next }],
});

const createLine = (entries: readonly object[]) => ({ epoch: 'e', first: 1, revision: 3, entries });

const values = [
  ['n1', 'A', 10],
  ['n2', 'A', 20],
  ['n2', 'B', 30],
] as const;
const items = { nodes: [], connections: [], values };

const listRecords = (history: ReturnType<typeof createHistory>) =>
  history.steps.map(({ records }) => records.map((record) => ({ ...record })));

test('entries refer to the values of their line in order', () => {
  const history = createHistory();
  expect(applySavedEntries(history, createLine([createEntry(1, [1]), createEntry(2, [2, 3])]), items)).toBe(
    3,
  );
  expect(listRecords(history)).toEqual([
    [{ kind: 'value', nodeId: 'n1', name: 'A', before: 1, after: 10 }],
    [
      { kind: 'value', nodeId: 'n2', name: 'A', before: 2, after: undefined },
      { kind: 'value', nodeId: 'n2', name: 'B', before: 3, after: undefined },
    ],
  ]);
});

test('an entry that is known already counts, although it is not applied again', () => {
  const history = { ...createHistory(), epoch: 'e', entryCount: 1 };
  applySavedEntries(history, createLine([createEntry(1, [1]), createEntry(2, [2])]), items);
  expect(listRecords(history)).toEqual([[{ kind: 'value', nodeId: 'n2', name: 'A', before: 2, after: 20 }]]);
});

test('entries that refer to more values than their line contains clear the history', () => {
  const history = createHistory();
  const line = createLine([createEntry(1, [1, 2]), createEntry(2, [3, 4])]);
  expect(applySavedEntries(history, line, items)).toBeUndefined();
  expect(history).toEqual(createHistory());
});
