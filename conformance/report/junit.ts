import Builder from 'fast-xml-builder';
import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { listFailures } from './failures.ts';
import { createHeadline } from './headline.ts';
import { groupBy } from './group-by.ts';
import { formatFailure, describeObservation } from './failure-text.ts';
import type { Status } from '../runner/audit-outcome.ts';
import type { RequirementResult } from '../runner/requirement-result.ts';
import type { Failure } from './failures.ts';
import type { Report } from './report.ts';

/** An element for the XML builder. Keys with `@` are attributes, and the key `#` is the text. */
type XmlElement = Readonly<Record<string, unknown>>;

const xmlBuilder = new Builder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  format: true,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

const failedStatuses: readonly Status[] = ['FAIL', 'FLAKY'];
const skippedStatuses: readonly Status[] = ['NOT_VERIFIED', 'NOT_APPLICABLE', 'OBSERVED', 'NO_AUDIT'];

/** Renders the report as JUnit XML, with a test suite per section and a test case per requirement. */
export const renderJunitXml = (report: Report): string => {
  const failures = listFailures(report);
  const sections = groupBy(report.requirements, ({ section }) => section);
  const suites =
    report.problem === undefined
      ? sections.map(([section, results]) => createSuite(section, results, failures))
      : [createProblemSuite(report, report.problem)];
  const sum = (key: string): number => suites.reduce((total, suite) => total + Number(suite[key]), 0);
  const totals = Object.fromEntries(
    ['@tests', '@failures', '@errors', '@skipped'].map((key) => [key, sum(key)]),
  );
  return xmlBuilder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'conformance',
      ...totals,
      '@time': report.durationMs / 1000,
      testsuite: suites,
    },
  });
};

const createSuite = (
  section: string,
  results: readonly RequirementResult[],
  failures: readonly Failure[],
): XmlElement => {
  const count = (statuses: readonly Status[]): number =>
    results.filter(({ status }) => statuses.includes(status)).length;
  return {
    '@name': escapeControlCharacters(section),
    '@tests': results.length,
    '@failures': count(failedStatuses),
    '@errors': count(['HARNESS_ERROR']),
    '@skipped': count(skippedStatuses),
    testcase: results.map((result) => createTestCase(result, failures)),
  };
};

/**
 * Reports an error if the target does not answer, because otherwise anyone who reads only this file would assume
 * success.
 */
const createProblemSuite = (report: Report, problem: string): XmlElement => ({
  '@name': 'target',
  '@tests': 1,
  '@failures': 0,
  '@errors': 1,
  '@skipped': 0,
  testcase: {
    '@classname': 'target',
    '@name': createHeadline(report).verdict,
    error: { '@message': escapeControlCharacters(problem) },
  },
});

const createTestCase = (result: RequirementResult, failures: readonly Failure[]): XmlElement => {
  const { id, section, text, status } = result;
  const message = escapeControlCharacters(result.message ?? status);
  const relatedFailures = failures.filter(({ requirements }) => requirements.includes(result));
  const messages = relatedFailures.map(
    (failure) => `${describeObservation(failure) ?? failure.audit}; required: ${failure.assertion}`,
  );
  const failure = {
    '@message': escapeControlCharacters(messages[0] ?? message),
    '#': relatedFailures
      .flatMap((failure) => [failure.audit, ...formatFailure(failure)])
      .map(escapeControlCharacters)
      .join('\n'),
  };
  return {
    '@classname': escapeControlCharacters(section),
    '@name': escapeControlCharacters(`${id} ${text}`),
    ...(failedStatuses.includes(status) && { failure: { '@type': status, ...failure } }),
    ...(status === 'HARNESS_ERROR' && { error: { ...failure, '@message': message } }),
    ...(skippedStatuses.includes(status) && { skipped: { '@message': `${status}: ${message}` } }),
  };
};
