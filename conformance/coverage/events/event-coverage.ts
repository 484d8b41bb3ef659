import type { AuditOutcome } from '../../runner/audit-outcome.ts';
import type { CellState } from '../status-coverage.ts';

/** What every event kind of a catalog is tried for, as the report names it. */
export const eventColumns = [
  /** Subscribe with the name of the kind delivers it. */
  'by name',
  /** A subscriber of other kinds does not get it. */
  'not unasked',
  /** After Unsubscribe it is not delivered any more. */
  'unsubscribed',
  /** SubscribeFiltered with its subject delivers it; only for kinds that filters can narrow. */
  'filter',
  /** SubscribeFiltered with something else does not deliver it. */
  'other filter',
  /** It matches the description of the catalog. */
  'payload',
  /** The pattern of its family delivers it, such as `tween.*`. */
  'family.*',
  '*',
] as const;

export type EventColumn = (typeof eventColumns)[number];

/** What a run saw of one event kind in one column. */
export interface EventCell {
  readonly kind: string;
  readonly column: EventColumn;
  /** What triggers the event; absent if the kit knows no way. */
  readonly trigger?: string;
  readonly state: CellState;
  readonly reason?: string;
}

/** The columns that only some kinds have. */
const optionalColumns: ReadonlySet<EventColumn> = new Set(['filter', 'other filter']);

/** If several audits report a cell, the first of these states counts. */
const statePrecedence: readonly CellState[] = ['missing', 'asserted', 'observed', 'unreachable'];

/** Collects the cells of every kind that audits observed. */
export const collectEventCells = (outcomes: readonly AuditOutcome[]): readonly EventCell[] => {
  const cells = outcomes.flatMap(({ observations }) => Object.values(observations).filter(isEventCell));
  const kinds = [...new Set(cells.map(({ kind }) => kind))];
  return kinds.flatMap((kind) =>
    eventColumns.flatMap((column): readonly EventCell[] => {
      const sameCell = cells.filter((cell) => cell.kind === kind && cell.column === column);
      const [cell] = sameCell.sort((a, b) => statePrecedence.indexOf(a.state) - statePrecedence.indexOf(b.state));
      if (cell) return [cell];
      return optionalColumns.has(column)
        ? []
        : [{ kind, column, state: 'missing', reason: 'not tried in this run' }];
    }),
  );
};

/** Lists what triggers each kind, if the kit knows a way. */
export const listTriggers = (cells: readonly EventCell[]): readonly { kind: string; trigger: string }[] => {
  const triggers = new Map(
    cells.flatMap(({ kind, trigger }) => (trigger === undefined ? [] : [[kind, trigger] as const])),
  );
  return [...triggers].map(([kind, trigger]) => ({ kind, trigger }));
};

const isEventCell = (value: unknown): value is EventCell =>
  typeof value === 'object' && value !== null && 'kind' in value && 'column' in value && 'state' in value;
