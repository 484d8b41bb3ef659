import { AnimationMixer } from 'three';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { percentile } from '../harness/statistics.ts';
import { createAnimatedModel, getPlaybackStart, readPose } from '../micro/animated-model.ts';
import type { Object3D } from 'three';
import type { AnimationOptions } from '../micro/animated-model.ts';
import type { AnimationTickResult } from '../micro/animation-tick-bench.ts';

/**
 * Creates a baseline with one three.js mixer for each copy of the same model. All mixers play the same clips, without a
 * scene and without events.
 */
export const createAnimationMixersBaseline = () => {
  let models: Object3D[] = [];
  let mixers: AnimationMixer[] = [];

  const run = ({ ticks }: { readonly ticks: number }): AnimationTickResult => {
    const times = Array.from({ length: ticks }, () => {
      const start = performance.now();
      for (const mixer of mixers) mixer.update(1 / 60);
      return performance.now() - start;
    });
    const playing = mixers.reduce((sum, { stats }) => sum + stats.actions.inUse, 0);
    return { ticks, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), playing };
  };

  return {
    prepare(options: AnimationOptions): void {
      const { scene, animations } = createAnimatedModel(options);
      models = Array.from({ length: options.models }, () => clone(scene));
      mixers = models.map((model, index) => {
        const mixer = new AnimationMixer(model);
        for (const [clip, animation] of animations.entries()) {
          const { time, weight } = getPlaybackStart(index, clip);
          mixer.clipAction(animation).setEffectiveWeight(weight).play().time = time;
        }
        return mixer;
      });
      run({ ticks: 60 });
    },
    run,
    pose: () => models.flatMap(readPose),
  };
};
