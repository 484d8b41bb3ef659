import type { Metric } from '../harness/candidate.ts';

/** What half of them take at most. */
export const p50: Metric = { key: 'p50Ms', label: 'p50', unit: 'ms', better: 'lower' };

/** What all but a hundredth take at most. */
export const p99: Metric = { key: 'p99Ms', label: 'p99', unit: 'ms', better: 'lower', isErratic: true };

/** The same two of how late frames begin, a distance that nothing but jitter makes. */
export const lateness: readonly Metric[] = [
  { ...p50, label: 'late p50', isErratic: true },
  { ...p99, label: 'late p99' },
];
