/** Colliders after their body's scale is applied. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Shape } from '@dimforge/rapier3d-simd-compat';
import type { Vector3 } from '#spec/values.ts';
import { checkNumber, checkVector } from './check-numbers.ts';
import { getLength, mapVector, scaleVector, multiplyVectors } from './vector-math.ts';
import type { Rapier } from './load-rapier.ts';
import type { ColliderShape, ColliderOptions } from './body-options.ts';

type ScaledShape =
  | { readonly shape: 'box'; readonly half: Vector3 }
  | { readonly shape: 'sphere'; readonly radius: number }
  | { readonly shape: 'capsule'; readonly radius: number; readonly halfHeight: number };

/** A collider in metres, with its body's scale applied. */
export interface ScaledCollider {
  readonly shape: ScaledShape;
  /** The offset from the body's centre, in the body's local space. */
  readonly offset: Vector3;
  readonly volume: number;
  /** The radius of a bounding sphere around the body's centre. */
  readonly boundingRadius: number;
}

const getBallVolume = (radius: number): number => (4 / 3) * Math.PI * radius ** 3;

const createSphere = (radius: number): ScaledShape => ({ shape: 'sphere', radius });

const scaleShape = (shape: ColliderShape, scale: Vector3): ScaledShape => {
  switch (shape.shape) {
    case 'box':
      return {
        shape: 'box',
        half: scaleVector(
          checkVector('size after scaling', multiplyVectors(shape.size, scale), ranges.length),
          0.5,
        ),
      };
    case 'sphere': {
      const radius = shape.radius * Math.max(scale.x, scale.y, scale.z);
      return createSphere(checkNumber('radius after scaling', radius, ranges.length));
    }
    case 'capsule': {
      const across = shape.radius * Math.max(scale.x, scale.z);
      const radius = checkNumber('radius after scaling', across, ranges.length);
      const height = checkNumber('height after scaling', shape.height * scale.y, ranges.length);
      // A capsule that is not taller than its caps is a sphere.
      const halfHeight = height / 2 - radius;
      return halfHeight <= 0 ? createSphere(radius) : { shape: 'capsule', radius, halfHeight };
    }
  }
};

const getVolume = (shape: ScaledShape): number => {
  switch (shape.shape) {
    case 'box':
      return 8 * shape.half.x * shape.half.y * shape.half.z;
    case 'sphere':
      return getBallVolume(shape.radius);
    case 'capsule':
      return getBallVolume(shape.radius) + Math.PI * shape.radius ** 2 * 2 * shape.halfHeight;
  }
};

const getBoundingRadius = (shape: ScaledShape): number => {
  switch (shape.shape) {
    case 'box':
      return getLength(shape.half);
    case 'sphere':
      return shape.radius;
    case 'capsule':
      return shape.radius + shape.halfHeight;
  }
};

/**
 * Applies a body's scale to a collider.
 * @throws ApiError ACTION_FAILED when a size is out of range after scaling, such as with a scale of 0
 */
export const scaleCollider = (collider: ColliderOptions, scale: Vector3): ScaledCollider => {
  const shape = scaleShape(collider, mapVector(scale, Math.abs));
  const offset = checkVector('center after scaling', multiplyVectors(collider.center, scale), ranges.offset);
  return {
    shape,
    offset,
    volume: getVolume(shape),
    boundingRadius: getLength(offset) + getBoundingRadius(shape),
  };
};

export const toRapierShape = ({ Ball, Capsule, Cuboid }: Rapier, shape: ScaledShape): Shape => {
  switch (shape.shape) {
    case 'box':
      return new Cuboid(shape.half.x, shape.half.y, shape.half.z);
    case 'sphere':
      return new Ball(shape.radius);
    case 'capsule':
      return new Capsule(shape.halfHeight, shape.radius);
  }
};
