import type { Metric } from '../harness/candidate.ts';

export const p50Metric: Metric = { key: 'p50Ms', label: 'p50', unit: 'ms', better: 'lower' };

export const p99Metric: Metric = { key: 'p99Ms', label: 'p99', unit: 'ms', better: 'lower', isErratic: true };

/** Latency percentiles for the lateness of frames. Lateness is pure jitter, so it receives no ratio. */
export const frameLatenessMetrics: readonly Metric[] = [
  { ...p50Metric, label: 'late p50', isErratic: true },
  { ...p99Metric, label: 'late p99' },
];
