import { clampToFinite } from '../../values/clamp-finite.ts';
import { getPosition, setPosition } from '../object-transform.ts';
import { lazyValue } from './interpolator.ts';
import type { Vector3 } from '#spec/values.ts';
import type { SeededRandom } from '../../engine/seeded-random.ts';
import type { Interpolator } from './interpolator.ts';
import type { SceneObject } from '../scene-object.ts';

interface ShakeOptions {
  /** Maximum distance from the rest position along each axis, in metres. */
  readonly strength: Vector3;
  readonly swings: number;
  readonly random: SeededRandom;
}

const smoothstep = (share: number): number => share * share * (3 - 2 * share);

/** Shakes an object about its rest position with decreasing strength, and returns exactly to it. */
export const createShakeInterpolator = (
  object: SceneObject,
  { strength, swings, random }: ShakeOptions,
): Interpolator => {
  const rest = lazyValue(() => getPosition(object, 'local'));
  const knots = lazyValue(() => {
    const offsets = Array.from({ length: swings }, () => [1, 2, 3].map(() => random() * 2 - 1));
    return [[0, 0, 0], ...offsets, [0, 0, 0]];
  });
  const offset = (share: number): readonly number[] => {
    const at = Math.min(1, Math.max(0, share)) * (swings + 1);
    const before = Math.min(Math.floor(at), swings);
    const [from = [], to = []] = knots.read().slice(before, before + 2);
    const calm = 1 - Math.min(1, Math.max(0, share));
    return from.map((value, axis) => calm * (value + ((to[axis] ?? 0) - value) * smoothstep(at - before)));
  };
  return {
    applyAt(share) {
      const { x, y, z } = rest.read();
      const [dx = 0, dy = 0, dz = 0] = offset(share);
      const shaken = {
        x: clampToFinite(x + strength.x * dx),
        y: clampToFinite(y + strength.y * dy),
        z: clampToFinite(z + strength.z * dz),
      };
      setPosition(object, shaken, 'local');
    },
    applyEnd: () => setPosition(object, rest.read(), 'local'),
    state: () => ({ rest: rest.state(), knots: knots.state(), strength, swings }),
  };
};
