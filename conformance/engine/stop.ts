import type { Detail } from '../audit.ts';

/** What came of an audit, and of a requirement. */
export type Status =
  | 'PASS'
  | 'FAIL'
  | 'WARN'
  | 'NOT_APPLICABLE'
  | 'NOT_VERIFIED'
  | 'FLAKY'
  | 'HARNESS_ERROR'
  | 'OBSERVED';

/** Ends an audit before its last line. */
export class Stop extends Error {
  readonly status: 'FAIL' | 'NOT_VERIFIED' | 'NOT_APPLICABLE' | 'HARNESS_ERROR';
  readonly detail: Detail;

  constructor(status: Stop['status'], message: string, detail: Detail = {}) {
    super(message);
    this.name = 'Stop';
    this.status = status;
    this.detail = detail;
  }
}
