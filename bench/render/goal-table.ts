import { formatFigure, formatUncertainty } from './comparison-table.ts';
import type { GoalResult } from '../harness/bench-report.ts';

export const goalTableHeading = ['', 'measured', 'goal', '', 'meaning'] as const;

/** Creates the row for one goal: its name, the measured value, the bound, and by how much the goal is missed. */
export const createGoalRow = (goal: GoalResult): string[] => {
  const {
    comparison,
    candidate,
    metric,
    against,
    bound,
    value,
    outcome,
    measured,
    uncertainty,
    missedBy,
    means,
  } = goal;
  const amount = (figure: number) => `${formatFigure(figure)}${against === undefined ? '' : '×'}`;
  return [
    `${comparison}: ${candidate}, ${metric}${against === undefined ? '' : ` / ${against}`}`,
    measured === undefined ? '–' : `${amount(measured)}${formatUncertainty(uncertainty)}`,
    `${bound} ${amount(value)}`,
    missedBy === undefined || !Number.isFinite(missedBy)
      ? outcome
      : `${outcome}${outcome === 'missed' ? ' by' : ', off by'} ${Math.ceil((missedBy - 1) * 100)} %`,
    means,
  ];
};
