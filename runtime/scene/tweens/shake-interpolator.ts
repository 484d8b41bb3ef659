import { clampToFinite } from '../../values/clamp-finite.ts';
import { getPosition, setPosition } from '../object-transform.ts';
import { type Interpolator, lazyValue } from './interpolators.ts';
import type { Vector3 } from '#spec/values.ts';
import type { SeededRandom } from '../../engine/seeded-random.ts';
import type { SceneObject } from '../scene-object.ts';

interface ShakeOptions {
  /** The maximum distance from the rest position along each axis, in metres. */
  readonly strength: Vector3;
  readonly swings: number;
  readonly random: SeededRandom;
}

const smoothstep = (fraction: number): number => fraction * fraction * (3 - 2 * fraction);

/**
 * Creates an interpolator that shakes an object about its rest position with decreasing strength. The object returns
 * exactly to its rest position.
 */
export const createShakeInterpolator = (
  object: SceneObject,
  { strength, swings: swingCount, random }: ShakeOptions,
): Interpolator => {
  const restPosition = lazyValue(() => getPosition(object, 'local'));
  const knots = lazyValue(() => {
    const offsets = Array.from({ length: swingCount }, () => [1, 2, 3].map(() => random() * 2 - 1));
    return [[0, 0, 0], ...offsets, [0, 0, 0]];
  });
  const offset = (fraction: number): readonly number[] => {
    const at = Math.min(1, Math.max(0, fraction)) * (swingCount + 1);
    const before = Math.min(Math.floor(at), swingCount);
    const [from = [], to = []] = knots.read().slice(before, before + 2);
    const decay = 1 - Math.min(1, Math.max(0, fraction));
    return from.map((value, axis) => decay * (value + ((to[axis] ?? 0) - value) * smoothstep(at - before)));
  };
  return {
    applyAt(fraction) {
      const { x, y, z } = restPosition.read();
      const [dx = 0, dy = 0, dz = 0] = offset(fraction);
      const shaken = {
        x: clampToFinite(x + strength.x * dx),
        y: clampToFinite(y + strength.y * dy),
        z: clampToFinite(z + strength.z * dz),
      };
      setPosition(object, shaken, 'local');
    },
    applyEnd: () => setPosition(object, restPosition.read(), 'local'),
    state: () => ({ rest: restPosition.state(), knots: knots.state(), strength, swings: swingCount }),
  };
};
