import type { Exchange } from '../target/http/exchange.ts';

/** The result of an audit or of a requirement. */
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
  /** Where the failed assertion is in the sources of the kit. */
  readonly line?: string;
}

/** The result of one audit. */
export interface AuditOutcome extends AssertionDetail {
  readonly audit: string;
  readonly requirements: readonly string[];
  readonly status: Status;
  readonly message?: string;
  readonly observations: Readonly<Record<string, unknown>>;
  /** The last exchanges, with secrets masked. */
  readonly exchanges: readonly Exchange[];
  readonly ms: number;
  readonly likelyCause?: string;
}
