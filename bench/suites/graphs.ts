import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JobFailure } from '../harness/candidate.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Suite, SuiteContext } from './suite.ts';

const nameOf = (graphs: number): string =>
  `among ${graphs.toLocaleString('en')} ${graphs === 1 ? 'graph' : 'graphs'}`;

/** Whether a graph costs the same in a project of many; the server under test takes no part. */
export const graphs: Suite = {
  id: 'graphs',
  title: 'Many graphs, in process',
  async run(context) {
    const { sizes, reference, rounds } = context.plan.graphs;
    const { warmUpMs } = context.plan;
    const home = await mkdtemp(join(tmpdir(), 'scene-runtime-bench-graphs-'));
    try {
      await context.compare({
        id: 'graphs/project',
        title: 'A graph of a project, by how many it holds',
        note: `CPU time of the process. Each graph holds what a new one does. One graph more is created, and one is written to its file, among so many; all of them are opened, listed and written after an edit in each, told for each graph. Idle graphs run, and a tick is told for each of them. Nothing saves by itself meanwhile. The figures of a single graph hold what a project costs by itself.`,
        metrics: [
          { key: 'createUs', label: 'create one', unit: 'µs', better: 'lower' },
          { key: 'saveOneUs', label: 'save one', unit: 'µs', better: 'lower' },
          { key: 'openUs', label: 'open, each', unit: 'µs', better: 'lower' },
          { key: 'listUs', label: 'list, each', unit: 'µs', better: 'lower' },
          { key: 'saveUs', label: 'save all, each', unit: 'µs', better: 'lower' },
          { key: 'idleUs', label: 'idle tick, each', unit: 'µs', better: 'lower' },
        ],
        reference: nameOf(reference),
        budget: { rounds, warmUpMs, deadlineMs: 120_000 },
        candidates: sizes.map((size) => contestant(context, join(home, String(size)), size)),
      });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
};

const contestant = ({ start, plan }: SuiteContext, folder: string, size: number): Candidate => {
  const child = start('graphs');
  return {
    name: nameOf(size),
    role: 'target',
    open: () => child.ask('prepare', { folder, graphs: size }),
    async round() {
      const { left, ...figures } = await child.ask('run', plan.graphs.round);
      if (left !== size) throw new JobFailure(`${left} graphs are open of ${size}`);
      return { ...figures };
    },
    async close() {
      await child.ask('clear', undefined);
      await child.stop();
    },
  };
};
