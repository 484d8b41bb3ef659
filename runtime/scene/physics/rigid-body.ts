/** A rigid body, and how its options are applied. */
import type { Collider, RigidBody, RigidBodyDesc, Shape, World } from '@dimforge/rapier3d-simd-compat';
import { scaleCollider, type ScaledCollider, toRapierShape } from './scaled-collider.ts';
import {
  mapVector,
  toPlainQuaternion,
  toPlainVector,
  scaleVector,
  identityQuaternion,
  zeroVector,
} from './vector-math.ts';
import type { Rapier } from './load-rapier.ts';
import type { AxisFlags, BodyOptions, BodyType, ColliderOptions } from './body-options.ts';
import type { Pose } from './vector-math.ts';
import type { Vector3 } from '#spec/values.ts';

declare const bodyBrand: unique symbol;

/**
 * Identifies a body. Handles increase and are never reused, so that the handle of a removed body matches no other body.
 */
export type BodyHandle = number & { readonly [bodyBrand]: true };

export interface BodyCollider {
  readonly collider: Collider;
  readonly shape: Shape;
  readonly scaledCollider: ScaledCollider;
}

export interface Body {
  readonly handle: BodyHandle;
  /** Tells the body's creator which owner the body belongs to. */
  readonly owner: string;
  readonly rigidBody: RigidBody;
  options: BodyOptions;
  colliders: readonly BodyCollider[];
  /** The radius of a bounding sphere around the body's centre. */
  boundingRadius: number;
  /** The pose in the engine's 32-bit numbers; for a kinematic body, the target of the next step. */
  pose: Pose;
}

const rapierBodyTypes = {
  dynamic: 'Dynamic',
  kinematic: 'KinematicPositionBased',
  static: 'Fixed',
} as const satisfies Record<BodyType, string>;

export const createRigidBodyDesc = (
  { RigidBodyDesc, RigidBodyType }: Rapier,
  type: BodyType,
): RigidBodyDesc => new RigidBodyDesc(RigidBodyType[rapierBodyTypes[type]]);

/** Reads a body's pose from the engine. */
export const getPose = (rigid: RigidBody): Pose => ({
  position: toPlainVector(rigid.translation()),
  rotation: toPlainQuaternion(rigid.rotation()),
});

/** Reads a kinematic body's target pose from the engine. */
export const getNextPose = (rigid: RigidBody): Pose => ({
  position: toPlainVector(rigid.nextTranslation()),
  rotation: toPlainQuaternion(rigid.nextRotation()),
});

/** Returns all state of a body except its contacts, as plain data. */
export const captureBodyState = ({ handle, owner, options, pose, rigidBody }: Body) => ({
  ...{ handle, owner, traits: options, pose },
  sleeping: rigidBody.isSleeping(),
  linear: scaleVector(rigidBody.linvel(), 1),
  angular: scaleVector(rigidBody.angvel(), 1),
  force: scaleVector(rigidBody.userForce(), 1),
  torque: scaleVector(rigidBody.userTorque(), 1),
});

/** Sets the vector components of frozen axes to 0. */
const zeroFrozenAxes = ({ x, y, z }: Vector3, frozen: AxisFlags): Vector3 => ({
  x: frozen.x ? 0 : x,
  y: frozen.y ? 0 : y,
  z: frozen.z ? 0 : z,
});

/**
 * Sets a body's velocities, except along and about its frozen axes.
 * @param angular the angular velocity in radians per second
 */
export const setVelocities = (body: Body, linear: Vector3, angular: Vector3): void => {
  body.rigidBody.setLinvel(zeroFrozenAxes(linear, body.options.freezePosition), true);
  body.rigidBody.setAngvel(zeroFrozenAxes(angular, body.options.freezeRotation), true);
};

const toBodyCollider = (engine: Rapier, collider: Collider, solid: ScaledCollider): BodyCollider => ({
  collider,
  scaledCollider: solid,
  shape: toRapierShape(engine, solid.shape),
});

const createBodyCollider = (
  engine: Rapier,
  world: World,
  rigid: RigidBody,
  collider: ColliderOptions,
  solid: ScaledCollider,
) => {
  const { ActiveCollisionTypes: Types, ActiveEvents, ColliderDesc } = engine;
  const { x, y, z } = solid.offset;
  const desc = new ColliderDesc(toRapierShape(engine, solid.shape))
    .setTranslation(x, y, z)
    .setSensor(collider.isTrigger)
    .setFriction(collider.friction)
    .setRestitution(collider.bounciness)
    .setMass(0)
    .setActiveEvents(ActiveEvents.COLLISION_EVENTS);
  // Triggers also react to kinematic and static bodies, solid colliders only to dynamic bodies.
  if (collider.isTrigger)
    desc.setActiveCollisionTypes(Types.DEFAULT | Types.KINEMATIC_FIXED | Types.KINEMATIC_KINEMATIC);
  return toBodyCollider(engine, world.createCollider(desc, rigid), solid);
};

