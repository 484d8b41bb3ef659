import type { Exchange } from '../target/http/exchange.ts';

/** The status with which an audit or a requirement ends. */
export type Status =
  | 'PASS'
  | 'FAIL'
  | 'WARN'
  | 'NOT_APPLICABLE'
  | 'NOT_VERIFIED'
  | 'FLAKY'
  | 'HARNESS_ERROR'
  | 'OBSERVED'
  /** The kit has no audit for the requirement, so its report makes no statement about it. */
  | 'NO_AUDIT';

export interface AssertionDetail {
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The location of the failed assertion in the kit's sources. */
  readonly line?: string;
}

/** The result of one audit. */
export interface AuditOutcome extends AssertionDetail {
  readonly audit: string;
  readonly requirements: readonly string[];
  readonly status: Status;
  readonly message?: string;
  readonly observations: Readonly<Record<string, unknown>>;
  /** The last exchanges of the audit, with masked secrets. */
  readonly exchanges: readonly Exchange[];
  readonly ms: number;
  readonly likelyCause?: string;
}
