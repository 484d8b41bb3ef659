import { isRecord } from '../json.ts';
import { curlOf, replayOf } from './commands.ts';
import { differences, said } from './diff.ts';
import { judgedExchange } from './observed.ts';
import type { AuditOutcome, Status } from '../engine/outcome.ts';
import type { RequirementResult } from '../engine/settle.ts';
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
  readonly demand: string;
  /** The refusal that was asked for, such as `404 GRAPH_NOT_FOUND`. */
  readonly due?: string;
  /** Expectation and observation, each saying which it is. */
  readonly comparison: readonly Comparison[];
  /** What hangs on it. */
  readonly requirements: readonly RequirementResult[];
  /** The exchange that was judged. */
  readonly judged?: Exchange;
  /** All that led there, secrets masked. */
  readonly exchanges: readonly Exchange[];
  /** The judged request as a command line. */
  readonly curl?: string;
  /** The command that runs the audit again with the same inputs. */
  readonly replay: string;
  /** What the author of the audit takes for the likely cause. */
  readonly hint?: string;
}

const failed: readonly Status[] = ['FAIL', 'FLAKY', 'HARNESS_ERROR'];

/** The audits that a requirement failed by. */
export const failuresIn = (report: Report): readonly Failure[] => endedAs(failed, report);

/** The audits that a recommendation was not followed in. */
export const warningsIn = (report: Report): readonly Failure[] => endedAs(['WARN'], report);

const endedAs = (statuses: readonly Status[], report: Report): readonly Failure[] => {
  const results = report.requirements.filter(({ status }) => statuses.includes(status));
  return report.audits
    .filter(({ status }) => failed.includes(status) || statuses.includes(status))
    .map((outcome) =>
      failureOf(
        outcome,
        results.filter(
          ({ id, audits }) => audits.includes(outcome.audit) && outcome.requirements.includes(id),
        ),
        report,
      ),
    )
    .filter(({ requirements }) => requirements.length > 0);
};

const failureOf = (
  outcome: AuditOutcome,
  requirements: readonly RequirementResult[],
  report: Report,
): Failure => {
  const { audit, status, message = '', exchanges, likelyCause } = outcome;
  const judged = judgedExchange(outcome);
  const curl = judged && curlOf(judged, report.rerun);
  const due = dueIn(outcome);
  return {
    audit,
    status,
    demand: message,
    ...(due !== undefined && { due }),
    comparison: comparisonOf(outcome),
    requirements,
    ...(judged && { judged }),
    exchanges,
    ...(curl !== undefined && { curl }),
    replay: replayOf(outcome, report),
    ...(likelyCause !== undefined && { hint: likelyCause }),
  };
};

const dueIn = ({ expected }: AuditOutcome): string | undefined =>
  typeof expected === 'string' && /^\d{3}( [A-Z][A-Z0-9_]*)?$/.test(expected) ? expected : undefined;

/** A text that is words rather than a value: `404 GRAPH_NOT_FOUND`, `an error status`. */
const isWords = (value: unknown): value is string =>
  typeof value === 'string' && /\S\s+\S|^\d{3}$/.test(value);

const inWords = (value: unknown): string =>
  // A refusal is told like the one that was asked for, without quotes.
  isWords(value) ? value.replace(/^(\d{3}) "([A-Z][A-Z0-9_]*)"$/, '$1 $2') : said(value, 400);

const isStructure = (value: unknown): boolean => Array.isArray(value) || isRecord(value);

const comparisonOf = ({ expected, actual }: AuditOutcome): readonly Comparison[] => {
  if (expected === undefined) return actual === undefined ? [] : [{ label: 'found', words: inWords(actual) }];
  const sides: readonly Comparison[] = [
    { label: 'should be', words: inWords(expected) },
    { label: 'but is', words: inWords(actual) },
  ];
  if (!isStructure(expected) || !isStructure(actual)) return sides;
  return [...sides, ...differences(expected, actual).map((words) => ({ label: 'differs' as const, words }))];
};
