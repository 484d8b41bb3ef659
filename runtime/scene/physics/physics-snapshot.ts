/** Captures and restores the complete state of physics as plain data. */
import type { Collider, RigidBody } from '@dimforge/rapier3d-simd-compat';
import { ApiError } from '#spec/errors.ts';
import type { Vector3 } from '#spec/values.ts';
import { adoptColliders, type Body, type BodyHandle, getNextPose, getPose } from './rigid-body.ts';
import { addBody, freeRapierWorld, type RapierWorld, restoreRapierWorld } from './rapier-world.ts';
import type { ContactState } from './contact-tracker.ts';
import type { BodyOptions } from './body-options.ts';

interface BodySnapshot {
  readonly handle: BodyHandle;
  readonly owner: string;
  readonly traits: BodyOptions;
  /** The engine's handle of the body. */
  readonly rigid: number;
  readonly colliders: readonly number[];
}

interface WorldSnapshot {
  /** The engine's own snapshot, in base64. */
  readonly world: string;
  readonly bodies: readonly BodySnapshot[];
  readonly pushed: readonly BodyHandle[];
  readonly contacts: ContactState;
}

export interface PhysicsSnapshot {
  readonly fixedStep: number;
  readonly gravity: Vector3;
  /** The number of bodies that have been created so far. */
  readonly created: number;
  /** The state of the world; null before the first body. */
  readonly run: WorldSnapshot | null;
}

const listHandles = (bodies: Iterable<Body>): BodyHandle[] => [...bodies].map(({ handle }) => handle);

export const captureWorld = ({ world, bodies, pushed, contacts }: RapierWorld): WorldSnapshot => ({
  world: Buffer.from(world.takeSnapshot()).toString('base64'),
  bodies: [...bodies.values()].map(({ handle, owner, options, rigidBody, colliders }) => ({
    handle,
    owner,
    traits: options,
    rigid: rigidBody.handle,
    colliders: colliders.map(({ collider }) => collider.handle),
  })),
  pushed: listHandles(pushed),
  contacts: contacts.state(),
});

/** Restores a body from the engine; `undefined` when the engine's body differs from the snapshot. */
const restoreBody = ({ engine, world }: RapierWorld, snapshot: BodySnapshot): Body | undefined => {
  const { handle, owner, traits } = snapshot;
  const rigid = world.getRigidBody(snapshot.rigid) as RigidBody | null;
  const isComplete = rigid?.numColliders() === snapshot.colliders.length;
  if (!rigid || !isComplete || traits.colliders.length !== snapshot.colliders.length) return;
  const colliders = snapshot.colliders.map((collider) => world.getCollider(collider) as Collider | null);
  const ownColliders = colliders.filter((collider) => collider?.parent()?.handle === rigid.handle);
  if (ownColliders.length < colliders.length) return;
  const pose = traits.type === 'kinematic' ? getNextPose(rigid) : getPose(rigid);
  const body: Body = {
    handle,
    owner,
    options: traits,
    rigidBody: rigid,
    colliders: [],
    boundingRadius: 0,
    pose,
  };
  adoptColliders(
    engine,
    body,
    ownColliders.filter((collider) => collider !== null),
  );
  return body;
};

/**
 * Restores a world.
 * @throws ApiError ACTION_FAILED when the engine's snapshot is damaged or has other bodies
 */
export const restoreWorld = (snapshot: WorldSnapshot, fixedStep: number, gravity: Vector3): RapierWorld => {
  const run = restoreRapierWorld(new Uint8Array(Buffer.from(snapshot.world, 'base64')), fixedStep, gravity);
  const bodies = snapshot.bodies.flatMap((body) => (run ? (restoreBody(run, body) ?? []) : []));
  if (!run || bodies.length < snapshot.bodies.length || run.world.bodies.len() !== bodies.length) {
    if (run) freeRapierWorld(run);
    throw new ApiError('ACTION_FAILED', 'The physics snapshot is damaged. Nothing was restored.');
  }
  for (const body of bodies) addBody(run, body);
  for (const handle of snapshot.pushed) {
    const body = run.bodies.get(handle);
    if (body) run.pushed.add(body);
  }
  run.contacts.restore(snapshot.contacts);
  return run;
};
