import { createGrowingProject } from './growing-project.ts';
import { whose } from '../of-each.ts';
import { compareProjectOnDisk } from './project-on-disk.ts';
import { control, timeEdits } from './time-edits.ts';
import { timeSaves } from './time-saves.ts';
import type { GrowthResult, GrowthSeries } from '../../harness/growth.ts';
import type { Suite, SuiteContext } from '../suite.ts';
import type { Times } from './time-edits.ts';

interface Layout {
  readonly id: string;
  readonly title: string;
  readonly mostInGraph: number;
}

const layouts: readonly Layout[] = [
  { id: 'growth/many-graphs', title: 'A growing project of graphs with up to 500 nodes', mostInGraph: 500 },
  { id: 'growth/one-graph', title: 'One growing graph', mostInGraph: Number.POSITIVE_INFINITY },
];

/** Whether an edit costs the same in a large project as in a small one. */
export const growth: Suite = {
  id: 'growth',
  title: 'Growth',
  roams: true,
  async run(context) {
    for (const target of context.targets)
      for (const layout of layouts) context.grow(await growAlong({ ...context, target }, layout));
    await compareProjectOnDisk(context);
  },
};

const growAlong = async (
  context: SuiteContext,
  { id, title, mostInGraph }: Layout,
): Promise<GrowthResult> => {
  const { target, plan, start, tell } = context;
  const { sizes, edits, watchMs } = plan.growth;
  const probe = start('http-probe');
  const project = await createGrowingProject(target, mostInGraph);
  const edited: Times[] = [];
  const saved: Times[] = [];
  try {
    // biome-ignore lint/style/noNonNullAssertion: one size at least is planned
    await project.growTo(sizes[0]!);
    tell(`${title}: warm-up`);
    await timeEdits(target, project, plan.growth);
    for (const nodes of sizes) {
      tell(`${title}: ${nodes} nodes`);
      await project.growTo(nodes);
      edited.push(await timeEdits(target, project, plan.growth));
      saved.push(await timeSaves(target, project, probe, watchMs));
    }
  } finally {
    await project.remove();
    await probe.stop();
  }
  return {
    id,
    title,
    ...whose(context, target),
    note: `Medians of up to ${edits} calls, one at a time over one connection, spread over the project; two connections a node. Others are a second caller that reads /api/health every few milliseconds from when each read was due, for ${watchMs} ms.`,
    sizes,
    control: column(edited, control),
    series: [...seriesOf(edited, true), ...seriesOf(saved, false)].filter(({ label }) => label !== control),
  };
};

const column = (times: readonly Times[], label: string): number[] =>
  times.map((one) => one.get(label) ?? Number.NaN);

const seriesOf = (times: readonly Times[], besideControl: boolean): GrowthSeries[] =>
  [...(times[0]?.keys() ?? [])].map((label) => ({ label, ms: column(times, label), besideControl }));
