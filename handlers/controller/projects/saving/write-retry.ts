/** Reports files that can't be written, and decides when to try again (C-68). */
import { ApiError } from '#spec/errors.ts';
import { describeWriteError } from '#runtime/shared/write-errors.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';

const minRetryMs = 1_000;
const maxRetryMs = 10_000;

export const createWriteRetry = (now: () => Date, log: (line: ConsoleLine) => void) => {
  const files = new Set<string>();
  let since: Date | undefined;
  let waitMs = minRetryMs;
  let nextTry = 0;

  return {
    /**
     * The time since which acknowledged edits could not be written to disk; `undefined` while all edits are on disk.
     */
    get failingSince(): Date | undefined {
      return since;
    },
    /** Whether it is time for the next attempt. */
    get isDue(): boolean {
      if (since === undefined) return true;
      const remainingMs = nextTry - now().getTime();
      // An implausibly long wait means that the clock was set back.
      return remainingMs <= 0 || remainingMs > maxRetryMs;
    },
    /** Records that a file couldn't be written. The file is reported only once until a write succeeds. */
    recordFailure(file: string, failure: unknown) {
      const time = now();
      since ??= time;
      if (time.getTime() >= nextTry) {
        nextTry = time.getTime() + waitMs;
        waitMs = Math.min(waitMs * 2, maxRetryMs);
      }
      if (files.has(file)) return;
      files.add(file);
      log({
        severity: 'error',
        message: `${file} cannot be written: ${describeWriteError(failure)}. The service tries again; 'unsavedSince' in GET /api/health is the time since when work is unsaved.`,
      });
    },
    recordSuccess(file: string) {
      if (!files.delete(file) || files.size > 0) return;
      since = undefined;
      waitMs = minRetryMs;
      nextTry = 0;
      log({ severity: 'log', message: 'Everything that could not be written is saved now.' });
    },
  };
};

export type WriteRetry = ReturnType<typeof createWriteRetry>;

/** Converts the error of a failed write to the error that the client receives. */
export const toSaveError = (path: string, failure: unknown): ApiError =>
  failure instanceof ApiError
    ? failure
    : new ApiError('SAVE_FAILED', `${path} could not be written: ${describeWriteError(failure)}.`, { path });
