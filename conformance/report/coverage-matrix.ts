import { eventColumns } from '../coverage/events/event-coverage.ts';
import type { EventCell } from '../coverage/events/event-coverage.ts';
import type { Report } from './report.ts';
import type { CellState, CoverageCell } from '../coverage/status-coverage.ts';

/** Coverage cells as a table. */
export interface CoverageMatrix {
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly title: string;
    /** By column; undefined where the cell does not exist. */
    readonly states: readonly (CellState | undefined)[];
  }[];
  /** Why cells were not seen: each reason with its cells. */
  readonly reasons: readonly {
    readonly state: CellState;
    readonly reason: string;
    readonly cells: readonly string[];
  }[];
}

interface MatrixCell {
  readonly row: string;
  readonly column: string;
  readonly state: CellState;
  readonly reason?: string | undefined;
}

/**
 * Returns the coverage to report: none when a partial run did not try the statuses, so that nothing counts as missing.
 */
export const getReportedCoverage = ({ only, audits, coverage }: Report): Report['coverage'] =>
  only === undefined || audits.some(({ audit }) => audit === 'replay/all-statuses') ? coverage : [];

/** The coverage of the interface description: operations by documented status. */
export const createOperationMatrix = (coverage: readonly CoverageCell[]): CoverageMatrix =>
  createMatrix(
    coverage.map(({ operation, status, ...cell }) => ({ row: operation, column: status, ...cell })),
    [...new Set(coverage.map(({ status }) => status))].sort(),
  );

/** The coverage of the event catalog: event kinds by what was tried for them. */
export const createEventMatrix = (events: readonly EventCell[]): CoverageMatrix =>
  createMatrix(
    events.map(({ kind, column, state, reason }) => ({ row: kind, column, state, reason })),
    eventColumns.filter((name) => events.some(({ column }) => column === name)),
  );

const createMatrix = (cells: readonly MatrixCell[], columns: readonly string[]): CoverageMatrix => {
  const rows = new Map<string, Map<string, CellState>>();
  const reasons = new Map<string, { state: CellState; reason: string; cells: string[] }>();
  for (const { row: title, column, state, reason } of cells) {
    const row = rows.get(title) ?? new Map<string, CellState>();
    rows.set(title, row.set(column, state));
    if (reason === undefined) continue;
    const key = `${state} ${reason}`;
    const group = reasons.get(key) ?? { state, reason, cells: [] };
    group.cells.push(`${title} ${column}`);
    reasons.set(key, group);
  }
  return {
    columns,
    rows: [...rows].map(([title, row]) => ({ title, states: columns.map((column) => row.get(column)) })),
    reasons: [...reasons.values()].sort((a, b) => b.cells.length - a.cells.length),
  };
};
