/** Options of bodies and colliders as plain data. All options are validated before anything changes in the engine. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { checkNumber, normalizeRotation, checkVector } from './check-numbers.ts';
import { identityQuaternion, type Pose, zeroVector } from './vector-math.ts';
import type { Vector3 } from '#spec/values.ts';

/** How a body moves: through forces and contacts, by setting its target, or not at all. */
export type BodyType = 'dynamic' | 'kinematic' | 'static';

/**
 * The shape of a collider in metres, before its body's scale is applied. Capsules are upright, and `height` includes
 * their caps.
 */
export type ColliderShape =
  | { readonly shape: 'box'; readonly size: Vector3 }
  | { readonly shape: 'sphere'; readonly radius: number }
  | { readonly shape: 'capsule'; readonly radius: number; readonly height: number };

interface ColliderSurface {
  /** The centre of the collider in the body's local space, before the body's scale is applied. */
  readonly center: Vector3;
  /** Whether the collider lets bodies pass through and reports trigger events. */
  readonly isTrigger: boolean;
  /** The friction coefficient. A contact uses the mean of both colliders' coefficients. */
  readonly friction: number;
  /** The fraction of the speed that remains after a bounce. A contact uses the mean of both colliders' values. */
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
  /**
   * The scale of the colliders. Its sign does not affect their shapes. Round shapes use the largest scale across their
   * axis.
   */
  readonly scale: Vector3;
  /** The index of the layer, which queries can filter by. */
  readonly layer: number;
  /** The mass in kilograms, which is distributed over the colliders by volume. */
  readonly mass: number;
  /** For small values, the fraction of the velocity that is lost per second. */
  readonly drag: number;
  readonly angularDrag: number;
  readonly useGravity: boolean;
  /** The world axes along which the body cannot move. */
  readonly freezePosition: AxisFlags;
  /** The world axes about which the body cannot turn. */
  readonly freezeRotation: AxisFlags;
  readonly colliders: readonly ColliderOptions[];
}

/**
 * Requested options of a body. For absent options, an existing body keeps its values and a new body receives the values
 * of `defaultBodyOptions`.
 */
export type BodyRequest = Partial<Omit<BodyOptions, 'colliders'>> & {
  readonly colliders?: readonly ColliderRequest[];
};

const noAxes: AxisFlags = { x: false, y: false, z: false };

/** The options of a new body, which is static by default, like a collider without a body. */
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
 * Returns the options of a body after applying a request.
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

/**
 * Checks a pose and normalizes its rotation.
 * @throws ApiError ACTION_FAILED for a position that is too far away, or an invalid rotation
 */
export const checkPose = ({ position, rotation }: Pose): Pose => ({
  position: checkVector('position', position, ranges.coordinate),
  rotation: normalizeRotation('rotation', rotation),
});

export const defaultPose: Pose = { position: zeroVector, rotation: identityQuaternion };
