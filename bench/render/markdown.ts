import { cellsOf } from './cells.ts';
import { headline, legend } from './headline.ts';
import type { BenchReport, ComparisonResult, SuiteResult } from '../harness/report.ts';

/** The report as a Markdown document. */
export const renderMarkdown = (report: BenchReport): string =>
  [
    '# Benchmark',
    headline(report)
      .map((line) => `- ${plain(line)}`)
      .join('\n'),
    legend,
    ...report.suites.flatMap(renderSuite),
    '',
  ].join('\n\n');

const renderSuite = ({ title, failure, comparisons }: SuiteResult): string[] => [
  `## ${plain(title)}`,
  ...(failure === undefined ? [] : [`**Failed:** ${plain(failure)}`]),
  ...comparisons.flatMap(renderComparison),
];

const renderComparison = (comparison: ComparisonResult): string[] => {
  const { heading, rows, failures } = cellsOf(comparison);
  const row = (cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |`;
  const rule = `| --- |${' ---: |'.repeat(heading.length - 1)}`;
  return [
    `### ${plain(comparison.title)}`,
    [row(heading), rule, ...rows.map(row)].join('\n'),
    ...failures.map((line) => `**${plain(line)}**`),
    `${plain(comparison.note)} Ratios against ${plain(comparison.reference)}.`,
  ];
};

/** Text from a server must not break a table or smuggle markup into the document. */
const plain = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[|<>*_`[\]\\]/g, (mark) => `\\${mark}`);
