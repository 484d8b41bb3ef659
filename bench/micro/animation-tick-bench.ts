import { createRuntime } from '#runtime/runtime.ts';
import { createModel } from '#runtime/scene/assets/models/model.ts';
import { percentile } from '../harness/statistics.ts';
import { createAnimatedModel, getPlaybackStart, readPose } from './animated-model.ts';
import type { AnimationOptions } from './animated-model.ts';

export interface AnimationTickResult {
  readonly ticks: number;
  /** Median milliseconds per tick. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Number of playbacks, or of mixer actions, that are still playing at the end. */
  readonly playing: number;
}

const ticksPerSecond = 60;
const modelAsset = 'animated.glb';

/** Creates a benchmark of the ticks of a runtime in which nothing happens except clips that play on models. */
export const createAnimationTickBench = () => {
  const runtime = createRuntime({ fps: ticksPerSecond, now: () => new Date(0) });

  const act = (action: string, parameters: Readonly<Record<string, unknown>>): unknown => {
    const response = runtime.execute('action.run', { action, parameters });
    if (!('result' in response)) throw new Error(`${action} takes its time.`);
    return response.result;
  };

  const add = (index: number, clips: number): void => {
    const object = `model-${index}`;
    act('scene.spawn', { asset: modelAsset, tag: object, active: true });
    for (let clip = 0; clip < clips; clip += 1) {
      const { time, weight } = getPlaybackStart(index, clip);
      act('animation.play', {
        ...{ object, clip: `clip-${clip}`, loopMode: 'loop', speed: 1, weight, startTime: time },
        ...{ additive: false, fadeIn: 0 },
      });
    }
  };

  const run = ({ ticks }: { readonly ticks: number }): AnimationTickResult => {
    const times = Array.from({ length: ticks }, () => {
      const start = performance.now();
      runtime.step();
      return performance.now() - start;
    });
    const { playbacks } = act('animation.playbacks', {}) as { playbacks: unknown[] };
    return {
      ticks,
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
      playing: playbacks.length,
    };
  };

  return {
    /** Fills the scene and runs some ticks, so that all code is compiled before the measurement. */
    prepare(options: AnimationOptions): void {
      const { scene, animations } = createAnimatedModel(options);
      const model = createModel(scene, animations, []);
      runtime.applyAssetUpdate(
        {
          ...{ project: 'bench', files: [{ asset: modelAsset, size: 1 }] },
          read: [{ asset: modelAsset, digest: modelAsset }],
        },
        new Map([[modelAsset, { kind: 'model', model, settings: { scale: 1 } }]]),
      );
      for (let index = 0; index < options.models; index += 1) add(index, options.clips);
      run({ ticks: 60 });
    },
    run,
    pose: () => readPose(runtime.scene.root),
  };
};
