import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JobError } from '../harness/candidate.ts';
import { lazy } from '#spec/lazy.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { Candidate, RoundMetrics } from '../harness/candidate.ts';
import type { Suite, SuiteContext } from './suite.ts';

const formatCandidateName = (graphs: number): string =>
  `among ${graphs.toLocaleString('en')} ${graphs === 1 ? 'graph' : 'graphs'}`;

/**
 * Checks whether the cost of a graph is the same in a project with many graphs as in a small project. The server under
 * test is not involved.
 */
export const manyGraphsSuite: Suite = {
  id: 'graphs',
  title: 'Many graphs, in process',
  async run(context) {
    const { sizes, reference, perGraph, perGraphRounds, perProject, perProjectRounds } = context.plan.graphs;
    const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-bench-graphs-'));
    try {
      const projects = sizes.map((size) => openManyGraphsProject(context, join(folder, String(size)), size));
      await context.compare({
        id: 'graphs/single',
        title: 'A graph of a project, by how many it holds',
        note: 'CPU time of the process. Each graph has the content of a new one. Among so many graphs, one more is created and one is written to its file; listing all of them is reported per graph. In the ticks, all graphs run and are idle. There is no autosave. The values for a single graph include the fixed cost of a project.',
        metrics: [
          { key: 'createUs', label: 'create one', unit: 'µs', better: 'lower' },
          { key: 'saveOneUs', label: 'save one', unit: 'µs', better: 'lower' },
          { key: 'listUs', label: 'list, each', unit: 'µs', better: 'lower' },
          { key: 'idleTickUs', label: 'tick, all idle', unit: 'µs', better: 'lower' },
        ],
        reference: formatCandidateName(reference),
        budget: { rounds: perGraphRounds, deadlineMs: roundDeadlineMs },
        candidates: projects.map((project) =>
          createCandidate(project, async (child) => ({
            ...(await child.call('runSingle', perGraph)),
          })),
        ),
      });
      await context.compare({
        id: 'graphs/project',
        title: 'All graphs of a project, by how many it holds',
        note: 'As above. All graphs of a project are opened, and written after an edit in each of them, reported per graph.',
        metrics: [
          { key: 'openUs', label: 'open, each', unit: 'µs', better: 'lower' },
          { key: 'saveUs', label: 'save all, each', unit: 'µs', better: 'lower' },
        ],
        reference: formatCandidateName(reference),
        budget: { rounds: perProjectRounds, isCold: true, deadlineMs: roundDeadlineMs },
        candidates: projects.map((project) =>
          createCandidate(project, async (child) => ({ ...(await child.call('runWhole', perProject)) })),
        ),
      });
      for (const { child } of projects) await child.call('release', undefined);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** The deadline is long because a round may open and write ten thousand graphs. */
const roundDeadlineMs = 120_000;

/** A project with many graphs, in a child process. */
interface ManyGraphsProject {
  readonly size: number;
  readonly child: ChildProcessHandle<'graphs'>;
  /** Creates the graphs on the first call; later calls do nothing. */
  fill(): Promise<void>;
}

const openManyGraphsProject = ({ start }: SuiteContext, folder: string, size: number): ManyGraphsProject => {
  const child = start('graphs');
  return { size, child, fill: lazy(() => child.call('prepare', { folder, graphs: size })) };
};

const createCandidate = (
  { size, child, fill }: ManyGraphsProject,
  run: (child: ChildProcessHandle<'graphs'>) => Promise<RoundMetrics & { readonly left: number }>,
): Candidate => ({
  name: formatCandidateName(size),
  role: 'target',
  open: fill,
  async round() {
    const { left: remaining, ...metrics } = await run(child);
    if (remaining !== size) throw new JobError(`${remaining} graphs are open of ${size}`);
    return metrics;
  },
});
