import { isRecord, truncateJson } from '../json.ts';
import { findAssertedExchange } from './exchange-text.ts';
import { formatCurlCommand, formatReplayCommand } from './shell-commands.ts';
import type { AuditOutcome, Status } from '../runner/audit-outcome.ts';
import type { RequirementResult } from '../runner/requirement-result.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Report } from './report.ts';

interface Difference {
  /** The dotted path, with indexes in brackets. Empty if the two values themselves differ. */
  readonly path: string;
  readonly words: string;
}

/** Formats a value for use in a sentence. Returns `absent` if there is no value. */
const formatValue = (value: unknown, length = 160): string =>
  value === undefined ? 'absent' : truncateJson(value, length);

/**
 * Describes where two JSON values differ.
 * @param most the maximum number of lines; if there are more differences, the last line counts the rest
 */
export const describeDifferences = (expected: unknown, actual: unknown, most = 8): readonly string[] => {
  const differences = [...walkDifferences(expected, actual, '')];
  const listed = differences.length > most ? differences.slice(0, most - 1) : differences;
  const omittedCount = differences.length - listed.length;
  return [
    ...listed.map(({ path, words }) => (path === '' ? words : `${path} ${words}`)),
    ...(omittedCount > 0 ? [`and ${omittedCount} more differences`] : []),
  ];
};

function* walkDifferences(expected: unknown, actual: unknown, path: string): Generator<Difference> {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length)
      yield { path, words: `should have ${expected.length} elements, but has ${actual.length}` };
    for (const index of Array(Math.min(expected.length, actual.length)).keys())
      yield* walkDifferences(expected[index], actual[index], `${path}[${index}]`);
  } else if (isRecord(expected) && isRecord(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)]))
      yield* walkDifferences(expected[key], actual[key], path === '' ? key : `${path}.${key}`);
  } else if (JSON.stringify(expected) !== JSON.stringify(actual)) {
    yield { path, words: `should be ${formatValue(expected)}, but is ${formatValue(actual)}` };
  }
}

interface Comparison {
  readonly label: 'found' | 'should be' | 'but is' | 'differs';
  readonly words: string;
}

/** Everything that helps to understand why an audit failed. */
export interface Failure {
  readonly audit: string;
  readonly status: Status;
  /** Whether a condition that the manifest promises was not reached. */
  readonly isSetupFault?: true;
  /** Whether the asserted exchange changed something that it should not have changed. */
  readonly isSideEffect?: true;
  /** The message of the assertion that failed. */
  readonly assertion: string;
  /** The expected error, such as `404 GRAPH_NOT_FOUND`. */
  readonly expectedError?: string;
  /** The expected and the actual value, each with its label. */
  readonly comparison: readonly Comparison[];
  /** The requirements that depend on the failed audit. */
  readonly requirements: readonly RequirementResult[];
  readonly assertedExchange?: Exchange;
  /** All exchanges of the audit, with masked secrets. */
  readonly exchanges: readonly Exchange[];
  /** The request that the assertion is about, as a curl command. */
  readonly curl?: string;
  /** The command that runs the audit again with the same inputs. */
  readonly replay: string;
  /** The likely cause, given by the author of the audit. */
  readonly hint?: string;
}

const failedStatuses: readonly Status[] = ['FAIL', 'FLAKY', 'HARNESS_ERROR'];

export const listFailures = (report: Report): readonly Failure[] => listByStatus(failedStatuses, report);

/** Returns the audits that found a recommendation that the target does not follow. */
export const listWarnings = (report: Report): readonly Failure[] => listByStatus(['WARN'], report);

const listByStatus = (statuses: readonly Status[], report: Report): readonly Failure[] => {
  const results = report.requirements.filter(({ status }) => statuses.includes(status));
  return report.audits
    .filter(({ status }) => failedStatuses.includes(status) || statuses.includes(status))
    .map((outcome) =>
      createFailure(
        outcome,
        results.filter(
          ({ id, audits }) => audits.includes(outcome.audit) && outcome.requirements.includes(id),
        ),
        report,
      ),
    )
    .filter(({ requirements }) => requirements.length > 0);
};

const createFailure = (
  outcome: AuditOutcome,
  requirements: readonly RequirementResult[],
  report: Report,
): Failure => {
  const { audit, status, message = '', exchanges, likelyCause, isSetupFault, isSideEffect } = outcome;
  const exchange = findAssertedExchange(outcome);
  const curl = exchange && formatCurlCommand(exchange, report.rerun);
  const expectedError = getExpectedError(outcome);
  return {
    audit,
    status,
    ...(isSetupFault && { isSetupFault }),
    ...(isSideEffect && { isSideEffect }),
    assertion: message,
    ...(expectedError !== undefined && { expectedError }),
    comparison: createComparison(outcome),
    requirements,
    ...(exchange && { assertedExchange: exchange }),
    exchanges,
    ...(curl !== undefined && { curl }),
    replay: formatReplayCommand(outcome, report),
    ...(likelyCause !== undefined && { hint: likelyCause }),
  };
};

const getExpectedError = ({ expected }: AuditOutcome): string | undefined =>
  typeof expected === 'string' && /^\d{3}( [A-Z][A-Z0-9_]*)?$/.test(expected) ? expected : undefined;

/**
 * Whether a value is a phrase such as `404 GRAPH_NOT_FOUND` or `an error status`, which needs no quotes. A text such as
 * "404" keeps its quotes next to a number, because the types may be the only difference.
 */
const isPhrase = (value: unknown, other: unknown): value is string =>
  typeof value === 'string' &&
  (/\S\s+\S/.test(value) || (/^\d{3}$/.test(value) && typeof other !== 'number'));

const formatSide = (value: unknown, other?: unknown): string =>
  // Actual errors are formatted like expected errors, without quotes.
  isPhrase(value, other) ? value.replace(/^(\d{3}) "([A-Z][A-Z0-9_]*)"$/, '$1 $2') : formatValue(value, 400);

const isContainer = (value: unknown): boolean => Array.isArray(value) || isRecord(value);

const createComparison = ({ expected, actual }: AuditOutcome): readonly Comparison[] => {
  if (expected === undefined)
    return actual === undefined ? [] : [{ label: 'found', words: formatSide(actual) }];
  const comparisons: readonly Comparison[] = [
    { label: 'should be', words: formatSide(expected, actual) },
    { label: 'but is', words: formatSide(actual, expected) },
  ];
  if (!isContainer(expected) || !isContainer(actual)) return comparisons;
  return [
    ...comparisons,
    ...describeDifferences(expected, actual).map((words) => ({ label: 'differs' as const, words })),
  ];
};
