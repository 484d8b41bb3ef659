/** All of physics as plain data, and back. */
import type { Collider, RigidBody } from '@dimforge/rapier3d-simd-compat';
import { Fault } from '#spec/errors.ts';
import type { Vector3 } from '#spec/values.ts';
import { adopt, nextPoseOf, poseOf } from './body.ts';
import { closeRun, enter, reopenRun } from './run.ts';
import type { Body, BodyHandle } from './body.ts';
import type { ContactState } from './contacts.ts';
import type { Run } from './run.ts';
import type { BodyTraits } from './traits.ts';

interface BodySnapshot {
  readonly handle: BodyHandle;
  readonly owner: string;
  readonly traits: BodyTraits;
  /** Handles of the engine. */
  readonly rigid: number;
  readonly colliders: readonly number[];
}

interface RunSnapshot {
  /** The engine's own, in base64. */
  readonly world: string;
  readonly bodies: readonly BodySnapshot[];
  readonly pushed: readonly BodyHandle[];
  readonly contacts: ContactState;
}

export interface PhysicsSnapshot {
  readonly fixedStep: number;
  readonly gravity: Vector3;
  /** How many bodies there have been. */
  readonly created: number;
  /** Null before the first body. */
  readonly run: RunSnapshot | null;
}

const handlesOf = (bodies: Iterable<Body>): BodyHandle[] => [...bodies].map(({ handle }) => handle);

export const snapshotOf = ({ world, bodies, pushed, contacts }: Run): RunSnapshot => ({
  world: Buffer.from(world.takeSnapshot()).toString('base64'),
  bodies: [...bodies.values()].map(({ handle, owner, traits, rigid, parts }) => ({
    handle,
    owner,
    traits,
    rigid: rigid.handle,
    colliders: parts.map(({ collider }) => collider.handle),
  })),
  pushed: handlesOf(pushed),
  contacts: contacts.state(),
});

/** What the engine has of a body; undefined when that is not what the snapshot says. */
const bodyIn = ({ engine, world }: Run, snapshot: BodySnapshot): Body | undefined => {
  const { handle, owner, traits } = snapshot;
  const rigid = world.getRigidBody(snapshot.rigid) as RigidBody | null;
  const isWhole = rigid?.numColliders() === snapshot.colliders.length;
  if (!rigid || !isWhole || traits.colliders.length !== snapshot.colliders.length) return;
  const colliders = snapshot.colliders.map((collider) => world.getCollider(collider) as Collider | null);
  const own = colliders.filter((collider) => collider?.parent()?.handle === rigid.handle);
  if (own.length < colliders.length) return;
  const pose = traits.type === 'kinematic' ? nextPoseOf(rigid) : poseOf(rigid);
  const body: Body = { handle, owner, traits, rigid, parts: [], reach: 0, pose };
  adopt(
    engine,
    body,
    own.filter((collider) => collider !== null),
  );
  return body;
};

/** @throws Fault ACTION_FAILED when the engine's part is damaged or tells of other bodies. */
export const runFrom = (snapshot: RunSnapshot, fixedStep: number, gravity: Vector3): Run => {
  const run = reopenRun(new Uint8Array(Buffer.from(snapshot.world, 'base64')), fixedStep, gravity);
  const bodies = snapshot.bodies.flatMap((body) => (run ? (bodyIn(run, body) ?? []) : []));
  if (!run || bodies.length < snapshot.bodies.length || run.world.bodies.len() !== bodies.length) {
    if (run) closeRun(run);
    throw new Fault('ACTION_FAILED', 'The snapshot of physics is damaged, so that nothing was restored.');
  }
  for (const body of bodies) enter(run, body);
  for (const handle of snapshot.pushed) {
    const body = run.bodies.get(handle);
    if (body) run.pushed.add(body);
  }
  run.contacts.restore(snapshot.contacts);
  return run;
};
