import { SceneRuntimeError } from '#spec/client/index.ts';
import { ApiError } from '#spec/errors.ts';
import { formatShortJson, formatShortText } from './format-text.ts';
import { ToolError } from './define-tool.ts';

/**
 * What a reason says, but for which call of REST lists what there is: whoever has tools has others, and details name what is nearest. What
 * a call lists ends at the next slash at the latest, so that a long reason is read once.
 */
const removeRouteHints = (reason: string): string =>
  reason.replaceAll(/ (?:GET|POST) \/\S+ (?:lists|shows) [^.;/]*\.(?= |$)/g, '');

/** What of the details helps: the nearest of what there is, or else all of them. */
const formatErrorDetails = (details: Readonly<Record<string, unknown>> | undefined, most: number): string => {
  if (!details || Object.keys(details).length === 0) return '';
  const { nearest } = details;
  return Array.isArray(nearest) && nearest.length > 0
    ? `Nearest: ${formatShortText(nearest.join(', '), most)}.`
    : formatShortJson(details, most);
};

/** A refusal as text: code and reason, and what helps to mend it. */
export const formatToolError = (failure: unknown): string => {
  if (failure instanceof SceneRuntimeError) {
    const told = `${failure.code}: ${removeRouteHints(failure.message)}`;
    return [told, formatErrorDetails(failure.details, 600)].filter(Boolean).join('\n');
  }
  if (failure instanceof ApiError) return `${failure.code}: ${removeRouteHints(failure.reason)}`;
  if (failure instanceof ToolError) return failure.message;
  return 'The service cannot be reached, or failed.';
};

/** One mistake of a build, as `details.errors` has it. */
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
  const place =
    list === 'connections' && index !== undefined
      ? `wire '${wires[index] ?? index}'`
      : `${list ?? 'item'} ${index ?? ''}`;
  const told = `- ${place.trim()}: ${code}: ${removeRouteHints(message ?? '')}`;
  return [told, formatErrorDetails(details, 300)].filter(Boolean).join(' ');
};

/** The mistakes of a refused build, a line each; undefined for any other failure. */
const formatBuildErrors = (failure: unknown, wires: readonly string[]): readonly string[] | undefined => {
  const errors = failure instanceof SceneRuntimeError ? failure.details?.errors : undefined;
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  return (errors as BuildError[]).map((mistake) => formatBuildError(mistake, wires));
};

/** Collects all mistakes of a call, so that it takes one more call to fix them. */
interface ErrorCollector {
  readonly count: number;
  /** Calls a reader for each item, and collects what it refuses. @returns what it returned for the others */
  collect<T, R>(items: readonly T[], reader: (item: T) => R): readonly R[];
  /** Waits for a build, and collects what it refuses. @throws any other failure */
  collectBuild<R>(work: Promise<R>, wires: readonly string[]): Promise<R | undefined>;
  /** @throws Refusal with all that was collected */
  throwIfAny(): void;
}

export const createErrorCollector = (): ErrorCollector => {
  const lines: string[] = [];
  return {
    get count() {
      return lines.length;
    },
    collect: (items, reader) =>
      items.flatMap((item) => {
        try {
          return [reader(item)];
        } catch (failure) {
          if (!(failure instanceof ToolError)) throw failure;
          lines.push(`- ${failure.message}`);
          return [];
        }
      }),
    collectBuild: (work, wires) =>
      work.catch((failure: unknown) => {
        const mistakes = formatBuildErrors(failure, wires);
        if (mistakes === undefined && lines.length === 0) throw failure;
        lines.push(...(mistakes ?? [`- ${formatToolError(failure)}`]));
        return undefined;
      }),
    throwIfAny() {
      if (lines.length === 0) return;
      const count = lines.length === 1 ? '1 mistake' : `${lines.length} mistakes`;
      throw new ToolError([`Nothing was made; ${count}:`, ...lines].join('\n'));
    },
  };
};
