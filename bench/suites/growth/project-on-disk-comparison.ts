import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JobError } from '../../harness/candidate.ts';
import { createChildProcessCandidate } from '../child-process-candidate.ts';
import type { Candidate } from '../../harness/candidate.ts';
import type { ProjectFilesResult } from '../../micro/project-files-bench.ts';
import type { SuiteContext } from '../suite.ts';

const referenceName = 'JSON and files';

/** Measures opening and saving a whole project without a server. */
export const compareProjectOnDisk = async (context: SuiteContext): Promise<void> => {
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
