import { failuresOf } from '../harness/report.ts';
import { cellsOf } from './cells.ts';
import { goalHeading, goalRow } from './goal-cells.ts';
import { growthHeading, growthLegend, growthRows, growthTitle } from './growth-cells.ts';
import { headline, legend } from './headline.ts';
import { textTable } from './tables.ts';
import type { GrowthResult } from '../harness/growth.ts';
import type { BenchReport, ComparisonResult, SuiteResult } from '../harness/report.ts';

/** The report for a terminal: aligned tables without colour, ending in the goals and in what failed. */
export const renderTerminal = (report: BenchReport): string => {
  const failures = failuresOf(report);
  const verdict =
    failures.length === 0
      ? ['Everything was measured.']
      : ['Not measured:', ...failures.map((line) => `  ${line}`)];
  return [
    ...headline(report),
    '',
    ...report.suites.flatMap(renderSuite),
    ...renderGoals(report),
    legend,
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
  const { heading, rows, remarks } = cellsOf(comparison);
  return [comparison.title, ...textTable([heading, ...rows]), ...remarks.map((text) => `  ${text}`), ''];
};

const renderGrowth = (growth: GrowthResult): string[] => [
  growthTitle(growth),
  ...textTable([growthHeading(growth), ...growthRows(growth)]),
  `  ${growthLegend}`,
  '',
];

const renderGoals = ({ goals }: BenchReport): string[] =>
  goals.length === 0 ? [] : ['GOALS', '', ...textTable([goalHeading, ...goals.map(goalRow)]), ''];
