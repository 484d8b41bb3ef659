/** One body, and what keeps it as its traits say. */
import type { Collider, RigidBody, RigidBodyDesc, Shape, World } from '@dimforge/rapier3d-simd-compat';
import { shapeOf, solidOf } from './shapes.ts';
import { mapped, plainQuaternion, plainVector, scaled, upright, zero } from './vectors.ts';
import type { Rapier } from './rapier.ts';
import type { Solid } from './shapes.ts';
import type { Axes, BodyTraits, BodyType, ColliderTraits } from './traits.ts';
import type { Pose } from './vectors.ts';
import type { Vector3 } from '#spec/values.ts';

declare const bodyBrand: unique symbol;

/** Stands for a body. Handles count up and none is given twice, so that one that is left over reaches nothing. */
export type BodyHandle = number & { readonly [bodyBrand]: true };

/** A collider in the engine. */
export interface Part {
  readonly collider: Collider;
  readonly shape: Shape;
  readonly solid: Solid;
}

export interface Body {
  readonly handle: BodyHandle;
  /** What the body belongs to, in the words of whoever made it. */
  readonly owner: string;
  readonly rigid: RigidBody;
  traits: BodyTraits;
  parts: readonly Part[];
  /** No point of it is farther from its middle. */
  reach: number;
  /** As the engine has it, in its 32-bit numbers; of what is driven, where it is to get in the coming step. */
  pose: Pose;
}

const types = {
  dynamic: 'Dynamic',
  kinematic: 'KinematicPositionBased',
  static: 'Fixed',
} as const satisfies Record<BodyType, string>;

export const rigidDesc = ({ RigidBodyDesc, RigidBodyType }: Rapier, type: BodyType): RigidBodyDesc =>
  new RigidBodyDesc(RigidBodyType[types[type]]);

/** Reads where the engine has the body. */
export const poseOf = (rigid: RigidBody): Pose => ({
  position: plainVector(rigid.translation()),
  rotation: plainQuaternion(rigid.rotation()),
});

/** Reads where a kinematic body is to get. */
export const nextPoseOf = (rigid: RigidBody): Pose => ({
  position: plainVector(rigid.nextTranslation()),
  rotation: plainQuaternion(rigid.nextRotation()),
});

/** All that decides what the body does next, but contacts, as plain data. */
export const stateOf = ({ handle, owner, traits, pose, rigid }: Body) => ({
  ...{ handle, owner, traits, pose },
  sleeping: rigid.isSleeping(),
  linear: scaled(rigid.linvel(), 1),
  angular: scaled(rigid.angvel(), 1),
  force: scaled(rigid.userForce(), 1),
  torque: scaled(rigid.userTorque(), 1),
});

/** The vector without the axes that are frozen. */
const thawed = ({ x, y, z }: Vector3, frozen: Axes): Vector3 => ({
  x: frozen.x ? 0 : x,
  y: frozen.y ? 0 : y,
  z: frozen.z ? 0 : z,
});

/** Gives a body velocities, in radians per second, that its traits allow. */
export const setVelocities = (body: Body, linear: Vector3, angular: Vector3): void => {
  body.rigid.setLinvel(thawed(linear, body.traits.freezePosition), true);
  body.rigid.setAngvel(thawed(angular, body.traits.freezeRotation), true);
};

const partOf = (engine: Rapier, collider: Collider, solid: Solid): Part => ({
  collider,
  solid,
  shape: shapeOf(engine, solid.form),
});

const createPart = (engine: Rapier, world: World, rigid: RigidBody, traits: ColliderTraits, solid: Solid) => {
  const { ActiveCollisionTypes: Types, ActiveEvents, ColliderDesc } = engine;
  const { x, y, z } = solid.offset;
  const desc = new ColliderDesc(shapeOf(engine, solid.form))
    .setTranslation(x, y, z)
    .setSensor(traits.isTrigger)
    .setFriction(traits.friction)
    .setRestitution(traits.bounciness)
    .setMass(0)
    .setActiveEvents(ActiveEvents.COLLISION_EVENTS);
  // What is driven by hand sets off triggers too, but collides with nothing that does not give way.
  if (traits.isTrigger)
    desc.setActiveCollisionTypes(Types.DEFAULT | Types.KINEMATIC_FIXED | Types.KINEMATIC_KINEMATIC);
  return partOf(engine, world.createCollider(desc, rigid), solid);
};

