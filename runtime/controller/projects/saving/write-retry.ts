/** Files that cannot be written: who is told, and when it is tried again (C-68). */
import { ApiError } from '#spec/errors.ts';
import { describeWriteError } from '../../../storage/write-errors.ts';
import type { ConsoleLine } from '../../../link/console-writer.ts';

export interface WriteRetry {
  /** Since when something acknowledged is not on disk; undefined while all is. */
  readonly failingSince: Date | undefined;
  /** Whether it is time to try again what failed. */
  readonly isDue: boolean;
  /** Names of the files that cannot be written. */
  readonly failedFiles: readonly string[];
  /** Tells of a file that could not be written, once until it can be. */
  recordFailure(file: string, failure: unknown): void;
  recordSuccess(file: string): void;
}

const minRetryMs = 1_000;
const maxRetryMs = 10_000;

export const createWriteRetry = (now: () => Date, log: (line: ConsoleLine) => void): WriteRetry => {
  const files = new Set<string>();
  let since: Date | undefined;
  let waitMs = minRetryMs;
  let nextTry = 0;

  return {
    get failingSince() {
      return since;
    },
    get isDue() {
      if (since === undefined) return true;
      const wait = nextTry - now().getTime();
      // The clock may have been put back meanwhile.
      return wait <= 0 || wait > maxRetryMs;
    },
    get failedFiles() {
      return [...files];
    },
    recordFailure(file, failure) {
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
        message: `${file} cannot be written: ${describeWriteError(failure)}. It is tried again; GET /api/health tells since when work is unsaved.`,
      });
    },
    recordSuccess(file) {
      if (!files.delete(file) || files.size > 0) return;
      since = undefined;
      waitMs = minRetryMs;
      nextTry = 0;
      log({ severity: 'log', message: 'Everything that could not be written is saved now.' });
    },
  };
};

/** What a caller is told whose work could not be written. */
export const toSaveError = (path: string, failure: unknown): ApiError =>
  failure instanceof ApiError
    ? failure
    : new ApiError('SAVE_FAILED', `${path} could not be written: ${describeWriteError(failure)}.`, { path });
