/** One body, and what keeps it as its traits say. */
import type { Collider, RigidBody, RigidBodyDesc, Shape, World } from '@dimforge/rapier3d-simd-compat';
import { toRapierShape, scaleCollider } from './scaled-collider.ts';
import {
  mapVector,
  toPlainQuaternion,
  toPlainVector,
  scaleVector,
  identityQuaternion,
  zeroVector,
} from './vector-math.ts';
import type { Rapier } from './rapier.ts';
import type { ScaledCollider } from './scaled-collider.ts';
import type { AxisFlags, BodyOptions, BodyType, ColliderOptions } from './body-options.ts';
import type { Pose } from './vector-math.ts';
import type { Vector3 } from '#spec/values.ts';

declare const bodyBrand: unique symbol;

/** Stands for a body. Handles count up and none is given twice, so that one that is left over reaches nothing. */
export type BodyHandle = number & { readonly [bodyBrand]: true };

/** A collider in the engine. */
export interface BodyCollider {
  readonly collider: Collider;
  readonly shape: Shape;
  readonly scaledCollider: ScaledCollider;
}

export interface Body {
  readonly handle: BodyHandle;
  /** What the body belongs to, in the words of whoever made it. */
  readonly owner: string;
  readonly rigidBody: RigidBody;
  options: BodyOptions;
  colliders: readonly BodyCollider[];
  /** No point of it is farther from its middle. */
  boundingRadius: number;
  /** As the engine has it, in its 32-bit numbers; of what is driven, where it is to get in the coming step. */
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

/** Reads where the engine has the body. */
export const getPose = (rigid: RigidBody): Pose => ({
  position: toPlainVector(rigid.translation()),
  rotation: toPlainQuaternion(rigid.rotation()),
});

/** Reads where a kinematic body is to get. */
export const getNextPose = (rigid: RigidBody): Pose => ({
  position: toPlainVector(rigid.nextTranslation()),
  rotation: toPlainQuaternion(rigid.nextRotation()),
});

/** All that decides what the body does next, but contacts, as plain data. */
export const captureBodyState = ({ handle, owner, options, pose, rigidBody }: Body) => ({
  ...{ handle, owner, traits: options, pose },
  sleeping: rigidBody.isSleeping(),
  linear: scaleVector(rigidBody.linvel(), 1),
  angular: scaleVector(rigidBody.angvel(), 1),
  force: scaleVector(rigidBody.userForce(), 1),
  torque: scaleVector(rigidBody.userTorque(), 1),
});

/** The vector without the axes that are frozen. */
const zeroFrozenAxes = ({ x, y, z }: Vector3, frozen: AxisFlags): Vector3 => ({
  x: frozen.x ? 0 : x,
  y: frozen.y ? 0 : y,
  z: frozen.z ? 0 : z,
});

/** Gives a body velocities, in radians per second, that its traits allow. */
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
  traits: ColliderOptions,
  solid: ScaledCollider,
) => {
  const { ActiveCollisionTypes: Types, ActiveEvents, ColliderDesc } = engine;
  const { x, y, z } = solid.offset;
  const desc = new ColliderDesc(toRapierShape(engine, solid.shape))
    .setTranslation(x, y, z)
    .setSensor(traits.isTrigger)
    .setFriction(traits.friction)
    .setRestitution(traits.bounciness)
    .setMass(0)
    .setActiveEvents(ActiveEvents.COLLISION_EVENTS);
  // What is driven by hand sets off triggers too, but collides with nothing that does not give way.
  if (traits.isTrigger)
    desc.setActiveCollisionTypes(Types.DEFAULT | Types.KINEMATIC_FIXED | Types.KINEMATIC_KINEMATIC);
  return toBodyCollider(engine, world.createCollider(desc, rigid), solid);
};

