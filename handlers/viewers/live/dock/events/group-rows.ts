import { type EventRates, outsideGraphs } from './event-feed.ts';
import type { EventLogRow } from './event-log-store.ts';

/** The events of one graph, or of everything outside graphs. */
export interface EventGroup {
  /** The graph's id, or `outsideGraphs`. */
  readonly graphId: string;
  readonly name: string;
  readonly isRunning: boolean;
  readonly rowCount: number;
}

/** A line of the list: the header of a group, or a row. */
export type EventLine =
  | { readonly kind: 'group'; readonly group: EventGroup }
  | { readonly kind: 'row'; readonly row: EventLogRow };

interface GroupOptions {
  readonly graphs: readonly { readonly id: string; readonly name: string; readonly state: string }[];
  readonly byGraph: EventRates['byGraph'];
  readonly collapsed: ReadonlySet<string>;
}

/**
 * Puts rows below the headers of their graphs, in the order of the list of graphs. Graphs have a header if they run or
 * have rows.
 */
export const groupRows = (
  rows: readonly EventLogRow[],
  { graphs, byGraph, collapsed }: GroupOptions,
): EventLine[] => {
  const rowsByGraph = new Map<string, EventLogRow[]>();
  for (const row of rows) {
    const sameGraph = rowsByGraph.get(row.graphId);
    if (sameGraph) sameGraph.push(row);
    else rowsByGraph.set(row.graphId, [row]);
  }
  const listed = graphs.map(({ id, name, state }) => ({ graphId: id, name, isRunning: state === 'running' }));
  const ids = new Set(listed.map(({ graphId }) => graphId));
  const removed = [...rowsByGraph.keys()]
    .filter((graphId) => graphId !== outsideGraphs && !ids.has(graphId))
    .map((graphId) => ({ graphId, name: 'Deleted graph', isRunning: false }));
  const outside = { graphId: outsideGraphs, name: 'Outside graphs', isRunning: false };
  return [...listed, ...removed, outside].flatMap((group): EventLine[] => {
    const groupRows = rowsByGraph.get(group.graphId) ?? [];
    if (groupRows.length === 0 && !(group.isRunning && byGraph.has(group.graphId))) return [];
    return [
      { kind: 'group', group: { ...group, rowCount: groupRows.length } },
      ...(collapsed.has(group.graphId) ? [] : groupRows.map((row): EventLine => ({ kind: 'row', row }))),
    ];
  });
};
