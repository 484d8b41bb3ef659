/** What bodies and colliders are like, as plain data, checked as a whole before the engine hears of any of it. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { checkNumber, normalizeRotation, checkVector } from './check-numbers.ts';
import { identityQuaternion, zeroVector } from './vector-math.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Pose } from './vector-math.ts';

/** How a body moves: by forces and contacts, by whoever drives it, or not at all. */
export type BodyType = 'dynamic' | 'kinematic' | 'static';

/** The form of a collider in metres, before the scale of its body. Capsules stand upright; `height` includes their caps. */
export type ColliderShape =
  | { readonly shape: 'box'; readonly size: Vector3 }
  | { readonly shape: 'sphere'; readonly radius: number }
  | { readonly shape: 'capsule'; readonly radius: number; readonly height: number };

interface ColliderSurface {
  /** Middle of the collider in the frame of the body, before its scale. */
  readonly center: Vector3;
  /** Whether things pass through, and are told of as triggers. */
  readonly isTrigger: boolean;
  /** Where two colliders meet, the mean of both counts. */
  readonly friction: number;
  /** Share of the speed that a bounce leaves; where two colliders meet, the mean of both counts. */
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
  /** Stretches the colliders; the sign does not matter. Round shapes take the largest scale across their axis. */
  readonly scale: Vector3;
  /** Index of the layer, for queries. */
  readonly layer: number;
  /** Kilograms, spread over the colliders by their volumes. */
  readonly mass: number;
  /** Share of the velocity that is lost in a second, for small shares. */
  readonly drag: number;
  readonly angularDrag: number;
  readonly useGravity: boolean;
  /** Axes of the world along which it stays where it is. */
  readonly freezePosition: AxisFlags;
  /** Axes of the world about which it does not turn. */
  readonly freezeRotation: AxisFlags;
  readonly colliders: readonly ColliderOptions[];
}

/** What a body is to be like. What is absent stays as it is, or as `defaultTraits` have it. */
export type BodyRequest = Partial<Omit<BodyOptions, 'colliders'>> & {
  readonly colliders?: readonly ColliderRequest[];
};

const noAxes: AxisFlags = { x: false, y: false, z: false };

/** A body without wishes stands still, as a collider without a body does. */
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

const checkShape = (form: ColliderShape): ColliderShape => {
  switch (form.shape) {
    case 'box':
      return { shape: 'box', size: checkVector('size', form.size, ranges.length) };
    case 'sphere':
      return { shape: 'sphere', radius: checkNumber('radius', form.radius, ranges.length) };
    case 'capsule':
      return {
        shape: 'capsule',
        radius: checkNumber('radius', form.radius, ranges.length),
        height: checkNumber('height', form.height, ranges.length),
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
 * The traits of a body after a request.
 * @throws Fault ACTION_FAILED for a number that is out of its range.
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

/** @throws Fault ACTION_FAILED for a position that is too far away, or a rotation that is none. */
export const checkPose = ({ position, rotation }: Pose): Pose => ({
  position: checkVector('position', position, ranges.coordinate),
  rotation: normalizeRotation('rotation', rotation),
});

/** Where a body is of which nothing is said. */
export const defaultPose: Pose = { position: zeroVector, rotation: identityQuaternion };
