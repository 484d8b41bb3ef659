import { cellsOf } from './cells.ts';
import { goalHeading, goalRow } from './goal-cells.ts';
import { growthHeading, growthLegend, growthRows, growthTitle } from './growth-cells.ts';
import { headline, legend } from './headline.ts';
import { markdownTable, plain } from './tables.ts';
import type { GrowthResult } from '../harness/growth.ts';
import type { BenchReport, ComparisonResult, SuiteResult } from '../harness/report.ts';

export const renderMarkdown = (report: BenchReport): string =>
  [
    '# Benchmark',
    headline(report)
      .map((line) => `- ${plain(line)}`)
      .join('\n'),
    legend,
    ...renderGoals(report),
    ...report.suites.flatMap(renderSuite),
    '',
  ].join('\n\n');

const renderGoals = ({ goals }: BenchReport): string[] =>
  goals.length === 0 ? [] : ['## Goals', markdownTable(goalHeading, goals.map(goalRow))];

const renderSuite = ({ title, failure, comparisons, growth }: SuiteResult): string[] => [
  `## ${plain(title)}`,
  ...(failure === undefined ? [] : [`**Failed:** ${plain(failure)}`]),
  ...comparisons.flatMap(renderComparison),
  ...growth.flatMap(renderGrowth),
];

const renderComparison = (comparison: ComparisonResult): string[] => {
  const { heading, rows, remarks } = cellsOf(comparison);
  return [
    `### ${plain(comparison.title)}`,
    markdownTable(heading, rows),
    ...remarks.map((line) => `**${plain(line)}**`),
    `${plain(comparison.note)} Ratios against ${plain(comparison.reference)}.`,
  ];
};

const renderGrowth = (growth: GrowthResult): string[] => [
  `### ${plain(growthTitle(growth))}`,
  markdownTable(growthHeading(growth), growthRows(growth)),
  `${plain(growth.note)} ${growthLegend}`,
];