/** Spreads the mass over the colliders that are solid; a body that has none resists turning as a ball of 1 m across. */
const distributeMass = ({ rigidBody, options, colliders }: Body): void => {
  const isSolid = (_: BodyCollider, at: number): boolean => options.colliders[at]?.isTrigger === false;
  const volume = colliders
    .filter(isSolid)
    .reduce((sum, { scaledCollider }) => sum + scaledCollider.volume, 0);
  for (const [at, part] of colliders.entries()) {
    part.collider.setMass(isSolid(part, at) ? (options.mass * part.scaledCollider.volume) / volume : 0);
  }
  const bare = volume === 0 ? options.mass : 0;
  const inertia = mapVector(zeroVector, () => 0.4 * bare * 0.5 ** 2);
  rigidBody.setAdditionalMassProperties(bare, zeroVector, inertia, identityQuaternion, false);
  rigidBody.recomputeMassPropertiesFromColliders();
};

/** The colliders of traits, in metres. @throws Fault ACTION_FAILED as `solidOf` does. */
export const getScaledColliders = ({ colliders, scale }: BodyOptions): ScaledCollider[] =>
  colliders.map((collider) => scaleCollider(collider, scale));

/** Gives a body that has no colliders the colliders of its traits. */
const createColliders = (
  engine: Rapier,
  world: World,
  body: Body,
  solids: readonly ScaledCollider[],
): void => {
  const { options, rigidBody } = body;
  body.colliders = solids.map((solid, at) => {
    // biome-ignore lint/style/noNonNullAssertion: a solid is made of each collider
    return createBodyCollider(engine, world, rigidBody, options.colliders[at]!, solid);
  });
  body.boundingRadius = Math.max(0, ...solids.map(({ boundingRadius }) => boundingRadius));
  distributeMass(body);
};

/** Takes colliders that the engine has, in the order of the traits, for the body's. */
export const adoptColliders = (engine: Rapier, body: Body, colliders: readonly Collider[]): void => {
  const solids = getScaledColliders(body.options);
  // biome-ignore lint/style/noNonNullAssertion: a solid is made of each collider
  body.colliders = colliders.map((collider, at) => toBodyCollider(engine, collider, solids[at]!));
  body.boundingRadius = Math.max(0, ...solids.map(({ boundingRadius }) => boundingRadius));
};

/** Everything of the traits but type, colliders and mass. */
const applyMotionOptions = ({ rigidBody, options }: Body): void => {
  const { freezePosition: fixed, freezeRotation: level } = options;
  rigidBody.setLinearDamping(options.drag);
  rigidBody.setAngularDamping(options.angularDrag);
  rigidBody.setGravityScale(options.useGravity ? 1 : 0, true);
  rigidBody.setEnabledTranslations(!fixed.x, !fixed.y, !fixed.z, true);
  rigidBody.setEnabledRotations(!level.x, !level.y, !level.z, true);
};

/** Makes a new body as its traits say; `solids` are those of its colliders. */
export const initializeBody = (
  engine: Rapier,
  world: World,
  body: Body,
  solids: readonly ScaledCollider[],
): void => {
  applyMotionOptions(body);
  createColliders(engine, world, body, solids);
};

/** What `alter` needs of a world. */
interface BodyWorld {
  readonly engine: Rapier;
  readonly world: World;
  readonly nonStatic: Set<Body>;
  readonly contacts: { addBody(body: Body): void; removeCollider(collider: Collider): void };
}

/** Makes a body as other traits say; `solids` are those of their colliders. */
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
    // What was on its way is there.
    rigidBody.setTranslation(body.pose.position, true);
    rigidBody.setRotation(body.pose.rotation, true);
  }
  applyMotionOptions(body);
  if (next.type === 'dynamic') setVelocities(body, rigidBody.linvel(), rigidBody.angvel());
  const collidersOf = ({ scale, colliders }: BodyOptions): string => JSON.stringify([scale, colliders]);
  if (collidersOf(next) !== collidersOf(before)) {
    // Surfaces too: a contact keeps those that it began with.
    for (const { collider } of colliders) {
      contacts.removeCollider(collider);
      world.removeCollider(collider, true);
    }
    createColliders(engine, world, body, solids);
    contacts.addBody(body);
  } else if (next.mass !== before.mass) distributeMass(body);
};
