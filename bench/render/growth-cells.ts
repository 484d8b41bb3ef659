import { growthOf, netGrowthOf } from '../harness/growth.ts';
import { formatFigure } from './cells.ts';
import type { GrowthResult } from '../harness/growth.ts';

export const growthTitle = ({ title, target }: GrowthResult): string =>
  target === undefined ? title : `${title}: ${target}`;

export const growthHeading = ({ sizes }: GrowthResult): string[] => [
  'ms',
  ...sizes.map((nodes) => `${nodes.toLocaleString('en')} nodes`),
  'growth',
  'net',
  'chart',
];

export const growthRows = (growth: GrowthResult): string[][] => [
  ['GET health, the control', ...growth.control.map(formatFigure), '', '', sparkline(growth.control)],
  ...growth.series.map((one) => [
    one.label,
    ...one.ms.map(formatFigure),
    factor(growthOf(one)),
    factor(netGrowthOf(one, growth)),
    sparkline(one.ms),
  ]),
];

const factor = (value: number): string => (Number.isFinite(value) ? `${formatFigure(value)}×` : '');

const bars = '▁▂▃▄▅▆▇█';

/** One bar for each size; a step up is a doubling against the smallest figure of the row. */
const sparkline = (ms: readonly number[]): string => {
  const least = Math.min(...ms.filter((value) => value > 0));
  return ms
    .map((value) => (value > 0 ? bars[Math.min(bars.length - 1, Math.round(Math.log2(value / least)))] : ' '))
    .join('');
};

export const growthLegend =
  'Growth is the figure of the largest project over that of the smallest: 1 is flat. Net growth is in units of the control, which takes out what the machine did meanwhile. In the chart, a step up is a doubling.';
