import { CatmullRomCurve3, Vector3 as ThreeVector3 } from 'three';
import type { Vector3 } from '#spec/values.ts';
import { clampVectorToFinite } from '../../values/clamp-finite.ts';
import { lookAt } from '../transform-operations.ts';
import { getPosition, setPosition } from '../object-transform.ts';
import { lazyValue } from './interpolator.ts';
import type { Interpolator } from './interpolator.ts';
import type { SceneObject } from '../scene-object.ts';

interface Path {
  /** Points of the world behind the one where the object is. */
  readonly points: readonly Vector3[];
  /** Whether it leads back to where it begins. */
  readonly closed: boolean;
  /** Whether the front of the object points along the way. */
  readonly orient: boolean;
}

const up = { x: 0, y: 1, z: 0 };

/** Along a smooth curve through points (centripetal Catmull-Rom), at the same speed everywhere where the easing is linear. */
export const createPathInterpolator = (
  object: SceneObject,
  { points, closed, orient }: Path,
): Interpolator => {
  const origin = lazyValue(() => getPosition(object, 'world'));
  const curve = lazyValue(
    () =>
      new CatmullRomCurve3(
        [origin.read(), ...points].map(({ x, y, z }) => new ThreeVector3(x, y, z)),
        closed,
      ),
  );
  /** Points that are all one and the same make no way. */
  const isWay = lazyValue(() => curve.read().getLength() > 0);
  const turn = (share: number): void => {
    if (!orient || !isWay.read()) return;
    const { x, y, z } = getPosition(object, 'world');
    const way = curve.read().getTangentAt(share);
    lookAt(object, { x: x + way.x, y: y + way.y, z: z + way.z }, up);
  };
  return {
    // easings that overshoot stay at the ends of the path
    applyAt(share) {
      if (!isWay.read()) return;
      const within = Math.min(1, Math.max(0, share));
      setPosition(object, clampVectorToFinite(curve.read().getPointAt(within)), 'world');
      turn(within);
    },
    applyEnd(end) {
      const last = closed ? origin.read() : (points.at(-1) ?? origin.read());
      setPosition(object, end === 'start' ? origin.read() : last, 'world');
      turn(end === 'start' ? 0 : 1);
    },
    state: () => ({ from: origin.state(), points, closed, orient }),
  };
};
