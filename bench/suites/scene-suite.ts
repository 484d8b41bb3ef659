import { JobError } from '../harness/candidate.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { SceneTickOptions } from '../micro/scene-tick-bench.ts';
import { p50Metric, p99Metric } from './latency-metrics.ts';
import {
  compareCaptures,
  compareSceneCommands,
  comparePropertyWrites,
} from './scene-commands-comparisons.ts';
import { compareScenePolling } from './scene-polling-comparison.ts';
import type { Suite, SuiteContext } from './suite.ts';

/** Duration of a frame at the usual rate, in milliseconds. */
const frameMs = 1000 / 60;

const sceneMetrics: readonly Metric[] = [
  { ...p50Metric, label: 'tick p50' },
  { ...p99Metric, label: 'tick p99' },
  { key: 'p50Share', label: 'p50 of a frame', unit: '%' },
  { key: 'p99Share', label: 'p99 of a frame', unit: '%' },
];

const referenceName = '300 bodies in the bare engine';

/**
 * Measures the cost of a scene in every frame and for every command. Only bulk writes and polling involve the server
 * under test.
 */
export const sceneSuite: Suite = {
  id: 'scene',
  title: 'The scene',
  starts: 2,
  async run(context) {
    await compareSceneCommands(context);
    await comparePropertyWrites(context);
    await compareCaptures(context);
    await compareScenePolling(context);
    await context.compare({
      id: 'scene/tick',
      title: '1,000 objects with a tween each and 300 bodies awake',
      note: 'Ticks of a runtime at full speed, with frames of 1/60 s. The bodies are boxes in stacks. Some are pushed every ten ticks to keep them awake; pushing is not counted. The baseline simulates the same stacks with the bare physics engine and reads every pose.',
      isLong: true,
      metrics: sceneMetrics,
      reference: referenceName,
      candidates: [
        createCandidate(context, '1,000 tweens, 300 bodies', 'scene-tick', { tweens: 1_000, bodies: 300 }),
        createCandidate(context, '1,000 tweens', 'scene-tick', { tweens: 1_000, bodies: 0 }),
        createCandidate(context, '300 bodies', 'scene-tick', { tweens: 0, bodies: 300 }),
        createCandidate(context, referenceName, 'bodies-floor', { tweens: 0, bodies: 300 }),
      ],
    });
  },
};

const createCandidate = (
  context: SuiteContext,
  name: string,
  program: 'scene-tick' | 'bodies-floor',
  options: SceneTickOptions,
): Candidate => {
  const child = context.start(program);
  return {
    name,
    role: program === 'scene-tick' ? 'target' : 'floor',
    open: () => child.call('prepare', options),
    async round() {
      const { p50Ms, p99Ms, asleep } = await child.call('run', { ticks: context.plan.frames });
      if (asleep > 0) throw new JobError(`${asleep} of ${options.bodies} bodies fell asleep`);
      return { p50Ms, p99Ms, p50Share: (p50Ms / frameMs) * 100, p99Share: (p99Ms / frameMs) * 100 };
    },
    close: () => child.stop(),
  };
};
