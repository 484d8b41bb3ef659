import { CatmullRomCurve3, Vector3 as ThreeVector3 } from 'three';
import type { Vector3 } from '#spec/values.ts';
import { clampVectorToFinite } from '../../values/clamp-finite.ts';
import { lookAt } from '../transform-operations.ts';
import { getPosition, setPosition } from '../object-transform.ts';
import { type Interpolator, lazyValue } from './interpolators.ts';
import type { SceneObject } from '../scene-object.ts';

interface Path {
  /** The world positions that follow the object's start position. */
  readonly points: readonly Vector3[];
  readonly closed: boolean;
  /** Whether the object's front points along the path. */
  readonly orient: boolean;
}

const up = { x: 0, y: 1, z: 0 };

/**
 * Creates an interpolator that moves an object along a smooth curve through points (centripetal Catmull-Rom). With
 * linear easing, the speed is constant.
 */
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
  /** If all points are identical, the curve has no direction. */
  const hasLength = lazyValue(() => curve.read().getLength() > 0);
  const orientAt = (fraction: number): void => {
    if (!orient || !hasLength.read()) return;
    const { x, y, z } = getPosition(object, 'world');
    const tangent = curve.read().getTangentAt(fraction);
    lookAt(object, { x: x + tangent.x, y: y + tangent.y, z: z + tangent.z }, up);
  };
  return {
    // Easings that overshoot are clamped to the ends of the path.
    applyAt(fraction) {
      if (!hasLength.read()) return;
      const clamped = Math.min(1, Math.max(0, fraction));
      setPosition(object, clampVectorToFinite(curve.read().getPointAt(clamped)), 'world');
      orientAt(clamped);
    },
    applyEnd(end) {
      const last = closed ? origin.read() : (points.at(-1) ?? origin.read());
      setPosition(object, end === 'start' ? origin.read() : last, 'world');
      orientAt(end === 'start' ? 0 : 1);
    },
    state: () => ({ from: origin.state(), points, closed, orient }),
  };
};
