/** Options of bodies and colliders as plain data, validated as a whole before the engine changes. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { checkNumber, normalizeRotation, checkVector } from './check-numbers.ts';
import { identityQuaternion, zeroVector } from './vector-math.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Pose } from './vector-math.ts';

/** How a body moves: by forces and contacts, by setting its target, or not at all. */
export type BodyType = 'dynamic' | 'kinematic' | 'static';

/**
 * The shape of a collider in metres, before the scale of its body. Capsules are upright; `height` includes their caps.
 */
export type ColliderShape =
  | { readonly shape: 'box'; readonly size: Vector3 }
  | { readonly shape: 'sphere'; readonly radius: number }
  | { readonly shape: 'capsule'; readonly radius: number; readonly height: number };

interface ColliderSurface {
  /** Centre of the collider in the local space of the body, before its scale. */
  readonly center: Vector3;
  /** Whether bodies pass through, and trigger events are reported. */
  readonly isTrigger: boolean;
  /** A contact uses the mean of both colliders. */
  readonly friction: number;
  /** Fraction of the speed that remains after a bounce; a contact uses the mean of both colliders. */
  readonly bounciness: number;
}

export type ColliderOptions = ColliderShape & ColliderSurface;
export type ColliderRequest = ColliderShape & Partial<ColliderSurface>;

export interface AxisFlags {
  readonly x: boolean;
  readonly y: boolean;
  readonly z: boolean;
}

export interface BodyOptions {
  readonly type: BodyType;
  /** Scales the colliders; the sign is ignored for shapes. Round shapes use the largest scale across their axis. */
  readonly scale: Vector3;
  /** Index of the layer, for queries. */
  readonly layer: number;
  /** Kilograms, distributed over the colliders by volume. */
  readonly mass: number;
  /** Fraction of the velocity lost per second, for small fractions. */
  readonly drag: number;
  readonly angularDrag: number;
  readonly useGravity: boolean;
  /** Axes of the world along which it cannot move. */
  readonly freezePosition: AxisFlags;
  /** Axes of the world about which it cannot turn. */
  readonly freezeRotation: AxisFlags;
  readonly colliders: readonly ColliderOptions[];
}

/** Requested options of a body. Absent ones stay unchanged, or are those of `defaultBodyOptions`. */
export type BodyRequest = Partial<Omit<BodyOptions, 'colliders'>> & {
  readonly colliders?: readonly ColliderRequest[];
};

const noAxes: AxisFlags = { x: false, y: false, z: false };

/** A body is static by default, like a collider without a body. */
export const defaultBodyOptions: BodyOptions = {
  type: 'static',
  scale: { x: 1, y: 1, z: 1 },
  layer: 0,
  mass: 1,
  drag: 0,
  angularDrag: 0,
  useGravity: true,
  freezePosition: noAxes,
  freezeRotation: noAxes,
  colliders: [],
};

const toPlainAxes = ({ x, y, z }: AxisFlags): AxisFlags => ({ x, y, z });

const checkShape = (shape: ColliderShape): ColliderShape => {
  switch (shape.shape) {
    case 'box':
      return { shape: 'box', size: checkVector('size', shape.size, ranges.length) };
    case 'sphere':
      return { shape: 'sphere', radius: checkNumber('radius', shape.radius, ranges.length) };
    case 'capsule':
      return {
        shape: 'capsule',
        radius: checkNumber('radius', shape.radius, ranges.length),
        height: checkNumber('height', shape.height, ranges.length),
      };
  }
};

const checkCollider = (request: ColliderRequest): ColliderOptions => ({
  ...checkShape(request),
  center: checkVector('center', request.center ?? zeroVector, ranges.offset),
  isTrigger: request.isTrigger ?? false,
  friction: checkNumber('friction', request.friction ?? 0.5, ranges.friction),
  bounciness: checkNumber('bounciness', request.bounciness ?? 0, ranges.bounciness),
});

/**
 * Returns the options of a body after a request.
 * @throws ApiError ACTION_FAILED for a number out of range
 */
export const checkBodyOptions = (before: BodyOptions, request: BodyRequest): BodyOptions => ({
  type: request.type ?? before.type,
  scale: checkVector('scale', request.scale ?? before.scale, ranges.scale),
  layer: checkNumber('layer', request.layer ?? before.layer, { min: 0, max: 31 }),
  mass: checkNumber('mass', request.mass ?? before.mass, ranges.mass),
  drag: checkNumber('drag', request.drag ?? before.drag, ranges.drag),
  angularDrag: checkNumber('angularDrag', request.angularDrag ?? before.angularDrag, ranges.drag),
  useGravity: request.useGravity ?? before.useGravity,
  freezePosition: toPlainAxes(request.freezePosition ?? before.freezePosition),
  freezeRotation: toPlainAxes(request.freezeRotation ?? before.freezeRotation),
  colliders: (request.colliders ?? before.colliders).map(checkCollider),
});

/** @throws ApiError ACTION_FAILED for a position that is too far away, or an invalid rotation */
export const checkPose = ({ position, rotation }: Pose): Pose => ({
  position: checkVector('position', position, ranges.coordinate),
  rotation: normalizeRotation('rotation', rotation),
});

/** The pose of a body by default. */
export const defaultPose: Pose = { position: zeroVector, rotation: identityQuaternion };