/** Spreads the mass over the colliders that are solid; a body that has none resists turning as a ball of 1 m across. */
const weigh = ({ rigid, traits, parts }: Body): void => {
  const isSolid = (_: Part, at: number): boolean => traits.colliders[at]?.isTrigger === false;
  const volume = parts.filter(isSolid).reduce((sum, { solid }) => sum + solid.volume, 0);
  for (const [at, part] of parts.entries()) {
    part.collider.setMass(isSolid(part, at) ? (traits.mass * part.solid.volume) / volume : 0);
  }
  const bare = volume === 0 ? traits.mass : 0;
  const inertia = mapped(zero, () => 0.4 * bare * 0.5 ** 2);
  rigid.setAdditionalMassProperties(bare, zero, inertia, upright, false);
  rigid.recomputeMassPropertiesFromColliders();
};

/** The colliders of traits, in metres. @throws Fault ACTION_FAILED as `solidOf` does. */
export const solidsOf = ({ colliders, scale }: BodyTraits): Solid[] =>
  colliders.map((collider) => solidOf(collider, scale));

/** Gives a body that has no colliders the colliders of its traits. */
const equip = (engine: Rapier, world: World, body: Body, solids: readonly Solid[]): void => {
  const { traits, rigid } = body;
  body.parts = solids.map((solid, at) => {
    // biome-ignore lint/style/noNonNullAssertion: a solid is made of each collider
    return createPart(engine, world, rigid, traits.colliders[at]!, solid);
  });
  body.reach = Math.max(0, ...solids.map(({ reach }) => reach));
  weigh(body);
};

/** Takes colliders that the engine has, in the order of the traits, for the body's. */
export const adopt = (engine: Rapier, body: Body, colliders: readonly Collider[]): void => {
  const solids = solidsOf(body.traits);
  // biome-ignore lint/style/noNonNullAssertion: a solid is made of each collider
  body.parts = colliders.map((collider, at) => partOf(engine, collider, solids[at]!));
  body.reach = Math.max(0, ...solids.map(({ reach }) => reach));
};

/** Everything of the traits but type, colliders and mass. */
const applyMotion = ({ rigid, traits }: Body): void => {
  const { freezePosition: fixed, freezeRotation: level } = traits;
  rigid.setLinearDamping(traits.drag);
  rigid.setAngularDamping(traits.angularDrag);
  rigid.setGravityScale(traits.useGravity ? 1 : 0, true);
  rigid.setEnabledTranslations(!fixed.x, !fixed.y, !fixed.z, true);
  rigid.setEnabledRotations(!level.x, !level.y, !level.z, true);
};

/** Makes a new body as its traits say; `solids` are those of its colliders. */
export const outfit = (engine: Rapier, world: World, body: Body, solids: readonly Solid[]): void => {
  applyMotion(body);
  equip(engine, world, body, solids);
};

/** What `alter` needs of a world. */
interface Surroundings {
  readonly engine: Rapier;
  readonly world: World;
  readonly moving: Set<Body>;
  readonly contacts: { enrol(body: Body): void; detach(collider: Collider): void };
}

/** Makes a body as other traits say; `solids` are those of their colliders. */
export const alter = (
  { engine, world, moving, contacts }: Surroundings,
  body: Body,
  next: BodyTraits,
  solids: readonly Solid[],
): void => {
  const { rigid, traits: before, parts } = body;
  body.traits = next;
  if (next.type !== before.type) {
    if (next.type === 'static') moving.delete(body);
    else moving.add(body);
    rigid.resetForces(false);
    rigid.resetTorques(false);
    rigid.setBodyType(engine.RigidBodyType[types[next.type]], true);
    // What was on its way is there.
    rigid.setTranslation(body.pose.position, true);
    rigid.setRotation(body.pose.rotation, true);
  }
  applyMotion(body);
  if (next.type === 'dynamic') setVelocities(body, rigid.linvel(), rigid.angvel());
  const collidersOf = ({ scale, colliders }: BodyTraits): string => JSON.stringify([scale, colliders]);
  if (collidersOf(next) !== collidersOf(before)) {
    // Surfaces too: a contact keeps those that it began with.
    for (const { collider } of parts) {
      contacts.detach(collider);
      world.removeCollider(collider, true);
    }
    equip(engine, world, body, solids);
    contacts.enrol(body);
  } else if (next.mass !== before.mass) weigh(body);
};
