import type { Exchange } from '../target/http/exchange.ts';

/** What came of an audit, and of a requirement. */
export type Status =
  | 'PASS'
  | 'FAIL'
  | 'WARN'
  | 'NOT_APPLICABLE'
  | 'NOT_VERIFIED'
  | 'FLAKY'
  | 'HARNESS_ERROR'
  | 'OBSERVED'
  /** The kit has no way to judge it: nothing is said about the target. */
  | 'NO_AUDIT';

export interface AssertionDetail {
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** Where the line that did not hold stands in the sources of the kit. */
  readonly line?: string;
}

/** What came of one audit. */
export interface AuditOutcome extends AssertionDetail {
  readonly audit: string;
  readonly requirements: readonly string[];
  readonly status: Status;
  readonly message?: string;
  readonly observations: Readonly<Record<string, unknown>>;
  /** The last exchanges, secrets masked. */
  readonly exchanges: readonly Exchange[];
  readonly ms: number;
  readonly likelyCause?: string;
}
