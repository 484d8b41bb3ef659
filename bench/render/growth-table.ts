import { getGrowthFactor, getNetGrowthFactor } from '../harness/growth-result.ts';
import { formatFigure } from './comparison-table.ts';
import type { GrowthResult } from '../harness/growth-result.ts';

export const formatGrowthTitle = ({ title, target }: GrowthResult): string =>
  target === undefined ? title : `${title}: ${target}`;

export const createGrowthHeading = ({ sizes }: GrowthResult): string[] => [
  'ms',
  ...sizes.map((nodes) => `${nodes.toLocaleString('en')} nodes`),
  'growth',
  'net',
  'chart',
];

export const createGrowthRows = (growth: GrowthResult): string[][] => [
  ['GET health, the control', ...growth.control.map(formatFigure), '', '', formatSparkline(growth.control)],
  ...growth.series.map((series) => [
    series.label,
    ...series.ms.map(formatFigure),
    formatFactor(getGrowthFactor(series)),
    formatFactor(getNetGrowthFactor(series, growth)),
    formatSparkline(series.ms),
  ]),
];

const formatFactor = (value: number): string => (Number.isFinite(value) ? `${formatFigure(value)}×` : '');

const sparklineBars = '▁▂▃▄▅▆▇█';

/**
 * Draws one bar for each size. Each step up means that the value has doubled, starting from the smallest value in the
 * row.
 */
const formatSparkline = (ms: readonly number[]): string => {
  const smallest = Math.min(...ms.filter((value) => value > 0));
  return ms
    .map((value) =>
      value > 0
        ? sparklineBars[Math.min(sparklineBars.length - 1, Math.round(Math.log2(value / smallest)))]
        : ' ',
    )
    .join('');
};

export const growthLegend =
  'Growth is the value for the largest project divided by that for the smallest: 1 is flat. Net growth is relative to the control, which removes changes of the machine. In the chart, each step up is a doubling.';
