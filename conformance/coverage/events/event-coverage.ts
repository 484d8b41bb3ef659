import type { AuditOutcome } from '../../runner/audit-outcome.ts';
import type { CellState } from '../status-coverage.ts';

/** What is checked for every event kind of a catalog, as the report names it. */
export const eventColumns = [
  /** A subscription to the name of the kind delivers it. */
  'by name',
  /** A subscriber of other kinds does not receive it. */
  'not unasked',
  /** After Unsubscribe it is no longer delivered. */
  'unsubscribed',
  /** SubscribeFiltered with its subject delivers it. Only for kinds that filters can narrow. */
  'filter',
  /** SubscribeFiltered with something else does not deliver it. */
  'other filter',
  /** It matches the description of the catalog. */
  'payload',
  /** The pattern of its family, such as `tween.*`, delivers it. */
  'family.*',
  '*',
] as const;

export type EventColumn = (typeof eventColumns)[number];

/** What a run saw of one event kind in one column. */
export interface EventCell {
  readonly kind: string;
  readonly column: EventColumn;
  /** What triggers the event; absent if the kit has no trigger. */
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
      const [cell] = sameCell.sort(
        (a, b) => statePrecedence.indexOf(a.state) - statePrecedence.indexOf(b.state),
      );
      if (cell) return [cell];
      return optionalColumns.has(column)
        ? []
        : [{ kind, column, state: 'missing', reason: 'not tried in this run' }];
    }),
  );
};

/** Lists what triggers each kind, if the kit has a trigger. */
export const listTriggers = (cells: readonly EventCell[]): readonly { kind: string; trigger: string }[] => {
  const triggers = new Map(
    cells.flatMap(({ kind, trigger }) => (trigger === undefined ? [] : [[kind, trigger] as const])),
  );
  return [...triggers].map(([kind, trigger]) => ({ kind, trigger }));
};

const isEventCell = (value: unknown): value is EventCell =>
  typeof value === 'object' && value !== null && 'kind' in value && 'column' in value && 'state' in value;
