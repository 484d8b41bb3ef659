import { getItemAt } from '../../harness/get-item-at.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Candidate, JobError } from '../../harness/candidate.ts';
import { median } from '../../harness/statistics.ts';
import { createHttpCaller, type HttpCaller } from '../../load/http-caller.ts';
import { getTargetLabel } from '../candidates-per-target.ts';
import { createChildProcessCandidate } from '../child-process-candidate.ts';
import { createGrowingProject, type GrowingProject, type SampleNode } from './growing-project.ts';
import { controlLabel, type EditTimes, timeEdits } from './time-edits.ts';
import type { ChildProcessHandle } from '../../child/child-process.ts';
import type { GrowthResult, GrowthSeries } from '../../harness/growth-result.ts';
import type { ProbeResult } from '../../load/http-probe.ts';
import type { ProjectFilesResult } from '../../micro/project-files-bench.ts';
import type { Target } from '../../target/target.ts';
import type { Suite, SuiteContext } from '../suite.ts';

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

const probeIntervalMs = 4;
const editIntervalMs = 100;
const saveSeriesLabels = 5;

/**
 * Measures the cost of saving and its effect on other clients. One client reads at a steady rate: first without edits,
 * then while one port changes every tenth of a second, then after a port in every graph has changed. Autosaves that
 * happen during this time are included.
 */
const timeSaves = async (
  target: Target,
  project: GrowingProject,
  probe: ChildProcessHandle<'http-probe'>,
  watchMs: number,
): Promise<EditTimes> => {
  const http = createHttpCaller(target.address);
  const { address, token } = target;
  const probeLatency = (): Promise<ProbeResult> =>
    probe.call('run', {
      address,
      request: { method: 'GET', path: '/api/health', token },
      intervalMs: probeIntervalMs,
      ms: watchMs,
    });
  const write = (sample: SampleNode, value: number) =>
    http.call({ method: 'PUT', path: getValuePath(sample), token, body: { value } });

  try {
    const first = getItemAt(project.samples, 0);
    const saveMs = await timeSave(http, first, target);
    // Allows the server to save earlier edits before the measurement.
    await probeLatency();
    const idle = await probeLatency();
    const editLatency = await watchWhileEditing(probeLatency, (value) => write(first, value));
    const samplePerGraph = getSamplePerGraph(project.samples);
    for (const sample of samplePerGraph) await write(sample, -1);
    const sweepLatency = await probeLatency();
    return new Map([
      ['POST save of one graph', saveMs],
      ['others p99, no edits', idle.p99Ms],
      ['others p99, one graph edited', editLatency.p99Ms],
      ['others longest, one graph edited', editLatency.longestMs],
      ['others p99, every graph edited', sweepLatency.p99Ms],
      ['others longest, every graph edited', sweepLatency.longestMs],
    ]);
  } finally {
    http.close();
  }
};

const getValuePath = ({ inputPortId }: SampleNode): string =>
  `/api/ports/${encodeURIComponent(inputPortId)}/value`;

const watchWhileEditing = async (
  probeLatency: () => Promise<ProbeResult>,
  write: (value: number) => Promise<unknown>,
): Promise<ProbeResult> => {
  let done = false;
  const probing = probeLatency().finally(() => {
    done = true;
  });
  for (let value = 0; !done; value += 1) {
    await write(value);
    await Promise.race([probing, new Promise((resolve) => setTimeout(resolve, editIntervalMs))]);
  }
  return probing;
};

const timeSave = async (http: HttpCaller, sample: SampleNode, { token }: Target): Promise<number> => {
  const times: number[] = [];
  for (let i = 0; i < saveSeriesLabels; i += 1) {
    await http.call({ method: 'PUT', path: getValuePath(sample), token, body: { value: i } });
    const { ms } = await http.call({ method: 'POST', path: `/api/graphs/${sample.graphId}/save`, token });
    times.push(ms);
  }
  return median(times);
};

const getSamplePerGraph = (samples: readonly SampleNode[]): SampleNode[] => [
  ...new Map(samples.map((sample) => [sample.graphId, sample])).values(),
];

const referenceName = 'JSON and files';

/** Measures opening and saving a whole project without a server. */
const compareProjectOnDisk = async (context: SuiteContext): Promise<void> => {
  const { graphs, nodes } = context.plan.growth.project;
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-bench-project-'));
  const toRoundMetrics = ({ openMs, saveMs, nodes: opened, saved }: ProjectFilesResult) => {
    if (opened < graphs * nodes || saved !== graphs)
      throw new JobError(`${opened} nodes were opened and ${saved} graphs saved`);
    return { openMs, saveMs };
  };
  const createCandidate = (name: string, role: Candidate['role'], program: 'project' | 'project-floor') =>
    createChildProcessCandidate(context, { name, role }, program, async (child) =>
      toRoundMetrics(await child.call('run', { folder })),
    );
  try {
    const projectMaker = context.start('project');
    await projectMaker.call('make', { folder, graphs, nodes });
    await projectMaker.stop();
    await context.compare({
      id: `growth/project-${graphs}x${nodes}`,
      title: `A project of ${graphs} graphs with ${nodes} nodes each, in process: opened, then saved after an edit in every graph`,
      note: 'The server under test is not involved. The baseline parses every file into a map, and writes each back through a temporary file that is flushed to disk.',
      budget: { rounds: 2 * context.plan.longRounds, deadlineMs: context.plan.deadlineMs },
      metrics: [
        { key: 'openMs', label: 'open', unit: 'ms', better: 'lower' },
        { key: 'saveMs', label: 'save', unit: 'ms', better: 'lower' },
      ],
      reference: referenceName,
      candidates: [
        createCandidate('runtime', 'target', 'project'),
        createCandidate(referenceName, 'floor', 'project-floor'),
      ],
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

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
    await project.growTo(getItemAt(sizes, 0));
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
