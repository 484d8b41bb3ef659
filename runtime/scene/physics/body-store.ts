/** Stores the bodies of a world by handle, and creates, changes and removes bodies. */
import { ApiError } from '#spec/errors.ts';
import { LimitExceededError } from '../limit-exceeded-error.ts';
import {
  applyBodyOptions,
  initializeBody,
  getPose,
  createRigidBodyDesc,
  getScaledColliders,
} from './rigid-body.ts';
import { addBody, createRapierWorld, freeRapierWorld, type RapierWorld, removeBody } from './rapier-world.ts';
import { captureWorld, type PhysicsSnapshot, restoreWorld } from './physics-snapshot.ts';
import { checkPose, checkBodyOptions, defaultPose, defaultBodyOptions } from './body-options.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Body, BodyHandle } from './rigid-body.ts';
import type { BodyRequest, BodyType } from './body-options.ts';
import type { Pose } from './vector-math.ts';

/** The options, owner and pose of a new body. */
export type BodyInit = BodyRequest & {
  /** Identifies the body's owner in query results and contacts. */
  readonly owner: string;
  readonly pose?: Pose;
};

interface BodyStoreOptions {
  readonly fixedStep: number;
  readonly gravity: Vector3;
  readonly maxBodies: number;
  readonly maxColliders: number;
}

export const createBodyStore = (options: BodyStoreOptions) => {
  const { fixedStep, maxBodies, maxColliders } = options;
  let { gravity } = options;
  let run: RapierWorld | undefined;
  let created = 0;
  let colliders = 0;

  const list = (): Body[] => [...(run?.bodies.values() ?? [])];

  const get = (handle: BodyHandle): Body => {
    const body = run?.bodies.get(handle);
    if (body) return body;
    throw new ApiError('ACTION_FAILED', `There is no body ${handle}: it was removed or never created.`, {
      body: handle,
    });
  };

  const assertColliderLimit = (more: number): void => {
    if (colliders + more <= maxColliders) return;
    throw new LimitExceededError(
      `There are ${colliders} of at most ${maxColliders} colliders. Remove some first.`,
      maxColliders,
    );
  };

  return {
    /** Returns the physics engine's world; `undefined` before the first body. */
    findWorld: (): RapierWorld | undefined => run,
    list,
    /**
     * Returns a body.
     * @throws ApiError ACTION_FAILED when the body was removed
     */
    get,
    /**
     * Returns a body that must have a given type.
     * @throws ApiError ACTION_FAILED when the body was removed or has another type
     */
    getOfType(handle: BodyHandle, type: BodyType): Body {
      const body = get(handle);
      if (body.options.type === type) return body;
      throw new ApiError(
        'ACTION_FAILED',
        `The body of '${body.owner}' is ${body.options.type}, but this needs a ${type} one. Use physics.setBody to change it.`,
        { object: body.owner, type: body.options.type, expected: type },
      );
    },
    create({ owner, pose: requestedPose, ...request }: BodyInit): BodyHandle {
      const options = checkBodyOptions(defaultBodyOptions, request);
      const solids = getScaledColliders(options);
      const pose = checkPose(requestedPose ?? defaultPose);
      if (run && run.bodies.size >= maxBodies) {
        throw new LimitExceededError(
          `The maximum of ${maxBodies} bodies is reached. Remove some first.`,
          maxBodies,
        );
      }
      assertColliderLimit(solids.length);
      run ??= createRapierWorld(fixedStep, gravity);
      const { engine, world } = run;
      const { x, y, z } = pose.position;
      const desc = createRigidBodyDesc(engine, options.type)
        .setTranslation(x, y, z)
        .setRotation(pose.rotation);
      const rigid = world.createRigidBody(desc);
      created += 1;
      const handle = created as BodyHandle;
      const body: Body = {
        handle,
        owner,
        rigidBody: rigid,
        options,
        colliders: [],
        boundingRadius: 0,
        pose: getPose(rigid),
      };
      initializeBody(engine, world, body, solids);
      colliders += solids.length;
      addBody(run, body);
      return handle;
    },
    change(handle: BodyHandle, request: BodyRequest) {
      const body = get(handle);
      const options = checkBodyOptions(body.options, request);
      const solids = getScaledColliders(options);
      assertColliderLimit(solids.length - body.colliders.length);
      if (!run) return;
      colliders += solids.length - body.colliders.length;
      applyBodyOptions(run, body, options, solids);
    },
    remove(handle: BodyHandle) {
      const body = get(handle);
      if (!run) return;
      colliders -= body.colliders.length;
      removeBody(run, body);
    },
    getGravity: (): Vector3 => gravity,
    setGravity(value: Vector3) {
      gravity = value;
      if (!run) return;
      run.world.gravity = value;
      for (const { rigidBody, options } of list())
        if (options.type === 'dynamic' && options.useGravity) rigidBody.wakeUp();
    },
    snapshot: (): PhysicsSnapshot => ({ fixedStep, gravity, created, run: run ? captureWorld(run) : null }),
    restore(snapshot: PhysicsSnapshot) {
      if (snapshot.fixedStep !== fixedStep) {
        throw new ApiError(
          'ACTION_FAILED',
          `The snapshot uses steps of ${snapshot.fixedStep} s, but this world uses steps of ${fixedStep} s.`,
          { expected: fixedStep, fixedStep: snapshot.fixedStep },
        );
      }
      const next = snapshot.run ? restoreWorld(snapshot.run, fixedStep, snapshot.gravity) : undefined;
      if (run) freeRapierWorld(run);
      run = next;
      ({ gravity, created } = snapshot);
      colliders = list().reduce((sum, { colliders: parts }) => sum + parts.length, 0);
    },
    dispose() {
      if (run) freeRapierWorld(run);
      run = undefined;
      colliders = 0;
    },
  };
};
