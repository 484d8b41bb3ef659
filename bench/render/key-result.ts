import { formatCandidateLabel } from '../harness/candidate.ts';
import { formatFigure, formatRatio, formatUncertainty } from './comparison-table.ts';
import type { ComparisonResult } from '../harness/bench-report.ts';

/** The result that represents a comparison in a summary. */
interface KeyResult {
  /** What was measured, of which candidate. */
  readonly subject: string;
  /** The median with its unit. */
  readonly figure: string;
  /** The ratio to the reference. Absent if there is none, or if the candidate is the reference. */
  readonly ratio?: number;
  /** The ratio as text, with its uncertainty. */
  readonly ratioText?: string;
}

/**
 * Returns the result that represents a comparison: the first metric that is not left to chance, of the first target that
 * is not the reference. Returns `undefined` if no target was measured.
 */
export const findKeyResult = ({
  metrics,
  candidates,
  reference,
}: ComparisonResult): KeyResult | undefined => {
  const metric =
    metrics.find(({ better, isErratic }) => better !== undefined && !isErratic) ??
    metrics.find(({ better }) => better !== undefined) ??
    metrics[0];
  const targets = candidates.filter(({ role }) => role === 'target');
  const candidate =
    targets.find(({ name, outcome }) => outcome === 'measured' && name !== reference) ??
    targets.find(({ outcome }) => outcome === 'measured');
  if (!metric || candidate?.outcome !== 'measured') return undefined;
  const measurement = candidate.figures[metric.key];
  if (!measurement) return undefined;
  const { median, ratio, uncertainty } = measurement;
  return {
    subject: `${formatCandidateLabel(candidate)}, ${metric.label}`,
    figure: `${formatFigure(median)} ${metric.unit}`.trimEnd(),
    ...(ratio !== undefined &&
      candidate.name !== reference && {
        ratio,
        ratioText: `${formatRatio(ratio)}${formatUncertainty(uncertainty)}`,
      }),
  };
};
