import type { AssertionDetail } from './audit-outcome.ts';

/** Thrown to end an audit before its last line. */
export class AuditStop extends Error {
  readonly status: 'FAIL' | 'NOT_VERIFIED' | 'NOT_APPLICABLE' | 'HARNESS_ERROR';
  readonly detail: AssertionDetail;

  constructor(status: AuditStop['status'], message: string, detail: AssertionDetail = {}) {
    super(message);
    this.name = 'Stop';
    this.status = status;
    this.detail = detail;
  }
}

/** Whether an audit stopped because the target lacks a precondition. */
export const isUnverifiedStop = (error: unknown): error is AuditStop =>
  error instanceof AuditStop && error.status === 'NOT_VERIFIED';

/** Waits for work. Resolves to `undefined` if the target lacks a precondition of the work. */
export const undefinedIfUnverified = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isUnverifiedStop(error)) return undefined;
    throw error;
  });
