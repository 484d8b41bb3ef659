import { isDisturbed } from '../harness/other-cpu.ts';
import { hasPaceDrift, getPaceBounds, getPaceChange, formatPace } from '../harness/machine-pace.ts';
import { formatFigure } from './comparison-table.ts';
import type { Machine } from '../harness/describe-machine.ts';
import type { BenchReport, SuiteResult } from '../harness/bench-report.ts';

/** Formats the lines that every rendering shows first. */
export const formatReportHeadline = ({
  machine,
  targets,
  startedAt,
  quick,
  durationMs,
  suites,
}: BenchReport): string[] => [
  ...targets.map(
    ({ url, apiVersion }, index) =>
      `${url}${apiVersion === undefined ? '' : `, version ${apiVersion}`}${targets.length > 1 && index === 0 && !quick ? '; goals are checked for this one only' : ''}`,
  ),
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryMb} MB, ${machine.platform}, Node ${machine.node}, load ${machine.loadBefore}${formatCoreAssignment(machine)}`,
  `${startedAt}, ${Math.round(durationMs / 1000)} s${quick ? ', quick: shows that everything runs, not how fast; no goal is checked' : ''}`,
  ...listPaceLines(suites),
  ...listOtherCpuLines(suites),
];

/**
 * The machine's pace is called uneven when two times for the same workload during the run differ by more than this
 * share.
 */
const paceDriftTolerance = 0.25;

/** Lists, for each workload, the range of times that the machine took over all suites. */
const listPaceLines = (suites: readonly SuiteResult[]): string[] => {
  const paces = suites.flatMap(({ pace }) => (pace ? [pace] : []));
  if (paces.length === 0) return [];
  const { least: min, most: max } = getPaceBounds(paces);
  const spans = formatPace((name, kind) => `${name} ${formatFigure(min[kind])}–${formatFigure(max[kind])}`);
  const hasDrift = hasPaceDrift(getPaceChange([{ before: min, after: max }]), paceDriftTolerance);
  return [
    `pace of the machine, in ms for the same work: ${spans}${hasDrift ? '; not even, so ratios of different workloads vary' : ''}`,
  ];
};

/** Says how much of the machine other processes used, and during which suites it was too much. */
const listOtherCpuLines = (suites: readonly SuiteResult[]): string[] => {
  const cores = suites.flatMap(({ otherCores }) => otherCores ?? []);
  if (cores.length === 0) return [];
  const disturbed = suites.filter(({ otherCores }) => isDisturbed(otherCores)).map(({ id }) => id);
  const usage = `other processes used ${formatFigure(Math.max(...cores))} cores at most`;
  return [
    disturbed.length === 0
      ? `quiet machine: ${usage}`
      : `the machine was not quiet: ${usage}, so goals are not judged in ${disturbed.join(', ')}`,
  ];
};

const formatCoreAssignment = ({ kept }: Machine): string =>
  kept ? `, measured on core ${kept.measured}, loaded from core ${kept.load}` : '';

export const reportLegend =
  'Medians of interleaved rounds, some of them over several starts of all processes. Ratios compare with the baseline of the same table, round by round: above 1 is better than the baseline. The table shows their median; the ± is the spread between rounds and restarts. Lateness and tail values have no ratio: it would be mostly chance. Only ratios can be compared between machines.';
