import { inOwnProcess } from './own-process.ts';
import { lateness } from './latency.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Suite, SuiteContext } from './suite.ts';

const perSecond = 60;
const reference = 'drift-corrected timer';

/** The frame loop of this package alone and idle; the server under test takes no part. */
export const frameLoop: Suite = {
  id: 'frame-loop',
  title: 'Frame loop, in process',
  async run(context) {
    await context.compare({
      id: 'frame-loop/idle-60',
      title: `${perSecond} Hz, idle`,
      note: 'Lateness is the distance of a frame from an even grid laid through the earliest frame.',
      isLong: true,
      metrics: [
        ...lateness,
        { key: 'perSecond', label: 'rate', unit: 'Hz' },
        { key: 'cpuMs', label: 'CPU a frame', unit: 'ms', better: 'lower' },
      ],
      reference,
      candidates: [
        contestant(context, 'runtime', 'target', 'frame-loop'),
        contestant(context, reference, 'floor', 'frame-floor'),
      ],
    });
  },
};

const contestant = (
  context: SuiteContext,
  name: string,
  role: Candidate['role'],
  program: 'frame-loop' | 'frame-floor',
): Candidate =>
  inOwnProcess(context, { name, role }, program, async (child) => {
    const {
      p50Ms,
      p99Ms,
      perSecond: rate,
      cpuMs,
    } = await child.ask('run', { perSecond, frames: context.plan.frames });
    return { p50Ms, p99Ms, perSecond: rate, cpuMs };
  });
