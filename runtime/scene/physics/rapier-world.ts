/** A running world of the engine, together with the data that the engine does not store. */
import type { EventQueue, World } from '@dimforge/rapier3d-simd-compat';
import type { Vector3 } from '#spec/values.ts';
import { lazy } from '#spec/lazy.ts';
import { type ContactTracker, createContactTracker } from './contact-tracker.ts';
import { loadRapier, type Rapier } from './load-rapier.ts';
import type { Body, BodyHandle } from './rigid-body.ts';

/**
 * Returns the engine and its memory, which only ever grows. All worlds of the process share the engine, because it has
 * no state other than that of its worlds.
 */
export const getRapier = lazy(loadRapier);

export interface RapierWorld {
  /** The maximum duration of a step in seconds. */
  readonly fixedStep: number;
  readonly engine: Rapier;
  readonly world: World;
  readonly eventQueue: EventQueue;
  readonly contacts: ContactTracker;
  /** All bodies, oldest first. */
  readonly bodies: Map<BodyHandle, Body>;
  readonly nonStatic: Set<Body>;
  /** The bodies with a pending force for the next step. */
  readonly pushed: Set<Body>;
}

/** Wraps an engine world. Bodies must still be added to the wrapper. */
const wrapWorld = (engine: Rapier, world: World, fixedStep: number, gravity: Vector3): RapierWorld => {
  world.gravity = gravity;
  return {
    fixedStep,
    engine,
    world,
    eventQueue: new engine.EventQueue(true),
    contacts: createContactTracker(),
    bodies: new Map(),
    nonStatic: new Set(),
    pushed: new Set(),
  };
};

export const createRapierWorld = (fixedStep: number, gravity: Vector3): RapierWorld => {
  const { engine } = getRapier();
  return wrapWorld(engine, new engine.World(gravity), fixedStep, gravity);
};

/**
 * Restores a world from an engine snapshot.
 * @returns `undefined` when the bytes are not a snapshot of a world
 */
export const restoreRapierWorld = (
  bytes: Uint8Array,
  fixedStep: number,
  gravity: Vector3,
): RapierWorld | undefined => {
  const { engine } = getRapier();
  const world = engine.World.restoreSnapshot(bytes) as World | null;
  return world ? wrapWorld(engine, world, fixedStep, gravity) : undefined;
};

export const addBody = (run: RapierWorld, body: Body): void => {
  run.bodies.set(body.handle, body);
  if (body.options.type !== 'static') run.nonStatic.add(body);
  run.contacts.addBody(body);
};

/** Removes a body from the engine and from all registries. */
export const removeBody = (run: RapierWorld, body: Body): void => {
  for (const { collider } of body.colliders) run.contacts.removeCollider(collider);
  run.bodies.delete(body.handle);
  run.nonStatic.delete(body);
  run.pushed.delete(body);
  run.world.removeRigidBody(body.rigidBody);
};

export const freeRapierWorld = ({ eventQueue, world }: RapierWorld): void => {
  eventQueue.free();
  world.free();
};
