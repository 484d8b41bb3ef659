import type { Detail } from './outcome.ts';

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
