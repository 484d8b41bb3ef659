import type { Metric } from '../harness/candidate.ts';

/** What half of them take at most. */
export const p50Metric: Metric = { key: 'p50Ms', label: 'p50', unit: 'ms', better: 'lower' };

/** What all but a hundredth take at most. */
export const p99Metric: Metric = { key: 'p99Ms', label: 'p99', unit: 'ms', better: 'lower', isErratic: true };

/** The same two of how late frames begin, a distance that nothing but jitter makes. */
export const frameLatenessMetrics: readonly Metric[] = [
  { ...p50Metric, label: 'late p50', isErratic: true },
  { ...p99Metric, label: 'late p99' },
];
