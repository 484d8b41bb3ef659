/** Files that cannot be written: who is told, and when it is tried again (register: C-68). */
import { ApiError } from '#spec/errors.ts';
import { whyUnwritten } from '../../../disk/why-unwritten.ts';
import type { ConsoleLine } from '../../../link/console.ts';

export interface Trouble {
  /** Since when something acknowledged is not on disk; undefined while all is. */
  readonly since: Date | undefined;
  /** Whether it is time to try again what failed. */
  readonly mayTry: boolean;
  /** Names of the files that cannot be written. */
  readonly files: readonly string[];
  /** Tells of a file that could not be written, once until it can be. */
  failed(file: string, failure: unknown): void;
  succeeded(file: string): void;
}

const firstWaitMs = 1_000;
const longestWaitMs = 10_000;

export const createTrouble = (now: () => Date, log: (line: ConsoleLine) => void): Trouble => {
  const files = new Set<string>();
  let since: Date | undefined;
  let waitMs = firstWaitMs;
  let nextTry = 0;

  return {
    get since() {
      return since;
    },
    get mayTry() {
      if (since === undefined) return true;
      const wait = nextTry - now().getTime();
      // The clock may have been put back meanwhile.
      return wait <= 0 || wait > longestWaitMs;
    },
    get files() {
      return [...files];
    },
    failed(file, failure) {
      const time = now();
      since ??= time;
      if (time.getTime() >= nextTry) {
        nextTry = time.getTime() + waitMs;
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
      if (files.has(file)) return;
      files.add(file);
      log({
        severity: 'error',
        message: `${file} cannot be written: ${whyUnwritten(failure)}. It is tried again; GET /api/health tells since when work is unsaved.`,
      });
    },
    succeeded(file) {
      if (!files.delete(file) || files.size > 0) return;
      since = undefined;
      waitMs = firstWaitMs;
      nextTry = 0;
      log({ severity: 'log', message: 'Everything that could not be written is saved now.' });
    },
  };
};

/** What a caller is told whose work could not be written. */
export const saveFailed = (path: string, failure: unknown): ApiError =>
  failure instanceof ApiError
    ? failure
    : new ApiError('SAVE_FAILED', `${path} could not be written: ${whyUnwritten(failure)}.`, { path });
