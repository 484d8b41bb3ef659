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

/** Whether an audit could not go on for want of something that is not given. */
export const isNotGiven = (error: unknown): error is Stop =>
  error instanceof Stop && error.status === 'NOT_VERIFIED';

/** What work comes to; undefined where something that it takes is not given. */
export const ifGiven = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isNotGiven(error)) return undefined;
    throw error;
  });
