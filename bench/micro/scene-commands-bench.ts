import { createRuntime } from '#runtime/runtime.ts';
import { defaultLimits } from '#runtime/engine/execution-limits.ts';
import { percentile } from '../harness/statistics.ts';

export interface SceneCommandsOptions {
  /** Number of objects that exist during every round. */
  readonly objects: number;
}

/** Median times of one command, in microseconds. */
export interface SceneCommandsResult {
  readonly spawnUs: number;
  readonly tweenUs: number;
  readonly writeUs: number;
  readonly destroyUs: number;
  /** Number of objects that exist at the end. */
  readonly left: number;
}

/**
 * Creates a benchmark of a runtime with a populated scene. The benchmark measures the cost of adding one more object.
 */
export const createSceneCommandsBench = () => {
  const runtime = createRuntime({
    now: () => new Date(0),
    limits: { objects: 2 * defaultLimits.objects, tweens: 2 * defaultLimits.tweens },
  });
  const act = (action: string, parameters: Readonly<Record<string, unknown>>): void => {
    runtime.execute('action.run', { action, parameters });
  };
  const spawn = (object: string, index: number): void => {
    const position = { x: index % 100, y: 0, z: Math.floor(index / 100) };
    act('scene.spawn', { type: 'Primitives/Cube', tag: object, position, active: true });
  };
  const tween = (object: string): void =>
    act('tween.position', {
      ...{ object, position: { x: 1, y: 2, z: 3 }, time: 60, ease: 'linear' },
      ...{ delay: 0, loops: 0, yoyo: false, space: 'world' },
    });
  const write = (object: string, index: number): void => {
    const value = { x: index, y: 2, z: 3 };
    runtime.execute('property.write', { object, component: 'Transform', property: 'position', value });
  };
  const destroy = (object: string): void => act('scene.objects.destroy', { object, delay: 0 });

  return {
    /** Fills the scene with objects, each with a tween. */
    prepare({ objects }: SceneCommandsOptions): void {
      for (let index = 0; index < objects; index += 1) {
        spawn(`there-${index}`, index);
        tween(`there-${index}`);
      }
    },
    run({ count }: { readonly count: number }): SceneCommandsResult {
      const measurePerObjectUs = (command: (object: string, index: number) => void): number => {
        const times = Array.from({ length: count }, (_, index) => {
          const start = performance.now();
          command(`more-${index}`, index);
          return performance.now() - start;
        });
        return percentile(times, 0.5) * 1000;
      };
      return {
        spawnUs: measurePerObjectUs(spawn),
        tweenUs: measurePerObjectUs(tween),
        writeUs: measurePerObjectUs(write),
        destroyUs: measurePerObjectUs(destroy),
        left: runtime.scene.size,
      };
    },
  };
};
