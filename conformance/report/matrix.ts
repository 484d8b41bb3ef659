import type { CellState, CoverageCell } from '../replay/coverage.ts';

/** The coverage of the interface description as a table. */
export interface Matrix {
  /** All documented statuses, in order. */
  readonly statuses: readonly string[];
  readonly rows: readonly {
    readonly operation: string;
    /** By status; undefined where the operation does not document it. */
    readonly cells: readonly (CoverageCell | undefined)[];
  }[];
  /** Why cells were not seen, each reason with its cells. */
  readonly reasons: readonly {
    readonly state: CellState;
    readonly reason: string;
    readonly cells: readonly string[];
  }[];
}

export const matrixOf = (coverage: readonly CoverageCell[]): Matrix => {
  const statuses = [...new Set(coverage.map(({ status }) => status))].sort();
  const operations = new Map<string, Map<string, CoverageCell>>();
  const reasons = new Map<string, { state: CellState; reason: string; cells: string[] }>();
  for (const cell of coverage) {
    const { operation, status, state, reason } = cell;
    const row = operations.get(operation) ?? new Map<string, CoverageCell>();
    operations.set(operation, row.set(status, cell));
    if (reason === undefined) continue;
    const key = `${state} ${reason}`;
    const group = reasons.get(key) ?? { state, reason, cells: [] };
    group.cells.push(`${operation} ${status}`);
    reasons.set(key, group);
  }
  return {
    statuses,
    rows: [...operations].map(([operation, row]) => ({
      operation,
      cells: statuses.map((status) => row.get(status)),
    })),
    reasons: [...reasons.values()].sort((a, b) => b.cells.length - a.cells.length),
  };
};
