import { escaped } from './escape.ts';
import { explain } from './failure.ts';
import type { RequirementResult } from '../engine/settle.ts';
import type { Report } from './report.ts';

/** The report as JUnit XML: a suite per section, a case per requirement. */
export const junitXml = (report: Report): string => {
  const sections = bySection(report.requirements);
  const { FAIL, FLAKY, HARNESS_ERROR, NOT_VERIFIED, NOT_APPLICABLE, OBSERVED } = report.counts;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance" tests="${report.requirements.length}" failures="${FAIL + FLAKY}" errors="${HARNESS_ERROR}" skipped="${NOT_VERIFIED + NOT_APPLICABLE + OBSERVED}" time="${report.durationMs / 1000}">`,
    ...[...sections].flatMap(([section, results]) => [
      `  <testsuite name="${escaped(section)}" tests="${results.length}" failures="${count(results, 'FAIL', 'FLAKY')}" errors="${count(results, 'HARNESS_ERROR')}" skipped="${count(results, 'NOT_VERIFIED', 'NOT_APPLICABLE', 'OBSERVED')}">`,
      ...results.map((result) => caseOf(result, report)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
};

const caseOf = (result: RequirementResult, report: Report): string => {
  const head = `    <testcase classname="${escaped(result.section)}" name="${escaped(`${result.id} ${result.text}`)}"`;
  const message = escaped(result.message ?? result.status);
  switch (result.status) {
    case 'PASS':
    case 'WARN':
      return `${head}/>`;
    case 'FAIL':
    case 'FLAKY':
      return `${head}><failure type="${result.status}" message="${message}">${escaped(chainOf(result, report))}</failure></testcase>`;
    case 'HARNESS_ERROR':
      return `${head}><error message="${message}">${escaped(chainOf(result, report))}</error></testcase>`;
    default:
      return `${head}><skipped message="${result.status}: ${message}"/></testcase>`;
  }
};

const chainOf = ({ audits, status }: RequirementResult, report: Report): string =>
  report.audits
    .filter((outcome) => audits.includes(outcome.audit) && outcome.status === status)
    .flatMap((outcome) => explain(outcome, report))
    .join('\n');

const count = (results: readonly RequirementResult[], ...wanted: readonly string[]): number =>
  results.filter(({ status }) => wanted.includes(status)).length;

const bySection = (results: readonly RequirementResult[]): Map<string, RequirementResult[]> => {
  const groups = new Map<string, RequirementResult[]>();
  for (const result of results) {
    const group = groups.get(result.section);
    if (group) group.push(result);
    else groups.set(result.section, [result]);
  }
  return groups;
};
