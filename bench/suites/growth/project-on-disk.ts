import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JobFailure } from '../../harness/candidate.ts';
import { inOwnProcess } from '../own-process.ts';
import type { Candidate } from '../../harness/candidate.ts';
import type { ProjectResult } from '../../micro/project.ts';
import type { SuiteContext } from '../suite.ts';

const reference = 'JSON and files';

/** Opening and saving a project as a whole, without a server around it. */
export const compareProjectOnDisk = async (context: SuiteContext): Promise<void> => {
  const { graphs, nodes } = context.plan.growth.project;
  const home = await mkdtemp(join(tmpdir(), 'scene-runtime-bench-project-'));
  const judge = ({ openMs, saveMs, nodes: opened, saved }: ProjectResult) => {
    if (opened < graphs * nodes || saved !== graphs)
      throw new JobFailure(`${opened} nodes were opened and ${saved} graphs saved`);
    return { openMs, saveMs };
  };
  const contestant = (name: string, role: Candidate['role'], program: 'project' | 'project-floor') =>
    inOwnProcess(context, { name, role }, program, async (child) =>
      judge(await child.ask('run', { folder: home })),
    );
  try {
    const maker = context.start('project');
    await maker.ask('make', { folder: home, graphs, nodes });
    await maker.stop();
    await context.compare({
      id: `growth/project-${graphs}x${nodes}`,
      title: `A project of ${graphs} graphs with ${nodes} nodes each, in process: opened, then saved after an edit in every graph`,
      note: 'The server under test takes no part. The floor parses every file into a map, and writes each back through a temporary file that is flushed to disk.',
      budget: { rounds: 2 * context.plan.longRounds, deadlineMs: context.plan.deadlineMs },
      metrics: [
        { key: 'openMs', label: 'open', unit: 'ms', better: 'lower' },
        { key: 'saveMs', label: 'save', unit: 'ms', better: 'lower' },
      ],
      reference,
      candidates: [
        contestant('runtime', 'target', 'project'),
        contestant(reference, 'floor', 'project-floor'),
      ],
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};
