import type { Exchange, Reply } from '../target/http/exchange.ts';

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

/** What a failed assertion compared. */
export interface AssertionValues {
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The location of the failed assertion in the kit's sources. */
  readonly line?: string;
}

export interface AssertionDetail extends AssertionValues {
  /** The reply that the assertion is about. By default, the last reply that the audit has read. */
  readonly reply?: Reply;
  /** The reply to the request that must have been without effect. Later exchanges show whether it had an effect. */
  readonly changedBy?: Reply;
  /** The exchange that the assertion is about. The runner finds it if the audit names none. */
  readonly exchange?: Exchange | undefined;
  /** Present if the exchange changed something that it should not have changed. Later exchanges show the change. */
  readonly isSideEffect?: true;
}

/** The result of one audit. */
export interface AuditOutcome extends AssertionValues {
  readonly audit: string;
  readonly requirements: readonly string[];
  readonly status: Status;
  readonly message?: string;
  readonly observations: Readonly<Record<string, unknown>>;
  /** The last exchanges of the audit, with masked secrets. */
  readonly exchanges: readonly Exchange[];
  /** The index of the exchange that the failed assertion is about. */
  readonly asserted?: number;
  readonly isSideEffect?: true;
  /** Present if a condition that the manifest promises was not reached. The fault is neither the kit's nor the target's. */
  readonly isSetupFault?: true;
  readonly ms: number;
  readonly likelyCause?: string;
}
