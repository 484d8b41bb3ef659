import type { AuditOutcome } from '../../runner/audit-outcome.ts';
import type { CellState } from '../status-coverage.ts';

/** The columns of the report: what is checked for every event kind of a catalog. */
export const eventColumns = [
  /** A client that subscribes to the kind's name receives the event. */
  'by name',
  /** A client that subscribes only to other kinds does not receive the event. */
  'not unasked',
  /** A client no longer receives the event after Unsubscribe. */
  'unsubscribed',
  /**
   * A client that calls SubscribeFiltered with the event's subject receives the event. Checked only for kinds that
   * filters can narrow.
   */
  'filter',
  /** A client that calls SubscribeFiltered with another subject does not receive the event. */
  'other filter',
  /** The event matches its description in the catalog. */
  'payload',
  /** A client that subscribes to the pattern of the kind's family, such as `tween.*`, receives the event. */
  'family.*',
  '*',
] as const;

export type EventColumn = (typeof eventColumns)[number];

/** What a run observed about one event kind in one column. */
export interface EventCell {
  readonly kind: string;
  readonly column: EventColumn;
  /** What triggers the event. Absent if the kit has no trigger for the kind. */
  readonly trigger?: string;
  readonly state: CellState;
  readonly reason?: string;
}

/** The columns that apply only to some kinds. */
const optionalColumns: ReadonlySet<EventColumn> = new Set(['filter', 'other filter']);

/** If several audits report the same cell, the state that comes first in this list counts. */
const statePrecedence: readonly CellState[] = ['missing', 'asserted', 'observed', 'unreachable'];

/** Collects the cells of all kinds that audits observed. */
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

/** Returns the trigger of each kind for which the kit has one. */
export const listTriggers = (cells: readonly EventCell[]): readonly { kind: string; trigger: string }[] => {
  const triggers = new Map(
    cells.flatMap(({ kind, trigger }) => (trigger === undefined ? [] : [[kind, trigger] as const])),
  );
  return [...triggers].map(([kind, trigger]) => ({ kind, trigger }));
};

const isEventCell = (value: unknown): value is EventCell =>
  typeof value === 'object' && value !== null && 'kind' in value && 'column' in value && 'state' in value;
