import { listFailures } from '../harness/bench-report.ts';
import { createComparisonTable } from './comparison-table.ts';
import { goalTableHeading, createGoalRow } from './goal-table.ts';
import { createGrowthHeading, growthLegend, createGrowthRows, formatGrowthTitle } from './growth-table.ts';
import { formatReportHeadline, reportLegend } from './report-headline.ts';
import { formatTextTable } from './text-tables.ts';
import type { GrowthResult } from '../harness/growth-result.ts';
import type { BenchReport, ComparisonResult, SuiteResult } from '../harness/bench-report.ts';

/** Renders the report for a terminal: aligned tables without color, with the goals and the failures at the end. */
export const renderTerminal = (report: BenchReport): string => {
  const failures = listFailures(report);
  const verdict =
    failures.length === 0
      ? ['Everything was measured.']
      : ['Not measured:', ...failures.map((line) => `  ${line}`)];
  return [
    ...formatReportHeadline(report),
    '',
    ...report.suites.flatMap(renderSuite),
    ...renderGoals(report),
    reportLegend,
    ...verdict,
    '',
  ].join('\n');
};

const renderSuite = ({ title, failure, comparisons, growth }: SuiteResult): string[] => [
  title.toUpperCase(),
  ...(failure === undefined ? [] : [`  failed: ${failure}`]),
  '',
  ...comparisons.flatMap(renderComparison),
  ...growth.flatMap(renderGrowth),
];

const renderComparison = (comparison: ComparisonResult): string[] => {
  const { heading, rows, remarks } = createComparisonTable(comparison);
  return [
    comparison.title,
    ...formatTextTable([heading, ...rows]),
    ...remarks.map((text) => `  ${text}`),
    '',
  ];
};

const renderGrowth = (growth: GrowthResult): string[] => [
  formatGrowthTitle(growth),
  ...formatTextTable([createGrowthHeading(growth), ...createGrowthRows(growth)]),
  `  ${growthLegend}`,
  '',
];

const renderGoals = ({ goals }: BenchReport): string[] =>
  goals.length === 0
    ? []
    : ['GOALS', '', ...formatTextTable([goalTableHeading, ...goals.map(createGoalRow)]), ''];
