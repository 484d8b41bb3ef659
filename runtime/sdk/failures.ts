import { ApiError } from '#spec/errors.ts';
import { ExecutionError } from '../engine/execution-limits.ts';

/** Turns errors of an engine into errors that clients see, so that they never end the runtime. */
export interface FailureReporter {
  /**
   * Runs a function. An error other than an `ApiError` is reported, and becomes an `ApiError` with its message.
   * @throws ApiError
   */
  convert<T>(label: string, run: () => T): T;
  /** Runs a part of a step. An error is reported, but each message only once. */
  protect(label: string, run: () => void): void;
}

const describe = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));

/** @param log writes an error to the console of the service */
export const createFailureReporter = (log: (message: string) => void): FailureReporter => {
  const reported = new Set<string>();
  const toApiError = (label: string, failure: unknown): unknown => {
    if (failure instanceof ApiError || failure instanceof ExecutionError) return failure;
    const message = `${label} failed: ${describe(failure)}`;
    console.error(failure);
    log(message);
    return new ApiError('ACTION_FAILED', message);
  };
  return {
    convert(label, run) {
      try {
        const result = run();
        if (!(result instanceof Promise)) return result;
        const converted = result.catch((failure) => {
          throw toApiError(label, failure);
        });
        // A graph that runs an action doesn't wait for its result.
        converted.catch(() => {});
        return converted as typeof result;
      } catch (failure) {
        throw toApiError(label, failure);
      }
    },
    protect(label, run) {
      try {
        run();
      } catch (failure) {
        const message = `${label} failed: ${describe(failure)}`;
        if (reported.has(message)) return;
        reported.add(message);
        console.error(failure);
        log(message);
      }
    },
  };
};
