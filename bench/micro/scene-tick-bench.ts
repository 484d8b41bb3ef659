import { createRuntime } from '#runtime/runtime.ts';
import { percentile } from '../harness/statistics.ts';

export interface SceneTickOptions {
  /** Number of objects that each have an endless tween. */
  readonly tweens: number;
  /** Number of dynamic boxes, which are stacked and kept awake. */
  readonly bodies: number;
}

export interface SceneTickResult {
  readonly ticks: number;
  /** Median milliseconds per tick. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Number of bodies that are asleep at the end; must be 0. */
  readonly asleep: number;
}

const ticksPerSecond = 60;
/**
 * Bodies are divided into this many groups, which are pushed in turn. Each body is pushed long before it would fall
 * asleep.
 */
const pushGroups = 3;
const ticksPerPush = 10;

const formatBodyTag = (index: number): string => `body-${index}`;

/**
 * Creates a benchmark of a runtime that is stepped manually as fast as possible. The benchmark measures the cost of one
 * tick of the scene.
 */
export const createSceneTickBench = () => {
  const runtime = createRuntime({ fps: ticksPerSecond, now: () => new Date(0) });
  let options: SceneTickOptions = { tweens: 0, bodies: 0 };
  let pushCount = 0;

  const act = (action: string, parameters: Readonly<Record<string, unknown>>): unknown => {
    const response = runtime.execute('action.run', { action, parameters });
    if (!('result' in response)) throw new Error(`${action} takes its time.`);
    return response.result;
  };

  const addTween = (index: number): void => {
    const tag = `tween-${index}`;
    const position = { x: index % 50, y: 30, z: Math.floor(index / 50) };
    act('scene.spawn', { type: 'Primitives/Cube', tag, position, active: true });
    act('tween.position', {
      ...{ object: tag, position: { ...position, y: 40 }, time: 1 + (index % 7) / 10, ease: 'easeInOutSine' },
      ...{ delay: 0, loops: -1, yoyo: true, space: 'world' },
    });
  };

  const addBody = (index: number): void => {
    const [column, height] = [index % 100, Math.floor(index / 100)];
    const position = { x: (column % 10) * 1.5, y: 0.5 + height * 1.05, z: Math.floor(column / 10) * 1.5 };
    act('scene.spawn', { type: 'Primitives/Cube', tag: formatBodyTag(index), position, active: true });
    act('physics.setCollider', { object: formatBodyTag(index), shape: 'box', isTrigger: false });
    act('physics.setBody', { object: formatBodyTag(index), type: 'dynamic' });
  };

  const pushBodies = (): void => {
    for (let index = pushCount % pushGroups; index < options.bodies; index += pushGroups) {
      act('physics.addImpulse', { object: formatBodyTag(index), impulse: { x: 0.3, y: 1, z: -0.2 } });
    }
    pushCount += 1;
  };

  const tick = (): number => {
    const start = performance.now();
    runtime.step();
    return performance.now() - start;
  };

  const run = ({ ticks }: { readonly ticks: number }): SceneTickResult => {
    const times: number[] = [];
    for (let index = 0; index < ticks; index += 1) {
      if (index % ticksPerPush === 0) pushBodies();
      times.push(tick());
    }
    const isAsleep = (index: number): boolean => {
      const { previous } = act('physics.sleep', { object: formatBodyTag(index), sleeping: false }) as {
        previous: boolean;
      };
      return previous;
    };
    const asleep = Array.from({ length: options.bodies }, (_, index) => index).filter(isAsleep).length;
    return { ticks, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), asleep };
  };

  return {
    /** Fills the scene and runs some ticks, so that all code is compiled before the measurement. */
    prepare(newOptions: SceneTickOptions): void {
      options = newOptions;
      if (options.bodies > 0) {
        const [position, size] = [
          { x: 0, y: -0.5, z: 0 },
          { x: 200, y: 1, z: 200 },
        ];
        act('scene.spawn', { type: 'Empty', tag: 'ground', position, active: true });
        act('physics.setCollider', { object: 'ground', shape: 'box', size, isTrigger: false });
      }
      for (let index = 0; index < options.tweens; index += 1) addTween(index);
      for (let index = 0; index < options.bodies; index += 1) addBody(index);
      run({ ticks: 60 });
    },
    run,
  };
};