/**
 * Distributes a body's mass over its solid colliders. Without solid colliders, the body has the inertia of a ball with
 * a diameter of 1 m.
 */
const distributeMass = ({ rigidBody, options, colliders }: Body): void => {
  const isSolid = (_: BodyCollider, at: number): boolean => options.colliders[at]?.isTrigger === false;
  const volume = colliders
    .filter(isSolid)
    .reduce((sum, { scaledCollider }) => sum + scaledCollider.volume, 0);
  for (const [at, part] of colliders.entries()) {
    part.collider.setMass(isSolid(part, at) ? (options.mass * part.scaledCollider.volume) / volume : 0);
  }
  const centralMass = volume === 0 ? options.mass : 0;
  const inertia = mapVector(zeroVector, () => 0.4 * centralMass * 0.5 ** 2);
  rigidBody.setAdditionalMassProperties(centralMass, zeroVector, inertia, identityQuaternion, false);
  rigidBody.recomputeMassPropertiesFromColliders();
};

/**
 * Returns a body's colliders in metres, with the scale applied.
 * @throws ApiError ACTION_FAILED when a size is out of range after scaling
 */
export const getScaledColliders = ({ colliders, scale }: BodyOptions): ScaledCollider[] =>
  colliders.map((collider) => scaleCollider(collider, scale));

const createColliders = (
  engine: Rapier,
  world: World,
  body: Body,
  solids: readonly ScaledCollider[],
): void => {
  const { options, rigidBody } = body;
  body.colliders = solids.map((solid, at) => {
    // biome-ignore lint/style/noNonNullAssertion: a solid is created from each collider
    return createBodyCollider(engine, world, rigidBody, options.colliders[at]!, solid);
  });
  body.boundingRadius = Math.max(0, ...solids.map(({ boundingRadius }) => boundingRadius));
  distributeMass(body);
};

/** Assigns restored engine colliders to a body, in the order of the colliders in its options. */
export const adoptColliders = (engine: Rapier, body: Body, colliders: readonly Collider[]): void => {
  const solids = getScaledColliders(body.options);
  // biome-ignore lint/style/noNonNullAssertion: a solid is created from each collider
  body.colliders = colliders.map((collider, at) => toBodyCollider(engine, collider, solids[at]!));
  body.boundingRadius = Math.max(0, ...solids.map(({ boundingRadius }) => boundingRadius));
};

/** Applies all options of a body except its type, colliders and mass. */
const applyMotionOptions = ({ rigidBody, options }: Body): void => {
  const { freezePosition: fixed, freezeRotation: level } = options;
  rigidBody.setLinearDamping(options.drag);
  rigidBody.setAngularDamping(options.angularDrag);
  rigidBody.setGravityScale(options.useGravity ? 1 : 0, true);
  rigidBody.setEnabledTranslations(!fixed.x, !fixed.y, !fixed.z, true);
  rigidBody.setEnabledRotations(!level.x, !level.y, !level.z, true);
};

/**
 * Initializes a new body from its options.
 * @param solids the body's scaled colliders
 */
export const initializeBody = (
  engine: Rapier,
  world: World,
  body: Body,
  solids: readonly ScaledCollider[],
): void => {
  applyMotionOptions(body);
  createColliders(engine, world, body, solids);
};

/** The parts of a world that `applyBodyOptions` uses. */
interface BodyWorld {
  readonly engine: Rapier;
  readonly world: World;
  readonly nonStatic: Set<Body>;
  readonly contacts: { addBody(body: Body): void; removeCollider(collider: Collider): void };
}

/**
 * Applies new options to a body.
 * @param solids the scaled colliders of the new options
 */
export const applyBodyOptions = (
  { engine, world, nonStatic, contacts }: BodyWorld,
  body: Body,
  next: BodyOptions,
  solids: readonly ScaledCollider[],
): void => {
  const { rigidBody, options: before, colliders } = body;
  body.options = next;
  if (next.type !== before.type) {
    if (next.type === 'static') nonStatic.delete(body);
    else nonStatic.add(body);
    rigidBody.resetForces(false);
    rigidBody.resetTorques(false);
    rigidBody.setBodyType(engine.RigidBodyType[rapierBodyTypes[next.type]], true);
    // When its type changes, a kinematic body jumps to its target.
    rigidBody.setTranslation(body.pose.position, true);
    rigidBody.setRotation(body.pose.rotation, true);
  }
  applyMotionOptions(body);
  if (next.type === 'dynamic') setVelocities(body, rigidBody.linvel(), rigidBody.angvel());
  const getColliderKey = ({ scale, colliders }: BodyOptions): string => JSON.stringify([scale, colliders]);
  if (getColliderKey(next) !== getColliderKey(before)) {
    // The colliders are replaced, because existing contacts would keep the old surface values.
    for (const { collider } of colliders) {
      contacts.removeCollider(collider);
      world.removeCollider(collider, true);
    }
    createColliders(engine, world, body, solids);
    contacts.addBody(body);
  } else if (next.mass !== before.mass) distributeMass(body);
};
