import { hasTooFewRounds, listRegressions, listUndecidedChanges } from '../report-diff/diff-reports.ts';
import { isOutsideTolerance, hasPaceDrift, formatPace } from '../harness/machine-pace.ts';
import { formatFigure, formatRatio } from './comparison-table.ts';
import { formatReportHeadline } from './report-headline.ts';
import type { MachinePace } from '../harness/machine-pace.ts';
import type { MetricChange, ReportDiff } from '../report-diff/diff-reports.ts';

export const diffTableHeading = [
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
export const createDiffRow = ({
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
export const formatDiffHeadline = ({ before, after, pace, tolerance }: ReportDiff): string[] => [
  ...formatReportHeadline(before).map((line) => `before: ${line}`),
  ...formatReportHeadline(after).map((line) => `after: ${line}`),
  ...formatPaceRemark(pace, tolerance),
];

/**
 * Formats a remark that lists the workloads whose time has changed by more than the tolerance. Returns an empty list
 * when no time has changed by that much.
 */
export const formatPaceRemark = (pace: MachinePace | undefined, tolerance: number): string[] => {
  if (!pace || !hasPaceDrift(pace, tolerance)) return [];
  const paceText = formatPace((name, kind) =>
    isOutsideTolerance(pace[kind], tolerance) ? `${formatRatio(pace[kind])} as long for ${name}` : undefined,
  );
  return [`the machine took ${paceText}, so ratios of different workloads vary`];
};

export const formatDiffVerdict = (changes: ReportDiff): string => {
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
export const listUnmatched = ({
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
