import { eventColumns } from '../coverage/events/event-coverage.ts';
import type { EventCell } from '../coverage/events/event-coverage.ts';
import type { Report } from './report.ts';
import type { CellState, CoverageCell } from '../coverage/status-coverage.ts';

export interface CoverageMatrix {
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly title: string;
    /** The state in each column. `undefined` if there is no such cell. */
    readonly states: readonly (CellState | undefined)[];
  }[];
  /** The reasons why cells were not seen, each with the affected cells. */
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
 * Returns the coverage to report. For a partial run that did not request the statuses, returns no coverage, because
 * otherwise all statuses would count as missing.
 */
export const getReportedCoverage = ({ only, audits, coverage }: Report): Report['coverage'] =>
  only === undefined || audits.some(({ audit }) => audit === 'replay/all-statuses') ? coverage : [];

/**
 * Creates a table of the interface description's coverage, with operations as rows and documented statuses as columns.
 */
export const createOperationMatrix = (coverage: readonly CoverageCell[]): CoverageMatrix =>
  createMatrix(
    coverage.map(({ operation, status, ...cell }) => ({ row: operation, column: status, ...cell })),
    [...new Set(coverage.map(({ status }) => status))].sort(),
  );

/** Creates a table of the event catalog's coverage, with event kinds as rows and checks as columns. */
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
