import { createChildProcessCandidate } from './child-process-candidate.ts';
import { frameLatenessMetrics } from './metrics.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Suite, SuiteContext } from './suite.ts';

const framesPerSecond = 60;
const referenceName = 'drift-corrected timer';

/** Measures only this package's frame loop, while it is idle. The server under test is not involved. */
export const frameLoopSuite: Suite = {
  id: 'frame-loop',
  title: 'Frame loop, in process',
  async run(context) {
    await context.compare({
      id: 'frame-loop/idle-60',
      title: `${framesPerSecond} Hz, idle`,
      note: 'Lateness is the delay of a frame relative to an even grid through the earliest frame.',
      isLong: true,
      metrics: [
        ...frameLatenessMetrics,
        { key: 'perSecond', label: 'rate', unit: 'Hz' },
        { key: 'cpuMs', label: 'CPU a frame', unit: 'ms', better: 'lower' },
      ],
      reference: referenceName,
      candidates: [
        createCandidate(context, 'runtime', 'target', 'frame-loop'),
        createCandidate(context, referenceName, 'floor', 'frame-floor'),
      ],
    });
  },
};

const createCandidate = (
  context: SuiteContext,
  name: string,
  role: Candidate['role'],
  program: 'frame-loop' | 'frame-floor',
): Candidate =>
  createChildProcessCandidate(context, { name, role }, program, async (child) => {
    const {
      p50Ms,
      p99Ms,
      perSecond: rate,
      cpuMs,
    } = await child.call('run', { perSecond: framesPerSecond, frames: context.plan.frames });
    return { p50Ms, p99Ms, perSecond: rate, cpuMs };
  });
