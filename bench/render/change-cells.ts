import { isUnfit, lossesIn, unjudgedIn } from '../compare/changes.ts';
import { isBeyond, isUneven, tellPace } from '../harness/pace.ts';
import { formatFigure, formatRatio } from './cells.ts';
import { headline } from './headline.ts';
import type { Pace } from '../harness/pace.ts';
import type { Change, ReportChanges } from '../compare/changes.ts';

export const changeHeading = [
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
export const changeRow = ({
  candidate,
  metric,
  before,
  after,
  change,
  uncertainty,
  verdict,
}: Change): string[] => [
  `${candidate}, ${metric.label} ${metric.unit}`.trimEnd(),
  formatFigure(before.median),
  formatFigure(after.median),
  formatRatio(before.ratio),
  formatRatio(after.ratio),
  change === undefined ? '–' : signed(change),
  uncertainty === undefined ? '–' : `±${percent(uncertainty)}`,
  verdict ?? '',
];

/** What is compared, with what, and how it ended. */
export const changesHeadline = ({ before, after, pace, tolerance }: ReportChanges): string[] => [
  ...headline(before).map((line) => `before: ${line}`),
  ...headline(after).map((line) => `after: ${line}`),
  ...paceRemark(pace, tolerance),
];

/** What the machine took longer for, or less long, by more than is tolerated; nothing where it did not. */
export const paceRemark = (pace: Pace | undefined, tolerance: number): string[] => {
  if (!pace || !isUneven(pace, tolerance)) return [];
  const told = tellPace((name, kind) =>
    isBeyond(pace[kind], tolerance) ? `${formatRatio(pace[kind])} as long for ${name}` : undefined,
  );
  return [`the machine took ${told}: ratios of unlike work change with it`];
};

export const changesVerdict = (changes: ReportChanges): string => {
  if (isUnfit(changes)) return `These reports can't be compared: ${tooFewRounds}`;
  return [lossVerdict(changes), ...unjudgedRemark(changes)].join(' ');
};

const tooFewRounds =
  'one or two rounds, as --quick makes, do not show what may be chance. Run the bench without --quick.';

const unjudgedRemark = (changes: ReportChanges): string[] => {
  const unjudged = unjudgedIn(changes).length;
  if (unjudged === 0) return [];
  return [`${unjudged} ${unjudged === 1 ? 'ratio' : 'ratios'} can't be compared: ${tooFewRounds}`];
};

const lossVerdict = (changes: ReportChanges): string => {
  const losses = lossesIn(changes).length;
  const bound = `more than ${percent(changes.tolerance)} and what may be chance`;
  if (losses === 0) return `No ratio of a target got worse by ${bound}.`;
  return `${losses} ${losses === 1 ? 'ratio' : 'ratios'} of targets got worse by ${bound}.`;
};

/** Headings of what only one of the reports holds, and what that is. */
export const onlyInOne = ({
  onlyBefore,
  onlyAfter,
}: ReportChanges): readonly (readonly [string, readonly string[]])[] =>
  (
    [
      ['Only before', onlyBefore],
      ['Only after', onlyAfter],
    ] as const
  ).filter(([, lines]) => lines.length > 0);

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

const signed = (share: number): string => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
