/** Colliders as they are once the scale of their body is in them. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Shape } from '@dimforge/rapier3d-simd-compat';
import type { Vector3 } from '#spec/values.ts';
import { checkedNumber, checkedVector } from './checks.ts';
import { lengthOf, mapped, scaled, times } from './vectors.ts';
import type { Rapier } from './rapier.ts';
import type { ColliderForm, ColliderTraits } from './traits.ts';

type Form =
  | { readonly shape: 'box'; readonly half: Vector3 }
  | { readonly shape: 'sphere'; readonly radius: number }
  | { readonly shape: 'capsule'; readonly radius: number; readonly halfHeight: number };

/** A collider in metres, scale included. */
export interface Solid {
  readonly form: Form;
  /** From the middle of the body, in its frame. */
  readonly offset: Vector3;
  readonly volume: number;
  /** No point of it is farther from the middle of the body. */
  readonly reach: number;
}

const ball = (radius: number): number => (4 / 3) * Math.PI * radius ** 3;

const sphere = (radius: number): Form => ({ shape: 'sphere', radius });

const formOf = (form: ColliderForm, scale: Vector3): Form => {
  switch (form.shape) {
    case 'box':
      return {
        shape: 'box',
        half: scaled(checkedVector('size after scaling', times(form.size, scale), ranges.length), 0.5),
      };
    case 'sphere': {
      const radius = form.radius * Math.max(scale.x, scale.y, scale.z);
      return sphere(checkedNumber('radius after scaling', radius, ranges.length));
    }
    case 'capsule': {
      const across = form.radius * Math.max(scale.x, scale.z);
      const radius = checkedNumber('radius after scaling', across, ranges.length);
      const height = checkedNumber('height after scaling', form.height * scale.y, ranges.length);
      // What is not taller than its caps is a sphere.
      const halfHeight = height / 2 - radius;
      return halfHeight <= 0 ? sphere(radius) : { shape: 'capsule', radius, halfHeight };
    }
  }
};

const volumeOf = (form: Form): number => {
  switch (form.shape) {
    case 'box':
      return 8 * form.half.x * form.half.y * form.half.z;
    case 'sphere':
      return ball(form.radius);
    case 'capsule':
      return ball(form.radius) + Math.PI * form.radius ** 2 * 2 * form.halfHeight;
  }
};

const radiusAround = (form: Form): number => {
  switch (form.shape) {
    case 'box':
      return lengthOf(form.half);
    case 'sphere':
      return form.radius;
    case 'capsule':
      return form.radius + form.halfHeight;
  }
};

/** @throws Fault ACTION_FAILED when a size is out of its range after scaling, so when the scale is 0. */
export const solidOf = (collider: ColliderTraits, scale: Vector3): Solid => {
  const form = formOf(collider, mapped(scale, Math.abs));
  const offset = checkedVector('center after scaling', times(collider.center, scale), ranges.offset);
  return { form, offset, volume: volumeOf(form), reach: lengthOf(offset) + radiusAround(form) };
};

/** The form, as the engine has it. */
export const shapeOf = ({ Ball, Capsule, Cuboid }: Rapier, form: Form): Shape => {
  switch (form.shape) {
    case 'box':
      return new Cuboid(form.half.x, form.half.y, form.half.z);
    case 'sphere':
      return new Ball(form.radius);
    case 'capsule':
      return new Capsule(form.halfHeight, form.radius);
  }
};
