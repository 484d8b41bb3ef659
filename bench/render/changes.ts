import {
  changeHeading,
  changeRow,
  changesHeadline,
  changesVerdict,
  onlyInOne,
  paceRemark,
} from './change-cells.ts';
import { markdownTable, plain, textTable } from './tables.ts';
import type { ComparisonChanges, ReportChanges } from '../compare/changes.ts';

const legend =
  'Medians and their ratios to the reference of each table, before and after. A change is that of the ratio: above 0 is better. Chance is how much of it may be that, by what rounds and starts differ.';

/** Two reports side by side for a terminal, ending in the verdict. */
export const renderChangesForTerminal = (changes: ReportChanges): string =>
  [
    ...changesHeadline(changes),
    '',
    ...changes.comparisons.flatMap(({ title, pace, changes: rows }) => [
      title,
      ...paceRemark(pace, changes.tolerance),
      ...textTable([changeHeading, ...rows.map(changeRow)]),
      '',
    ]),
    ...onlyInOne(changes).flatMap(([title, lines]) => [`${title}:`, ...lines.map((line) => `  ${line}`), '']),
    legend,
    changesVerdict(changes),
    '',
  ].join('\n');

export const renderChangesAsMarkdown = (changes: ReportChanges): string =>
  [
    '# Benchmarks compared',
    listOf(changesHeadline(changes)),
    legend,
    `**${changesVerdict(changes)}**`,
    ...changes.comparisons.flatMap((comparison) => sectionOf(comparison, changes.tolerance)),
    ...onlyInOne(changes).flatMap(([title, lines]) => [`## ${title}`, listOf(lines)]),
    '',
  ].join('\n\n');

const sectionOf = ({ title, pace, changes }: ComparisonChanges, tolerance: number): string[] => [
  `## ${plain(title)}`,
  ...paceRemark(pace, tolerance).map(plain),
  markdownTable(changeHeading, changes.map(changeRow)),
];

const listOf = (lines: readonly string[]): string => lines.map((line) => `- ${plain(line)}`).join('\n');
