import type { MetricId } from './metric-kinds.ts';
import type { MetricsSample } from './metrics-recorder.ts';

/** A metric's times and values, as the plot expects them. A value is null if nothing was measured. */
type MetricSeries = [at: number[], values: (number | null)[]];

export const toMetricSeries = (samples: readonly MetricsSample[], id: MetricId): MetricSeries => {
  const at: number[] = [];
  const values: (number | null)[] = [];
  for (const sample of samples) {
    const previousAt = at.at(-1);
    if (sample.isFirst && previousAt !== undefined) {
      at.push((previousAt + sample.at) / 2);
      values.push(null);
    }
    at.push(sample.at);
    values.push(sample.values[id] ?? null);
  }
  return [at, values];
};

/** Describes a metric's values in words. */
export const describeMetricSeries = (
  samples: readonly MetricsSample[],
  id: MetricId,
  digits: number,
): string => {
  const measured = samples.flatMap(({ values }) => values[id] ?? []);
  if (measured.length === 0) return 'nothing was measured';
  const mean = measured.reduce((sum, value) => sum + value, 0) / measured.length;
  const [min, average, max] = [Math.min(...measured), mean, Math.max(...measured)].map((value) =>
    value.toFixed(digits),
  );
  return `${measured.length} samples, from ${min} to ${max}, ${average} on average`;
};
