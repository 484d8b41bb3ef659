import { ApiError } from '#spec/errors.ts';
import { toItemError, type RequestList } from './add-nodes.ts';

/** The maximum number of errors in a response. Further errors are usually repetitions of the same error. */
const maxReportedErrors = 50;

interface CollectedError {
  readonly list: RequestList;
  readonly index: number;
  readonly error: ApiError;
}

/** Collects the errors of a request that has many items, in order to report them together. */
export interface ErrorCollector {
  /** Calls `step` for each item. Continues after an error until the maximum number of errors is reached. */
  forEach<T>(items: readonly T[], list: RequestList, step: (item: T, index: number) => void): void;
  add(list: RequestList, index: number, error: ApiError): void;
  /**
   * Throws if any error was collected.
   * @throws ApiError the first error by list and index, with all errors as `errors` in its `details`
   */
  throwIfAny(): void;
}

/**
 * Creates a collector for the errors of a request.
 * @param lists the lists of the request, in the order in which to report their errors
 */
export const createErrorCollector = (lists: readonly RequestList[]): ErrorCollector => {
  const errors: CollectedError[] = [];
  const add: ErrorCollector['add'] = (list, index, error) => void errors.push({ list, index, error });
  return {
    add,
    forEach(items, list, step) {
      for (let index = 0; index < items.length && errors.length < maxReportedErrors; index += 1) {
        try {
          // biome-ignore lint/style/noNonNullAssertion: the loop stays within the items
          step(items[index]!, index);
        } catch (failure) {
          if (!(failure instanceof ApiError)) throw failure;
          add(list, index, failure);
        }
      }
    },
    throwIfAny() {
      const [first] = errors.sort(
        (a, b) => lists.indexOf(a.list) - lists.indexOf(b.list) || a.index - b.index,
      );
      if (!first) return;
      const { code, reason, details, resolution } = toItemError(first.list, first.index, first.error);
      const moreErrors = errors.length === 1 ? '' : ` ${errors.length - 1} more in details.errors.`;
      throw new ApiError(
        code,
        `${reason}${moreErrors}`,
        { ...details, errors: errors.map(toErrorDetails) },
        resolution,
      );
    },
  };
};

const toErrorDetails = ({ list, index, error }: CollectedError): Readonly<Record<string, unknown>> => ({
  ...{ list, index, code: error.code, message: `${error.reason} ${error.resolution}` },
  ...(error.details && { details: error.details }),
});
