import type { BenchReport } from '../harness/bench-report.ts';

/** A report that contains every possible kind of result. */
export const sampleReport: BenchReport = {
  format: 'scene-runtime-bench',
  version: 4,
  startedAt: '2026-01-02T03:04:05.678Z',
  durationMs: 4200,
  quick: false,
  machine: {
    ...{ cpu: 'A chip', cores: 2, memoryMb: 4000, platform: 'linux 6', node: 'v20.0.0', loadBefore: 0.5 },
    kept: { measured: 0, load: 1 },
  },
  targets: [{ url: 'http://127.0.0.1:1', apiVersion: '1.2.3' }],
  suites: [
    {
      id: 'rest',
      title: 'REST',
      pace: { computing: 6, memory: 5, calls: 4, objects: 10 },
      comparisons: [
        {
          id: 'rest/health',
          title: 'GET /api/health',
          note: 'A note.',
          reference: 'bare',
          metrics: [
            { key: 'speed', label: 'requests', unit: 'k/s', better: 'higher' },
            { key: 'cpu', label: 'CPU', unit: 'cores' },
          ],
          candidates: [
            { name: 'target', role: 'target', outcome: 'failed', reason: '500 <b>a|b</b> c' },
            {
              name: 'bare',
              role: 'floor',
              outcome: 'measured',
              rounds: 3,
              figures: {
                speed: { median: 40.25, min: 39, max: 41.5, mad: 1, values: [39, 40.25, 41.5], ratio: 1 },
                cpu: { median: 0.5, min: 0.4, max: 0.6, mad: 0.1, values: [0.4, 0.5, 0.6] },
              },
            },
            { name: 'other', role: 'peer', outcome: 'absent', reason: 'peer not installed: run this' },
          ],
        },
      ],
      growth: [],
    },
    { id: 'build', title: 'Build', failure: 'no node types', comparisons: [], growth: [] },
    {
      id: 'growth',
      title: 'Growth',
      comparisons: [],
      growth: [
        {
          id: 'growth/one-graph',
          title: 'One graph',
          note: 'Of medians.',
          sizes: [100, 100_000],
          control: [0.1, 0.4],
          series: [
            { label: 'PUT port value', ms: [0.5, 2], besideControl: true },
            { label: 'GET nodes', ms: [0.5, 8], besideControl: false },
          ],
        },
      ],
    },
  ],
  goals: [
    {
      comparison: 'rest/health',
      candidate: 'target',
      metric: 'speed',
      against: 'bare',
      bound: 'at least',
      value: 0.6,
      means: 'fast',
      outcome: 'missed',
      measured: 0.5,
      missedBy: 1.2,
    },
  ],
};
