import type { BenchReport } from '../harness/report.ts';

/** What every rendering says before the figures. */
export const headline = ({ machine, target, startedAt, quick, durationMs }: BenchReport): string[] => [
  `${target.url}${target.apiVersion === undefined ? '' : `, version ${target.apiVersion}`}`,
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryMb} MB, ${machine.platform}, Node ${machine.node}, load ${machine.loadBefore}`,
  `${startedAt}, ${Math.round(durationMs / 1000)} s${quick ? ', quick: shows that everything runs, not how fast; no goal is judged' : ''}`,
];

export const legend =
  'Medians of interleaved rounds. A ratio is taken against the floor of its table in the same run: above 1 is better than the floor. Only ratios travel between machines.';
