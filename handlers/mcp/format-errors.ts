import { SceneRuntimeError } from '#spec/client/index.ts';
import { ApiError } from '#spec/errors.ts';
import { formatShortJson, formatShortText } from './format-text.ts';
import { ToolError } from './define-tool.ts';

/**
 * Removes the hint about the REST route that lists the names, because agents use tools instead and `details` contains
 * the nearest names. The pattern ends at the next slash at the latest, so that a long message is scanned only once.
 */
const removeRouteHints = (reason: string): string =>
  reason.replaceAll(/ (?:GET|POST) \/\S+ (?:lists|shows) [^.;/]*\.(?= |$)/g, '');

/** Formats the nearest names from the error details, or all details if there are no nearest names. */
const formatErrorDetails = (
  details: Readonly<Record<string, unknown>> | undefined,
  maxLength: number,
): string => {
  if (!details || Object.keys(details).length === 0) return '';
  const { nearest } = details;
  return Array.isArray(nearest) && nearest.length > 0
    ? `Nearest: ${formatShortText(nearest.join(', '), maxLength)}.`
    : formatShortJson(details, maxLength);
};

/** Formats an error as text, with its code, its message, and the details that help to fix the error. */
export const formatToolError = (failure: unknown): string => {
  if (failure instanceof SceneRuntimeError) {
    const text = `${failure.code}: ${removeRouteHints(failure.message)}`;
    return [text, formatErrorDetails(failure.details, 600)].filter(Boolean).join('\n');
  }
  if (failure instanceof ApiError) return `${failure.code}: ${removeRouteHints(failure.reason)}`;
  if (failure instanceof ToolError) return failure.message;
  return 'The service failed or cannot be reached.';
};

/** An error from a build, which is an entry of `details.errors`. */
interface BuildError {
  readonly list?: string;
  readonly index?: number;
  readonly code?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

const formatBuildError = (
  { list, index, code, message, details }: BuildError,
  wires: readonly string[],
): string => {
  const location =
    list === 'connections' && index !== undefined
      ? `connection '${wires[index] ?? index}'`
      : `${list ?? 'item'} ${index ?? ''}`;
  const text = `- ${location.trim()}: ${code}: ${removeRouteHints(message ?? '')}`;
  return [text, formatErrorDetails(details, 300)].filter(Boolean).join(' ');
};

/**
 * Formats the errors from a rejected build, one per line.
 * @returns the lines, or `undefined` if the failure is of any other kind
 */
const formatBuildErrors = (failure: unknown, wires: readonly string[]): readonly string[] | undefined => {
  const errors = failure instanceof SceneRuntimeError ? failure.details?.errors : undefined;
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  return (errors as BuildError[]).map((error) => formatBuildError(error, wires));
};

/** Collects all errors in a call, so that the agent can fix all of them in one more call. */
interface ErrorCollector {
  readonly count: number;
  /**
   * Calls a function for each item, and collects the ToolErrors that the function throws.
   * @returns the results for the items without an error
   */
  collect<T, R>(items: readonly T[], convert: (item: T) => R): readonly R[];
  /**
   * Waits for a build and collects its errors.
   * @throws any other failure, if no errors have been collected before
   */
  collectBuild<R>(build: Promise<R>, wires: readonly string[]): Promise<R | undefined>;
  /** @throws ToolError with all collected errors, if there are any */
  throwIfAny(): void;
}

export const createErrorCollector = (): ErrorCollector => {
  const lines: string[] = [];
  return {
    get count() {
      return lines.length;
    },
    collect: (items, convert) =>
      items.flatMap((item) => {
        try {
          return [convert(item)];
        } catch (failure) {
          if (!(failure instanceof ToolError)) throw failure;
          lines.push(`- ${failure.message}`);
          return [];
        }
      }),
    collectBuild: (build, wires) =>
      build.catch((failure: unknown) => {
        const buildErrors = formatBuildErrors(failure, wires);
        if (buildErrors === undefined && lines.length === 0) throw failure;
        lines.push(...(buildErrors ?? [`- ${formatToolError(failure)}`]));
        return undefined;
      }),
    throwIfAny() {
      if (lines.length === 0) return;
      const count = lines.length === 1 ? '1 mistake' : `${lines.length} mistakes`;
      throw new ToolError([`Nothing was created; ${count}:`, ...lines].join('\n'));
    },
  };
};
