import {
  diffTableHeading,
  createDiffRow,
  formatDiffHeadline,
  formatDiffVerdict,
  listUnmatched,
  formatPaceRemark,
} from './report-diff-table.ts';
import { formatMarkdownTable, toPlainText, formatTextTable } from './text-tables.ts';
import type { ComparisonDiff, ReportDiff } from '../report-diff/diff-reports.ts';

const diffLegend =
  'Medians and their ratios to the reference of each table, before and after. A change is that of the ratio: above 0 is better. Chance is how much of it may be noise, from the spread between rounds and restarts.';

/** Renders the comparison of two reports for a terminal, with the verdict at the end. */
export const renderDiffForTerminal = (changes: ReportDiff): string =>
  [
    ...formatDiffHeadline(changes),
    '',
    ...changes.comparisons.flatMap(({ title, pace, changes: rows }) => [
      title,
      ...formatPaceRemark(pace, changes.tolerance),
      ...formatTextTable([diffTableHeading, ...rows.map(createDiffRow)]),
      '',
    ]),
    ...listUnmatched(changes).flatMap(([title, lines]) => [
      `${title}:`,
      ...lines.map((line) => `  ${line}`),
      '',
    ]),
    diffLegend,
    formatDiffVerdict(changes),
    '',
  ].join('\n');

export const renderDiffAsMarkdown = (changes: ReportDiff): string =>
  [
    '# Benchmarks compared',
    renderMarkdownList(formatDiffHeadline(changes)),
    diffLegend,
    `**${formatDiffVerdict(changes)}**`,
    ...changes.comparisons.flatMap((comparison) => renderDiffSection(comparison, changes.tolerance)),
    ...listUnmatched(changes).flatMap(([title, lines]) => [`## ${title}`, renderMarkdownList(lines)]),
    '',
  ].join('\n\n');

const renderDiffSection = ({ title, pace, changes }: ComparisonDiff, tolerance: number): string[] => [
  `## ${toPlainText(title)}`,
  ...formatPaceRemark(pace, tolerance).map(toPlainText),
  formatMarkdownTable(diffTableHeading, changes.map(createDiffRow)),
];

const renderMarkdownList = (lines: readonly string[]): string =>
  lines.map((line) => `- ${toPlainText(line)}`).join('\n');
