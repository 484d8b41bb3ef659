import Builder from 'fast-xml-builder';
import { printable } from '#spec/text/printable.ts';
import { failuresIn } from './failure.ts';
import { headlineOf } from './headline.ts';
import { groupBy } from './group.ts';
import { detailsOf, observationOf } from './words.ts';
import type { Status } from '../engine/outcome.ts';
import type { RequirementResult } from '../engine/settle.ts';
import type { Failure } from './failure.ts';
import type { Report } from './report.ts';

/** In the form of the builder: attributes begin with `@`, `#` is the text. */
type Element = Readonly<Record<string, unknown>>;

const builder = new Builder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  format: true,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

const broken: readonly Status[] = ['FAIL', 'FLAKY'];
const skipped: readonly Status[] = ['NOT_VERIFIED', 'NOT_APPLICABLE', 'OBSERVED', 'NO_AUDIT'];

/** The report as JUnit XML: a suite per section, a case per requirement. */
export const junitXml = (report: Report): string => {
  const failures = failuresIn(report);
  const sections = groupBy(report.requirements, ({ section }) => section);
  const suites =
    report.problem === undefined
      ? sections.map(([section, results]) => suiteOf(section, results, failures))
      : [nothingRan(report, report.problem)];
  const sum = (key: string): number => suites.reduce((total, suite) => total + Number(suite[key]), 0);
  const totals = Object.fromEntries(
    ['@tests', '@failures', '@errors', '@skipped'].map((key) => [key, sum(key)]),
  );
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'conformance',
      ...totals,
      '@time': report.durationMs / 1000,
      testsuite: suites,
    },
  });
};

const suiteOf = (
  section: string,
  results: readonly RequirementResult[],
  failures: readonly Failure[],
): Element => {
  const count = (wanted: readonly Status[]): number =>
    results.filter(({ status }) => wanted.includes(status)).length;
  return {
    '@name': printable(section),
    '@tests': results.length,
    '@failures': count(broken),
    '@errors': count(['HARNESS_ERROR']),
    '@skipped': count(skipped),
    testcase: results.map((result) => caseOf(result, failures)),
  };
};

/** A target that does not answer is an error, or whoever reads only this file would take the run for a success. */
const nothingRan = (report: Report, problem: string): Element => ({
  '@name': 'target',
  '@tests': 1,
  '@failures': 0,
  '@errors': 1,
  '@skipped': 0,
  testcase: {
    '@classname': 'target',
    '@name': headlineOf(report).verdict,
    error: { '@message': printable(problem) },
  },
});

const caseOf = (result: RequirementResult, failures: readonly Failure[]): Element => {
  const { id, section, text, status } = result;
  const message = printable(result.message ?? status);
  const told = failures.filter(({ requirements }) => requirements.includes(result));
  const seen = told.map(
    (failure) => `${observationOf(failure) ?? failure.audit}; demanded: ${failure.demand}`,
  );
  const broke = {
    '@message': printable(seen[0] ?? message),
    '#': told
      .flatMap((failure) => [failure.audit, ...detailsOf(failure)])
      .map(printable)
      .join('\n'),
  };
  return {
    '@classname': printable(section),
    '@name': printable(`${id} ${text}`),
    ...(broken.includes(status) && { failure: { '@type': status, ...broke } }),
    ...(status === 'HARNESS_ERROR' && { error: { ...broke, '@message': message } }),
    ...(skipped.includes(status) && { skipped: { '@message': `${status}: ${message}` } }),
  };
};
