import { createComparisonTable } from './comparison-table.ts';
import { goalTableHeading, createGoalRow } from './goal-table.ts';
import { createGrowthHeading, growthLegend, createGrowthRows, formatGrowthTitle } from './growth-table.ts';
import { formatReportHeadline, reportLegend } from './report-headline.ts';
import { formatMarkdownTable, toPlainText } from './text-tables.ts';
import type { GrowthResult } from '../harness/growth-result.ts';
import type { BenchReport, ComparisonResult, SuiteResult } from '../harness/bench-report.ts';

export const renderMarkdown = (report: BenchReport): string =>
  [
    '# Benchmark',
    formatReportHeadline(report)
      .map((line) => `- ${toPlainText(line)}`)
      .join('\n'),
    reportLegend,
    ...renderGoals(report),
    ...report.suites.flatMap(renderSuite),
    '',
  ].join('\n\n');

const renderGoals = ({ goals }: BenchReport): string[] =>
  goals.length === 0 ? [] : ['## Goals', formatMarkdownTable(goalTableHeading, goals.map(createGoalRow))];

const renderSuite = ({ title, failure, comparisons, growth }: SuiteResult): string[] => [
  `## ${toPlainText(title)}`,
  ...(failure === undefined ? [] : [`**Failed:** ${toPlainText(failure)}`]),
  ...comparisons.flatMap(renderComparison),
  ...growth.flatMap(renderGrowth),
];

const renderComparison = (comparison: ComparisonResult): string[] => {
  const { heading, rows, remarks } = createComparisonTable(comparison);
  return [
    `### ${toPlainText(comparison.title)}`,
    formatMarkdownTable(heading, rows),
    ...remarks.map((line) => `**${toPlainText(line)}**`),
    `${toPlainText(comparison.note)} Ratios against ${toPlainText(comparison.reference)}.`,
  ];
};

const renderGrowth = (growth: GrowthResult): string[] => [
  `### ${toPlainText(formatGrowthTitle(growth))}`,
  formatMarkdownTable(createGrowthHeading(growth), createGrowthRows(growth)),
  `${toPlainText(growth.note)} ${growthLegend}`,
];
