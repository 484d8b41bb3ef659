import { cellsOf } from './cells.ts';
import { goalHeading, goalRow } from './goal-cells.ts';
import { growthHeading, growthLegend, growthRows, growthTitle } from './growth-cells.ts';
import { headline, legend } from './headline.ts';
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
  goals.length === 0 ? [] : ['## Goals', table(goalHeading, goals.map(goalRow))];

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
    table(heading, rows),
    ...remarks.map((line) => `**${plain(line)}**`),
    `${plain(comparison.note)} Ratios against ${plain(comparison.reference)}.`,
  ];
};

const renderGrowth = (growth: GrowthResult): string[] => [
  `### ${plain(growthTitle(growth))}`,
  table(growthHeading(growth), growthRows(growth)),
  `${plain(growth.note)} ${growthLegend}`,
];

const table = (heading: readonly string[], rows: readonly (readonly string[])[]): string => {
  const row = (cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |`;
  const rule = `| --- |${' ---: |'.repeat(heading.length - 1)}`;
  return [row(heading), rule, ...rows.map(row)].join('\n');
};

/** Text from a server must not break a table or smuggle markup into the document. */
const plain = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[|<>*_`[\]\\]/g, (mark) => `\\${mark}`);
