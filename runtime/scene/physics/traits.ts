/** What bodies and colliders are like, as plain data, checked as a whole before the engine hears of any of it. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { checkedNumber, checkedRotation, checkedVector } from './checks.ts';
import { upright, zero } from './vectors.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Pose } from './vectors.ts';

/** How a body moves: by forces and contacts, by whoever drives it, or not at all. */
export type BodyType = 'dynamic' | 'kinematic' | 'static';

/** The form of a collider in metres, before the scale of its body. Capsules stand upright; `height` includes their caps. */
export type ColliderForm =
  | { readonly shape: 'box'; readonly size: Vector3 }
  | { readonly shape: 'sphere'; readonly radius: number }
  | { readonly shape: 'capsule'; readonly radius: number; readonly height: number };

interface Surface {
  /** Middle of the collider in the frame of the body, before its scale. */
  readonly center: Vector3;
  /** Whether things pass through, and are told of as triggers. */
  readonly isTrigger: boolean;
  /** Where two colliders meet, the mean of both counts. */
  readonly friction: number;
  /** Share of the speed that a bounce leaves; where two colliders meet, the mean of both counts. */
  readonly bounciness: number;
}

export type ColliderTraits = ColliderForm & Surface;
export type ColliderRequest = ColliderForm & Partial<Surface>;

export interface Axes {
  readonly x: boolean;
  readonly y: boolean;
  readonly z: boolean;
}

export interface BodyTraits {
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
  readonly freezePosition: Axes;
  /** Axes of the world about which it does not turn. */
  readonly freezeRotation: Axes;
  readonly colliders: readonly ColliderTraits[];
}

/** What a body is to be like. What is absent stays as it is, or as `defaultTraits` have it. */
export type BodyRequest = Partial<Omit<BodyTraits, 'colliders'>> & {
  readonly colliders?: readonly ColliderRequest[];
};

const free: Axes = { x: false, y: false, z: false };

/** A body without wishes stands still, as a collider without a body does. */
export const defaultTraits: BodyTraits = {
  type: 'static',
  scale: { x: 1, y: 1, z: 1 },
  layer: 0,
  mass: 1,
  drag: 0,
  angularDrag: 0,
  useGravity: true,
  freezePosition: free,
  freezeRotation: free,
  colliders: [],
};

const plainAxes = ({ x, y, z }: Axes): Axes => ({ x, y, z });

const checkedForm = (form: ColliderForm): ColliderForm => {
  switch (form.shape) {
    case 'box':
      return { shape: 'box', size: checkedVector('size', form.size, ranges.length) };
    case 'sphere':
      return { shape: 'sphere', radius: checkedNumber('radius', form.radius, ranges.length) };
    case 'capsule':
      return {
        shape: 'capsule',
        radius: checkedNumber('radius', form.radius, ranges.length),
        height: checkedNumber('height', form.height, ranges.length),
      };
  }
};

const checkedCollider = (request: ColliderRequest): ColliderTraits => ({
  ...checkedForm(request),
  center: checkedVector('center', request.center ?? zero, ranges.offset),
  isTrigger: request.isTrigger ?? false,
  friction: checkedNumber('friction', request.friction ?? 0.5, ranges.friction),
  bounciness: checkedNumber('bounciness', request.bounciness ?? 0, ranges.bounciness),
});

/**
 * The traits of a body after a request.
 * @throws Fault ACTION_FAILED for a number that is out of its range.
 */
export const checkedTraits = (before: BodyTraits, request: BodyRequest): BodyTraits => ({
  type: request.type ?? before.type,
  scale: checkedVector('scale', request.scale ?? before.scale, ranges.scale),
  layer: checkedNumber('layer', request.layer ?? before.layer, { min: 0, max: 31 }),
  mass: checkedNumber('mass', request.mass ?? before.mass, ranges.mass),
  drag: checkedNumber('drag', request.drag ?? before.drag, ranges.drag),
  angularDrag: checkedNumber('angularDrag', request.angularDrag ?? before.angularDrag, ranges.drag),
  useGravity: request.useGravity ?? before.useGravity,
  freezePosition: plainAxes(request.freezePosition ?? before.freezePosition),
  freezeRotation: plainAxes(request.freezeRotation ?? before.freezeRotation),
  colliders: (request.colliders ?? before.colliders).map(checkedCollider),
});

/** @throws Fault ACTION_FAILED for a position that is too far away, or a rotation that is none. */
export const checkedPose = ({ position, rotation }: Pose): Pose => ({
  position: checkedVector('position', position, ranges.coordinate),
  rotation: checkedRotation('rotation', rotation),
});

/** Where a body is of which nothing is said. */
export const defaultPose: Pose = { position: zero, rotation: upright };
