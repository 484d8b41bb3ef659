/** The bodies of a world by their handles: how they come, change and go. */
import { Fault } from '#spec/errors.ts';
import { Exceeded } from '../exceeded.ts';
import { alter, outfit, poseOf, rigidDesc, solidsOf } from './body.ts';
import { closeRun, enter, leave, openRun } from './run.ts';
import { runFrom, snapshotOf } from './snapshot.ts';
import { checkedPose, checkedTraits, defaultPose, defaultTraits } from './traits.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Body, BodyHandle } from './body.ts';
import type { Run } from './run.ts';
import type { PhysicsSnapshot } from './snapshot.ts';
import type { BodyRequest, BodyType } from './traits.ts';
import type { Pose } from './vectors.ts';

/** What a body is made from. */
export type BodySource = BodyRequest & {
  /** What the body belongs to, told in what is found and what touches. */
  readonly owner: string;
  readonly pose?: Pose;
};

interface Bodies {
  /** Undefined before the first body. */
  run(): Run | undefined;
  list(): Body[];
  /** @throws Fault ACTION_FAILED when the body is gone. */
  get(handle: BodyHandle): Body;
  /** @throws Fault ACTION_FAILED when the body is gone or of another type. */
  ofType(handle: BodyHandle, type: BodyType): Body;
  create(source: BodySource): BodyHandle;
  change(handle: BodyHandle, request: BodyRequest): void;
  remove(handle: BodyHandle): void;
  gravity(): Vector3;
  setGravity(gravity: Vector3): void;
  snapshot(): PhysicsSnapshot;
  restore(snapshot: PhysicsSnapshot): void;
  dispose(): void;
}

interface BodiesOptions {
  readonly fixedStep: number;
  readonly gravity: Vector3;
  readonly mostBodies: number;
  readonly mostColliders: number;
}

export const createBodies = (options: BodiesOptions): Bodies => {
  const { fixedStep, mostBodies, mostColliders } = options;
  let { gravity } = options;
  let run: Run | undefined;
  let created = 0;
  let colliders = 0;

  const list = (): Body[] => [...(run?.bodies.values() ?? [])];

  const get = (handle: BodyHandle): Body => {
    const body = run?.bodies.get(handle);
    if (body) return body;
    throw new Fault('ACTION_FAILED', `There is no body ${handle}: it was removed, or never made.`, {
      body: handle,
    });
  };

  const refuseTooMany = (more: number): void => {
    if (colliders + more <= mostColliders) return;
    throw new Exceeded(
      `There are ${colliders} colliders of ${mostColliders} that there may be; remove some first.`,
      mostColliders,
    );
  };

  return {
    run: () => run,
    list,
    get,
    ofType(handle, type) {
      const body = get(handle);
      if (body.traits.type === type) return body;
      throw new Fault(
        'ACTION_FAILED',
        `The body of '${body.owner}' is ${body.traits.type}, and this takes a ${type} one; physics.setBody makes it one.`,
        { object: body.owner, type: body.traits.type, expected: type },
      );
    },
    create({ owner, pose: wanted, ...request }) {
      const traits = checkedTraits(defaultTraits, request);
      const solids = solidsOf(traits);
      const pose = checkedPose(wanted ?? defaultPose);
      if (run && run.bodies.size >= mostBodies) {
        throw new Exceeded(
          `There are ${mostBodies} bodies already, which is the most; remove some first.`,
          mostBodies,
        );
      }
      refuseTooMany(solids.length);
      run ??= openRun(fixedStep, gravity);
      const { engine, world } = run;
      const { x, y, z } = pose.position;
      const desc = rigidDesc(engine, traits.type).setTranslation(x, y, z).setRotation(pose.rotation);
      const rigid = world.createRigidBody(desc);
      created += 1;
      const handle = created as BodyHandle;
      const body: Body = { handle, owner, rigid, traits, parts: [], reach: 0, pose: poseOf(rigid) };
      outfit(engine, world, body, solids);
      colliders += solids.length;
      enter(run, body);
      return handle;
    },
    change(handle, request) {
      const body = get(handle);
      const traits = checkedTraits(body.traits, request);
      const solids = solidsOf(traits);
      refuseTooMany(solids.length - body.parts.length);
      if (!run) return;
      colliders += solids.length - body.parts.length;
      alter(run, body, traits, solids);
    },
    remove(handle) {
      const body = get(handle);
      if (!run) return;
      colliders -= body.parts.length;
      leave(run, body);
    },
    gravity: () => gravity,
    setGravity(value) {
      gravity = value;
      if (!run) return;
      run.world.gravity = value;
      for (const { rigid, traits } of list())
        if (traits.type === 'dynamic' && traits.useGravity) rigid.wakeUp();
    },
    snapshot: () => ({ fixedStep, gravity, created, run: run ? snapshotOf(run) : null }),
    restore(snapshot) {
      if (snapshot.fixedStep !== fixedStep) {
        throw new Fault(
          'ACTION_FAILED',
          `The snapshot is of steps of ${snapshot.fixedStep} s, and this world makes steps of ${fixedStep} s.`,
          { expected: fixedStep, fixedStep: snapshot.fixedStep },
        );
      }
      const next = snapshot.run ? runFrom(snapshot.run, fixedStep, snapshot.gravity) : undefined;
      if (run) closeRun(run);
      run = next;
      ({ gravity, created } = snapshot);
      colliders = list().reduce((sum, { parts }) => sum + parts.length, 0);
    },
    dispose() {
      if (run) closeRun(run);
      run = undefined;
      colliders = 0;
    },
  };
};
