import { createOperationMatcher } from '../target/http/match-operation.ts';
import { findDocumentedStatus, listOperations } from './openapi-operations.ts';
import type { ResponseDocument } from '../target/http/response-validator.ts';
import type { AuditOutcome } from '../runner/audit-outcome.ts';
import type { Exchange } from '../target/http/exchange.ts';

/**
 * `asserted`: an audit asserted such a response, or used it before an assertion. `observed`: the run received such a
 * response, and it was as documented. `unreachable`: the run received none, for the given reason. `missing`: although
 * the kit requested the status, the run received no such response, or only responses that were not as documented.
 */
export type CellState = 'asserted' | 'observed' | 'unreachable' | 'missing';

/** What a run observed about one documented status of one operation. */
export interface CoverageCell {
  readonly operation: string;
  readonly status: string;
  readonly state: CellState;
  readonly reason?: string;
}

/** A response with a status that the document does not list for its operation. */
export interface UndocumentedStatus {
  readonly operation: string;
  readonly status: number;
  /** The request that got this response. */
  readonly request: string;
}

interface SeenCell {
  valid: boolean;
  asserted: boolean;
}

/** Tracks which documented statuses of each operation a run has seen. */
export const createStatusCoverage = (document: ResponseDocument) => {
  const operations = listOperations(document);
  const match = createOperationMatcher(operations);
  const seenCells = new Map<string, SeenCell>();
  const keysByExchange = new WeakMap<Exchange, string>();
  const undocumented = new Map<string, UndocumentedStatus>();

  /** Records a response. `valid` means that the response was as documented. */
  const recordStatus = (
    method: string,
    path: string,
    status: number,
    valid: boolean,
    exchange: Exchange,
  ): void => {
    const operation = match(method, path);
    if (operation === undefined) return;
    const documentedStatus = findDocumentedStatus(operation, status);
    const key = `${operation.id} ${documentedStatus ?? status}`;
    if (documentedStatus === undefined) {
      if (!undocumented.has(key))
        undocumented.set(key, { operation: operation.id, status, request: `${method} ${path}` });
      return;
    }
    keysByExchange.set(exchange, key);
    const existing = seenCells.get(key);
    if (existing) existing.valid ||= valid;
    else seenCells.set(key, { valid, asserted: false });
  };

  /** Records that the assertions about these exchanges held. */
  const assert = (exchanges: readonly Exchange[]): void => {
    for (const exchange of exchanges) {
      const existing = seenCells.get(keysByExchange.get(exchange) ?? '');
      if (existing) existing.asserted = true;
    }
  };

  /** Returns a cell for every documented status. The observations of replay audits explain why cells were not seen. */
  const matrix = (outcomes: readonly AuditOutcome[]): readonly CoverageCell[] => {
    const reasons = collectReasons(outcomes);
    return operations.flatMap((operation) =>
      [...operation.statuses.keys()].map((status) => {
        const key = `${operation.id} ${status}`;
        return { operation: operation.id, status, ...getCellState(seenCells.get(key), reasons.get(key)) };
      }),
    );
  };

  return { operations, record: recordStatus, assert, matrix, undocumented: () => [...undocumented.values()] };
};

const getCellState = (
  seen: SeenCell | undefined,
  reason: UnseenReason | undefined,
): Pick<CoverageCell, 'state' | 'reason'> => {
  if (seen?.valid) return { state: seen.asserted ? 'asserted' : 'observed' };
  if (seen) return { state: 'missing', reason: 'seen, but not as documented' };
  if (reason === undefined) return { state: 'missing', reason: 'not tried in this run' };
  return { state: reason.unreachable ? 'unreachable' : 'missing', reason: reason.text };
};

/**
 * The reason why a cell was not seen. The name of the observation that contains the reason is `{operation} {status}`.
 */
export interface UnseenReason {
  /** Whether the kit was unable to request the status. */
  readonly unreachable: boolean;
  readonly text: string;
}

const collectReasons = (outcomes: readonly AuditOutcome[]): ReadonlyMap<string, UnseenReason> =>
  new Map(
    outcomes
      .filter(({ audit }) => audit.startsWith(replayAuditPrefix))
      .flatMap(({ observations }) => Object.entries(observations))
      .filter((entry): entry is [string, UnseenReason] => isUnseenReason(entry[1])),
  );

const isUnseenReason = (value: unknown): value is UnseenReason =>
  typeof value === 'object' && value !== null && 'unreachable' in value && 'text' in value;

/** Prefix of the ids of the audits whose observations explain unseen cells. */
const replayAuditPrefix = 'replay/';

export const countCells = (cells: readonly Pick<CoverageCell, 'state'>[]): Record<CellState, number> => {
  const counts: Record<CellState, number> = { asserted: 0, observed: 0, unreachable: 0, missing: 0 };
  for (const { state } of cells) counts[state] += 1;
  return counts;
};
