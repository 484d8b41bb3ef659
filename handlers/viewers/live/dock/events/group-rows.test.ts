import { expect, it } from 'vitest';
import { outsideGraphs } from './event-feed.ts';
import { groupRows } from './group-rows.ts';
import type { EventLogRow } from './event-log-store.ts';

const toRow = (key: number, graphId: string): EventLogRow => ({ key, graphId, sentence: [], times: 1 });
const graphs = [
  { id: 'a', name: 'orrery', state: 'running' },
  { id: 'b', name: 'counter', state: 'stopped' },
];
const summarize = (rows: readonly EventLogRow[], collapsed: readonly string[] = []): string[] => {
  const byGraph = new Map([['a', { byFamily: new Map(), history: [1], runSeconds: undefined }]]);
  return groupRows(rows, { graphs, byGraph, collapsed: new Set(collapsed) }).map((line) =>
    line.kind === 'group' ? `${line.group.name}: ${line.group.rowCount}` : String(line.row.key),
  );
};

it('puts rows below their graphs, and running graphs first even without rows', () => {
  expect(summarize([toRow(4, outsideGraphs), toRow(3, 'b'), toRow(2, outsideGraphs)])).toEqual([
    'orrery: 0',
    'counter: 1',
    '3',
    'Outside graphs: 2',
    '4',
    '2',
  ]);
});

it('hides the rows of collapsed groups, and keeps those of deleted graphs', () => {
  expect(summarize([toRow(2, 'gone'), toRow(1, 'a')], ['a'])).toEqual(['orrery: 1', 'Deleted graph: 1', '2']);
});
