import { JobError } from '../harness/candidate.ts';
import { createChildProcessCandidate } from './child-process-candidate.ts';
import { p50Metric, p99Metric } from './metrics.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { AnimationOptions } from '../micro/animated-model.ts';
import type { Suite, SuiteContext } from './suite.ts';

const animationMetrics: readonly Metric[] = [
  { ...p50Metric, label: 'tick p50' },
  { ...p99Metric, label: 'tick p99' },
];

const referenceName = 'mixers of three.js';

/** The animations to play, keyed by comparison id. */
const animationOptions = {
  single: { models: 1_000, nodes: 1, animatedNodes: true, clips: 1 },
  double: { models: 1_000, nodes: 1, animatedNodes: true, clips: 2 },
  bones: { models: 100, nodes: 21, animatedNodes: false, clips: 1 },
} as const satisfies Readonly<Record<string, AnimationOptions>>;

const comparisonTitles: Readonly<Record<keyof typeof animationOptions, string>> = {
  single: '1,000 objects with a clip of 3 tracks each',
  double: '1,000 objects with two clips of 3 tracks each',
  bones: '100 models of 21 bones with a clip each',
};

const animationNote =
  'Ticks of a runtime at full speed with looping playbacks, compared with the same clips in one three.js mixer for each model. The mixers raise no events, have no layers and no scene. Both write the same numbers into the same kind of nodes. Only three.js computes Euler angles of rotated nodes; the runtime skips this for nodes of models. Neither computes world matrices: the runtime does so on demand.';

/** Measures the cost of animation in every frame. The server under test is not involved. */
export const animationSuite: Suite = {
  id: 'animation',
  title: 'A tick of animation, in process',
  starts: 2,
  async run(context) {
    for (const id of ['single', 'double', 'bones'] as const) {
      await context.compare({
        id: `animation/${id}`,
        title: comparisonTitles[id],
        note: animationNote,
        metrics: animationMetrics,
        reference: referenceName,
        candidates: [
          createCandidate(context, 'playbacks', 'animation-tick', animationOptions[id]),
          createCandidate(context, referenceName, 'mixers-floor', animationOptions[id]),
        ],
      });
    }
  },
};

const createCandidate = (
  context: SuiteContext,
  name: string,
  program: 'animation-tick' | 'mixers-floor',
  options: AnimationOptions,
): Candidate =>
  createChildProcessCandidate(
    context,
    { name, role: program === 'animation-tick' ? 'target' : 'floor' },
    program,
    async (child) => {
      const { p50Ms, p99Ms, playing } = await child.call('run', { ticks: context.plan.frames });
      const expected = options.models * options.clips;
      if (playing !== expected) throw new JobError(`${playing} clips play of ${expected}`);
      return { p50Ms, p99Ms };
    },
    (child) => child.call('prepare', options),
  );
