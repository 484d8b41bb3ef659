import { isRecord } from '../json.ts';
import { formatCurlCommand, formatReplayCommand } from './shell-commands.ts';
import { describeDifferences, formatValue } from './json-diff.ts';
import { findJudgedExchange } from './exchange-text.ts';
import type { AuditOutcome, Status } from '../runner/audit-outcome.ts';
import type { RequirementResult } from '../runner/requirement-result.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Report } from './report.ts';

interface Comparison {
  readonly label: 'found' | 'should be' | 'but is' | 'differs';
  readonly words: string;
}

/** Everything that helps to understand one audit that did not end as it should. */
export interface Failure {
  readonly audit: string;
  readonly status: Status;
  /** What does not hold, in the words of the judgement. */
  readonly assertion: string;
  /** The refusal that was asked for, such as `404 GRAPH_NOT_FOUND`. */
  readonly expectedError?: string;
  /** Expectation and observation, each saying which it is. */
  readonly comparison: readonly Comparison[];
  /** What hangs on it. */
  readonly requirements: readonly RequirementResult[];
  /** The exchange that was judged. */
  readonly judgedExchange?: Exchange;
  /** All that led there, secrets masked. */
  readonly exchanges: readonly Exchange[];
  /** The judged request as a command line. */
  readonly curl?: string;
  /** The command that runs the audit again with the same inputs. */
  readonly replay: string;
  /** What the author of the audit takes for the likely cause. */
  readonly hint?: string;
}

const failedStatuses: readonly Status[] = ['FAIL', 'FLAKY', 'HARNESS_ERROR'];

/** The audits that a requirement failed by. */
export const listFailures = (report: Report): readonly Failure[] => listByStatus(failedStatuses, report);

/** The audits that a recommendation was not followed in. */
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
  const { audit, status, message = '', exchanges, likelyCause } = outcome;
  const judged = findJudgedExchange(outcome);
  const curl = judged && formatCurlCommand(judged, report.rerun);
  const due = getExpectedError(outcome);
  return {
    audit,
    status,
    assertion: message,
    ...(due !== undefined && { expectedError: due }),
    comparison: createComparison(outcome),
    requirements,
    ...(judged && { judgedExchange: judged }),
    exchanges,
    ...(curl !== undefined && { curl }),
    replay: formatReplayCommand(outcome, report),
    ...(likelyCause !== undefined && { hint: likelyCause }),
  };
};

const getExpectedError = ({ expected }: AuditOutcome): string | undefined =>
  typeof expected === 'string' && /^\d{3}( [A-Z][A-Z0-9_]*)?$/.test(expected) ? expected : undefined;

/** A text that is words rather than a value: `404 GRAPH_NOT_FOUND`, `an error status`. */
const isPhrase = (value: unknown): value is string =>
  typeof value === 'string' && /\S\s+\S|^\d{3}$/.test(value);

const formatSide = (value: unknown): string =>
  // A refusal is told like the one that was asked for, without quotes.
  isPhrase(value) ? value.replace(/^(\d{3}) "([A-Z][A-Z0-9_]*)"$/, '$1 $2') : formatValue(value, 400);

const isContainer = (value: unknown): boolean => Array.isArray(value) || isRecord(value);

const createComparison = ({ expected, actual }: AuditOutcome): readonly Comparison[] => {
  if (expected === undefined)
    return actual === undefined ? [] : [{ label: 'found', words: formatSide(actual) }];
  const sides: readonly Comparison[] = [
    { label: 'should be', words: formatSide(expected) },
    { label: 'but is', words: formatSide(actual) },
  ];
  if (!isContainer(expected) || !isContainer(actual)) return sides;
  return [
    ...sides,
    ...describeDifferences(expected, actual).map((words) => ({ label: 'differs' as const, words })),
  ];
};
