import { JobFailure } from '../harness/candidate.ts';
import type { Candidate, Metric } from '../harness/candidate.ts';
import type { SceneOrder } from '../micro/scene-tick.ts';
import { p50, p99 } from './latency.ts';
import { compareCaptures, compareOrders, comparePropertyWrites } from './scene-orders.ts';
import { compareShown } from './scene-shown.ts';
import type { Suite, SuiteContext } from './suite.ts';

/** Milliseconds of a frame at the usual rate. */
const frameMs = 1000 / 60;

const metrics: readonly Metric[] = [
  { ...p50, label: 'tick p50' },
  { ...p99, label: 'tick p99' },
  { key: 'p50Share', label: 'p50 of a frame', unit: '%' },
  { key: 'p99Share', label: 'p99 of a frame', unit: '%' },
];

const reference = '300 bodies in the bare engine';

/** What a scene costs in every frame and with every order; only bulk writes, and looking at it, are asked of the server under test. */
export const scene: Suite = {
  id: 'scene',
  title: 'The scene',
  starts: 2,
  async run(context) {
    await compareOrders(context);
    await comparePropertyWrites(context);
    await compareCaptures(context);
    await compareShown(context);
    await context.compare({
      id: 'scene/tick',
      title: '1,000 objects with a tween each and 300 bodies awake',
      note: 'Ticks of a runtime as fast as they go, of a frame of 1/60 s. The bodies are boxes in heaps, some of which are pushed every ten ticks, so that none falls asleep; the pushing is not counted. The floor makes the same heaps in the engine that physics uses, reads every pose and does nothing else.',
      isLong: true,
      metrics,
      reference,
      candidates: [
        contestant(context, '1,000 tweens, 300 bodies', 'scene-tick', { tweens: 1_000, bodies: 300 }),
        contestant(context, '1,000 tweens', 'scene-tick', { tweens: 1_000, bodies: 0 }),
        contestant(context, '300 bodies', 'scene-tick', { tweens: 0, bodies: 300 }),
        contestant(context, reference, 'bodies-floor', { tweens: 0, bodies: 300 }),
      ],
    });
  },
};

const contestant = (
  context: SuiteContext,
  name: string,
  program: 'scene-tick' | 'bodies-floor',
  order: SceneOrder,
): Candidate => {
  const child = context.start(program);
  return {
    name,
    role: program === 'scene-tick' ? 'target' : 'floor',
    open: () => child.ask('prepare', order),
    async round() {
      const { p50Ms, p99Ms, asleep } = await child.ask('run', { ticks: context.plan.frames });
      if (asleep > 0) throw new JobFailure(`${asleep} of ${order.bodies} bodies fell asleep`);
      return { p50Ms, p99Ms, p50Share: (p50Ms / frameMs) * 100, p99Share: (p99Ms / frameMs) * 100 };
    },
    close: () => child.stop(),
  };
};
