import { formatPace, hasPaceDrift, isOutsideTolerance, type MachinePace } from '../harness/machine-pace.ts';
import {
  type ComparisonDiff,
  hasTooFewRounds,
  listRegressions,
  listUndecidedChanges,
  type MetricChange,
  type ReportDiff,
} from '../report-diff/diff-reports.ts';
import { formatFigure, formatRatio } from './comparison-table.ts';
import { formatReportHeadline } from './report-headline.ts';
import { formatMarkdownTable, formatTextTable, toPlainText } from './text-tables.ts';

const diffTableHeading = [
  '',
  'before',
  'after',
  'ratio before',
  'ratio after',
  'change',
  'chance',
  '',
] as const;

/**
 * Creates the row for one metric: both medians, both ratios, the change in the ratio, its uncertainty and the verdict.
 */
const createDiffRow = ({
  candidate,
  metric,
  before,
  after,
  change,
  uncertainty,
  verdict,
}: MetricChange): string[] => [
  `${candidate}, ${metric.label} ${metric.unit}`.trimEnd(),
  formatFigure(before.median),
  formatFigure(after.median),
  formatRatio(before.ratio),
  formatRatio(after.ratio),
  change === undefined ? '–' : formatSignedPercent(change),
  uncertainty === undefined ? '–' : `±${formatPercent(uncertainty)}`,
  verdict ?? '',
];

/** Formats the headline, which names the compared reports and states the verdict. */
const formatDiffHeadline = ({ before, after, pace, tolerance }: ReportDiff): string[] => [
  ...formatReportHeadline(before).map((line) => `before: ${line}`),
  ...formatReportHeadline(after).map((line) => `after: ${line}`),
  ...formatPaceRemark(pace, tolerance),
];

/**
 * Formats a remark that lists the workloads whose time has changed by more than the tolerance. Returns an empty list
 * when no time has changed by that much.
 */
const formatPaceRemark = (pace: MachinePace | undefined, tolerance: number): string[] => {
  if (!pace || !hasPaceDrift(pace, tolerance)) return [];
  const paceText = formatPace((name, kind) =>
    isOutsideTolerance(pace[kind], tolerance) ? `${formatRatio(pace[kind])} as long for ${name}` : undefined,
  );
  return [`the machine took ${paceText}, so ratios of different workloads vary`];
};

const formatDiffVerdict = (changes: ReportDiff): string => {
  if (hasTooFewRounds(changes)) return `These reports can't be compared: ${tooFewRoundsMessage}`;
  return [formatRegressionVerdict(changes), ...formatUndecidedRemark(changes)].join(' ');
};

const tooFewRoundsMessage =
  'one or two rounds, as with --quick, do not show the noise. Run the bench without --quick.';

const formatUndecidedRemark = (changes: ReportDiff): string[] => {
  const undecidedCount = listUndecidedChanges(changes).length;
  if (undecidedCount === 0) return [];
  return [
    `${undecidedCount} ${undecidedCount === 1 ? 'ratio' : 'ratios'} can't be compared: ${tooFewRoundsMessage}`,
  ];
};

const formatRegressionVerdict = (changes: ReportDiff): string => {
  const regressionCount = listRegressions(changes).length;
  const threshold = `more than ${formatPercent(changes.tolerance)} and what may be chance`;
  if (regressionCount === 0) return `No ratio of a target got worse by ${threshold}.`;
  return `${regressionCount} ${regressionCount === 1 ? 'ratio' : 'ratios'} of targets got worse by ${threshold}.`;
};

/** Lists the entries that only one of the two reports contains, under headings. */
const listUnmatched = ({
  onlyBefore,
  onlyAfter,
}: ReportDiff): readonly (readonly [string, readonly string[]])[] =>
  (
    [
      ['Only before', onlyBefore],
      ['Only after', onlyAfter],
    ] as const
  ).filter(([, lines]) => lines.length > 0);

const formatPercent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

const formatSignedPercent = (share: number): string =>
  `${share < 0 ? '−' : '+'}${formatPercent(Math.abs(share))}`;

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
