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

/** One row for each figure: both medians, both ratios, by how much the ratio changed, how much of it may be chance, and whether that is much. */
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

/** What is compared, with what, and how it ended. */
export const formatDiffHeadline = ({ before, after, pace, tolerance }: ReportDiff): string[] => [
  ...formatReportHeadline(before).map((line) => `before: ${line}`),
  ...formatReportHeadline(after).map((line) => `after: ${line}`),
  ...formatPaceRemark(pace, tolerance),
];

/** What the machine took longer for, or less long, by more than is tolerated; nothing where it did not. */
export const formatPaceRemark = (pace: MachinePace | undefined, tolerance: number): string[] => {
  if (!pace || !hasPaceDrift(pace, tolerance)) return [];
  const told = formatPace((name, kind) =>
    isOutsideTolerance(pace[kind], tolerance) ? `${formatRatio(pace[kind])} as long for ${name}` : undefined,
  );
  return [`the machine took ${told}: ratios of unlike work change with it`];
};

export const formatDiffVerdict = (changes: ReportDiff): string => {
  if (hasTooFewRounds(changes)) return `These reports can't be compared: ${tooFewRoundsMessage}`;
  return [formatRegressionVerdict(changes), ...formatUndecidedRemark(changes)].join(' ');
};

const tooFewRoundsMessage =
  'one or two rounds, as with --quick, do not show the noise. Run the bench without --quick.';

const formatUndecidedRemark = (changes: ReportDiff): string[] => {
  const unjudged = listUndecidedChanges(changes).length;
  if (unjudged === 0) return [];
  return [`${unjudged} ${unjudged === 1 ? 'ratio' : 'ratios'} can't be compared: ${tooFewRoundsMessage}`];
};

const formatRegressionVerdict = (changes: ReportDiff): string => {
  const losses = listRegressions(changes).length;
  const bound = `more than ${formatPercent(changes.tolerance)} and what may be chance`;
  if (losses === 0) return `No ratio of a target got worse by ${bound}.`;
  return `${losses} ${losses === 1 ? 'ratio' : 'ratios'} of targets got worse by ${bound}.`;
};

/** Headings of what only one of the reports holds, and what that is. */
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
