import { createGrowingProject } from './growing-project.ts';
import { getTargetLabel } from '../candidates-per-target.ts';
import { compareProjectOnDisk } from './project-on-disk-comparison.ts';
import { controlLabel, timeEdits } from './time-edits.ts';
import { timeSaves } from './time-saves.ts';
import type { GrowthResult, GrowthSeries } from '../../harness/growth-result.ts';
import type { Suite, SuiteContext } from '../suite.ts';
import type { EditTimes } from './time-edits.ts';

interface ProjectLayout {
  readonly id: string;
  readonly title: string;
  readonly maxNodesPerGraph: number;
}

const projectLayouts: readonly ProjectLayout[] = [
  {
    id: 'growth/many-graphs',
    title: 'A growing project of graphs with up to 500 nodes',
    maxNodesPerGraph: 500,
  },
  { id: 'growth/one-graph', title: 'One growing graph', maxNodesPerGraph: Number.POSITIVE_INFINITY },
];

/** Checks whether an edit in a large project takes as long as in a small project. */
export const growthSuite: Suite = {
  id: 'growth',
  title: 'Growth',
  isUnpinned: true,
  async run(context) {
    for (const target of context.targets)
      for (const layout of projectLayouts)
        context.addGrowth(await measureGrowth({ ...context, target }, layout));
    await compareProjectOnDisk(context);
  },
};

const measureGrowth = async (
  context: SuiteContext,
  { id, title, maxNodesPerGraph }: ProjectLayout,
): Promise<GrowthResult> => {
  const { target, plan, start, reportProgress } = context;
  const { sizes, edits, watchMs } = plan.growth;
  const probe = start('http-probe');
  const project = await createGrowingProject(target, maxNodesPerGraph);
  const editTimes: EditTimes[] = [];
  const saveTimes: EditTimes[] = [];
  try {
    // biome-ignore lint/style/noNonNullAssertion: the plan has at least one size
    await project.growTo(sizes[0]!);
    reportProgress(`${title}: warm-up`);
    await timeEdits(target, project, plan.growth);
    for (const nodes of sizes) {
      reportProgress(`${title}: ${nodes} nodes`);
      await project.growTo(nodes);
      editTimes.push(await timeEdits(target, project, plan.growth));
      saveTimes.push(await timeSaves(target, project, probe, watchMs));
    }
  } finally {
    await project.remove();
    await probe.stop();
  }
  return {
    id,
    title,
    ...getTargetLabel(context, target),
    note: `Medians of up to ${edits} calls, one at a time over one connection, spread over the project; two connections per node. Others are a second client that reads /api/health every few milliseconds, timed from when each read was due, for ${watchMs} ms.`,
    sizes,
    control: getColumn(editTimes, controlLabel),
    series: [...createSeries(editTimes, true), ...createSeries(saveTimes, false)].filter(
      ({ label }) => label !== controlLabel,
    ),
  };
};

const getColumn = (times: readonly EditTimes[], label: string): number[] =>
  times.map((labeledTimes) => labeledTimes.get(label) ?? Number.NaN);

const createSeries = (times: readonly EditTimes[], besideControl: boolean): GrowthSeries[] =>
  [...(times[0]?.keys() ?? [])].map((label) => ({ label, ms: getColumn(times, label), besideControl }));
